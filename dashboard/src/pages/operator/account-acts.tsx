/** The actions of an operator on one account. */
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useWords } from '../../words/language.tsx'
import { OPERATOR } from '../../words/operator.ts'
import { ResetAccount } from './reset-account.tsx'
import type { AccountRow } from './rows.ts'
import { useAct } from './use-act.ts'

type Act = 'disable' | 'enable' | 'end-sessions' | 'role'

export function AccountActs({ of: account }: { readonly of: AccountRow }) {
  const words = useWords(OPERATOR)
  const [open, setOpen] = useState<'acts' | 'reset' | undefined>(undefined)
  const close = () => setOpen(undefined)
  return (
    <>
      <Button
        variant="default"
        size="sm"
        onClick={() => setOpen('acts')}
        aria-label={words.acts(account.email)}
      >
        {words.manage}
      </Button>
      <Dialog opened={open === 'acts'} onClose={close} title={account.email}>
        <Acts of={account} onDone={close} onReset={() => setOpen('reset')} />
      </Dialog>
      <ResetAccount of={account} isOpen={open === 'reset'} onClose={close} />
    </>
  )
}

interface ActsProps {
  readonly of: AccountRow
  readonly onDone: () => void
  readonly onReset: () => void
}

function Acts({ of: account, onDone, onReset }: ActsProps) {
  const words = useWords(OPERATOR)
  const isOperator = account.role === 'operator'
  const acting = useAct<Act>(
    (act) => ({
      path: `accounts/${encodeURIComponent(account.id)}/${act}`,
      ...(act === 'role' && { body: { role: isOperator ? 'user' : 'operator' } }),
    }),
    onDone,
  )
  const button = (act: Act, word: string, isDangerous = false) => (
    <Button
      variant="default"
      loading={acting.isPending && acting.variables === act}
      onClick={() => acting.mutate(act)}
      {...(isDangerous && { color: 'red', variant: 'filled' })}
    >
      {word}
    </Button>
  )
  return (
    <Stack gap="sm">
      {button('end-sessions', words.endSessions)}
      {/* It asks again before it does anything. */}
      <Button variant="default" onClick={onReset} data-autofocus>
        {words.reset}
      </Button>
      {button('role', isOperator ? words.withdraw : words.grant)}
      {account.disabled ? button('enable', words.enable) : button('disable', words.disable, true)}
      <Failure fault={acting.error} />
    </Stack>
  )
}
