/** What an operator can do with one account. */
import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '../../parts/failure.tsx'
import { useWords } from '../../words/language.tsx'
import { OPERATOR } from '../../words/operator.ts'
import type { AccountRow } from './accounts-page.tsx'
import styles from './operator.module.css'
import { ResetAccount } from './reset-account.tsx'
import { useAct } from './use-act.ts'

type Act = 'disable' | 'enable' | 'end-sessions' | 'role'

export function AccountActs({ of: account }: { readonly of: AccountRow }) {
  const words = useWords(OPERATOR)
  const [isResetting, setIsResetting] = useState(false)
  const isOperator = account.role === 'operator'
  const acting = useAct<Act>((act) => ({
    path: `accounts/${encodeURIComponent(account.id)}/${act}`,
    ...(act === 'role' && { body: { role: isOperator ? 'user' : 'operator' } }),
  }))
  return (
    <div className={styles.acts}>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            size="sm"
            loading={acting.isPending}
            aria-label={words.acts(account.email)}
          >
            …
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => acting.mutate('end-sessions')}>{words.endSessions}</Menu.Item>
          <Menu.Item onClick={() => setIsResetting(true)}>{words.reset}</Menu.Item>
          <Menu.Item onClick={() => acting.mutate('role')}>
            {isOperator ? words.withdraw : words.grant}
          </Menu.Item>
          <Menu.Item
            onClick={() => acting.mutate(account.disabled ? 'enable' : 'disable')}
            {...(!account.disabled && { color: 'red' })}
          >
            {account.disabled ? words.enable : words.disable}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Failure fault={acting.error} />
      <ResetAccount of={account} isOpen={isResetting} onClose={() => setIsResetting(false)} />
    </div>
  )
}
