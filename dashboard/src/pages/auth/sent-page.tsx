/** Shown after an e-mail was sent: where to look for it, and a button to send it again. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { post } from '../../api/call.ts'
import type { SessionAnswer } from '../../api/types.ts'
import { Failure } from '../../parts/failure.tsx'
import { AUTH } from '../../words/auth.ts'
import { useWords } from '../../words/language.tsx'
import styles from './auth-card.module.css'
import { AuthCard } from './auth-card.tsx'

/** The server sends at most one e-mail in this time. */
const PAUSE_S = 60

interface SentPageProps {
  readonly email: string
  readonly settings: SessionAnswer['settings']
  readonly onOtherAddress: () => void
  /** Whether the e-mail is for a reset, which has its own sentence and can only be requested again. */
  readonly isReset?: boolean
}

export function SentPage({ email, settings, onOtherAddress, isReset = false }: SentPageProps) {
  const words = useWords(AUTH)
  const isFolder = settings.emails_page
  const [title, lead] = isFolder
    ? [
        isReset ? words.resetFolderTitle : words.sentFolderTitle,
        isReset ? words.resetFolder : words.sentFolder,
      ]
    : [words.sentTitle, isReset ? words.resetSent : words.sentText]
  return (
    <AuthCard title={title} lead={lead} below={settings.mail === 'smtp' && words.sentHint}>
      <p className={styles.address}>{email}</p>
      {isFolder && (
        <Button component="a" href="/emails">
          {words.openEmails}
        </Button>
      )}
      {!isReset && <SendAgain />}
      <Button variant="subtle" onClick={onOtherAddress}>
        {words.otherAddress}
      </Button>
    </AuthCard>
  )
}

function SendAgain() {
  const words = useWords(AUTH)
  const [leftS, setLeftS] = useState(PAUSE_S)
  useEffect(() => {
    if (leftS === 0) return
    const timer = setTimeout(() => setLeftS(leftS - 1), 1_000)
    return () => clearTimeout(timer)
  }, [leftS])
  const sending = useMutation({
    mutationFn: () => post('auth/sign-up/again'),
    onSuccess: () => setLeftS(PAUSE_S),
  })
  return (
    <>
      {sending.isSuccess && (
        <p className={styles.note} role="status">
          {words.againDone}
        </p>
      )}
      <Failure fault={sending.error} />
      <Button
        variant="default"
        disabled={leftS > 0}
        loading={sending.isPending}
        onClick={() => sending.mutate()}
      >
        {leftS > 0 ? words.againIn(leftS) : words.again}
      </Button>
    </>
  )
}
