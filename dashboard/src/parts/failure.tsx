/** Shows what failed, the id of the request, and a button to try again. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CallFailure, isRefusedFor } from '../api/call.ts'
import { SESSION } from '../api/queries.ts'
import { WarningIcon } from '../shell/icons.tsx'
import { useFailureSentence } from '../words/failure-sentence.ts'
import { FAILURES } from '../words/failures.ts'
import { useWords } from '../words/language.tsx'
import { Empty } from './empty.tsx'
import styles from './failure.module.css'
import { ProofGivenUp } from './proof.ts'

interface FailureProps {
  /** Nothing is shown for `undefined`, or if the user closed the dialog for re-authentication. */
  readonly fault: unknown
  /** Replaces the usual sentence. */
  readonly text?: string
}

/** A failure above or below a form. */
export function Failure({ fault, text }: FailureProps) {
  const sentence = useFailureSentence()
  const session = useQuery({ ...SESSION, enabled: false })
  if (fault === null || fault === undefined || fault instanceof ProofGivenUp) return null
  // Hidden after signing in again, because the user can repeat the action.
  if (isRefusedFor(fault, 'signed_out') && session.data?.account) return null
  return (
    <div className={styles.failure} role="alert">
      <WarningIcon />
      <div>
        <p>{text ?? sentence(fault)}</p>
        <RequestName fault={fault} />
      </div>
    </div>
  )
}

interface PageFailureProps {
  readonly fault: unknown
  readonly onRetry: () => void
  /** Whether it is the only content of the page, so that it needs the first heading. */
  readonly isWhole?: boolean
}

/** A failure in place of a page or a section. */
export function PageFailure({ fault, onRetry, isWhole = false }: PageFailureProps) {
  const words = useWords(FAILURES)
  const sentence = useFailureSentence()
  return (
    <div role="alert">
      <Empty title={words.title} text={sentence(fault)} isPage={isWhole}>
        <Button variant="default" onClick={onRetry}>
          {words.again}
        </Button>
        <RequestName fault={fault} />
      </Empty>
    </div>
  )
}

/** The id of the request, only if the server failed; a refused password needs none. */
function RequestName({ fault }: { readonly fault: unknown }) {
  const words = useWords(FAILURES)
  if (!(fault instanceof CallFailure) || fault.requestId === undefined || fault.status < 500) return null
  return (
    <p className={styles.request}>
      {words.request} <code>{fault.requestId}</code>
    </p>
  )
}
