/**
 * Resets the sign-in of an account whose user has no access any more. The address must be typed, so that the
 * right account is reset.
 */
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { OperatorResetAccountAnswer } from '../../api/types.ts'
import { TypedConfirmation } from '../../parts/typed-confirmation.tsx'
import { useWords } from '../../words/language.tsx'
import { OPERATOR } from '../../words/operator.ts'
import { OneTimeLink } from './one-time-link.tsx'
import type { AccountRow } from './rows.ts'
import { useAct } from './use-act.ts'

interface ResetAccountProps {
  readonly of: AccountRow
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function ResetAccount({ of: account, isOpen, onClose }: ResetAccountProps) {
  const words = useWords(OPERATOR)
  const [dropsFactor, setDropsFactor] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  const resetting = useAct<string, OperatorResetAccountAnswer>(
    (email) => ({
      path: `accounts/${encodeURIComponent(account.id)}/reset`,
      body: { email, drop_second_factor: dropsFactor },
    }),
    (gives) => {
      setLink(gives.link)
      onClose()
    },
  )
  return (
    <>
      <TypedConfirmation
        isOpen={isOpen}
        title={words.resetTitle}
        text={account.email}
        action={words.reset}
        isPending={resetting.isPending}
        fault={resetting.error}
        onConfirm={(email) => resetting.mutate(email)}
        onClose={onClose}
      >
        <p>{words.resetText}</p>
        {account.second_factor && (
          <Checkbox
            label={words.dropFactor}
            checked={dropsFactor}
            onChange={(event) => setDropsFactor(event.currentTarget.checked)}
          />
        )}
      </TypedConfirmation>
      <OneTimeLink link={link} onClose={() => setLink(null)} />
    </>
  )
}
