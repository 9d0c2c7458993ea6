/** Turns the second factor on or off, and makes new recovery codes. */
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '../../api/call.ts'
import { SESSION } from '../../api/queries.ts'
import type { RenewRecoveryCodesAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { StateMark } from '../../parts/state-mark.tsx'
import { ACCOUNT } from '../../words/account.ts'
import { useWords } from '../../words/language.tsx'
import styles from './account.module.css'
import { CodesDialog } from './codes-dialog.tsx'
import { FactorSetUp } from './factor-set-up.tsx'
import { PasswordDialog } from './password-dialog.tsx'

type Open = 'set-up' | 'off' | 'renew' | undefined

export function FactorCard({ isOn }: { readonly isOn: boolean }) {
  const words = useWords(ACCOUNT)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <Card
      title={words.factorTitle}
      text={words.factorText}
      actions={<StateMark tone={isOn ? 'good' : 'quiet'}>{isOn ? words.on : words.off}</StateMark>}
    >
      <div className={styles.buttons}>
        {isOn ? (
          <>
            <Button variant="default" onClick={() => setOpen('renew')}>
              {words.codesRenewButton}
            </Button>
            <Button variant="default" onClick={() => setOpen('off')}>
              {words.factorOff}
            </Button>
          </>
        ) : (
          <Button onClick={() => setOpen('set-up')}>{words.factorOn}</Button>
        )}
      </div>
      {open === 'set-up' && <FactorSetUp onClose={close} />}
      {open === 'off' && <FactorOff onClose={close} />}
      {open === 'renew' && <CodesRenewal onClose={close} />}
    </Card>
  )
}

function FactorOff({ onClose }: { readonly onClose: () => void }) {
  const words = useWords(ACCOUNT)
  const queries = useQueryClient()
  const end = async (password: string) => {
    await post('account/second-factor/off', { password })
    await queries.invalidateQueries({ queryKey: SESSION.queryKey })
    onClose()
  }
  return (
    <PasswordDialog
      title={words.factorOffTitle}
      text={words.factorOffText}
      action={words.factorOff}
      isHarmful
      onPassword={end}
      onClose={onClose}
    />
  )
}

function CodesRenewal({ onClose }: { readonly onClose: () => void }) {
  const words = useWords(ACCOUNT)
  const [codes, setCodes] = useState<readonly string[]>()
  const renew = async (password: string) => {
    const gives = await post<RenewRecoveryCodesAnswer>('account/second-factor/recovery-codes', { password })
    setCodes(gives.recovery_codes)
  }
  if (codes !== undefined) return <CodesDialog codes={codes} onClose={onClose} />
  return (
    <PasswordDialog
      title={words.codesRenew}
      text={words.codesRenewText}
      action={words.codesRenewButton}
      onPassword={renew}
      onClose={onClose}
    />
  )
}
