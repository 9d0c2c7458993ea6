/** Shows why a link of an e-mail is not valid any more, and how to get a new one. */
import { Button } from '@mantine/core'
import { isRefusedFor } from '../../api/call.ts'
import { PageFailure } from '../../parts/failure.tsx'
import { AUTH } from '../../words/auth.ts'
import { useWords } from '../../words/language.tsx'
import { AuthCard } from './auth-card.tsx'

interface LinkFaultProps {
  readonly fault: unknown
  /** The page on which a new link can be requested. */
  readonly anew: '/signup' | '/reset' | '/account'
  readonly onRetry: () => void
}

export function LinkFault({ fault, anew, onRetry }: LinkFaultProps) {
  const words = useWords(AUTH)
  if (isRefusedFor(fault, 'link_used')) {
    return (
      <AuthCard title={words.linkUsedTitle} lead={words.linkUsedText}>
        <Button component="a" href="/signin">
          {words.signIn}
        </Button>
      </AuthCard>
    )
  }
  const isExpired = isRefusedFor(fault, 'link_expired')
  if (!isExpired && !isRefusedFor(fault, 'link_invalid'))
    return <PageFailure fault={fault} onRetry={onRetry} isWhole />
  return (
    <AuthCard
      title={isExpired ? words.linkExpiredTitle : words.linkBadTitle}
      lead={isExpired ? words.linkExpiredText : words.linkBadText}
    >
      <Button component="a" href={anew} variant={isExpired ? 'filled' : 'default'}>
        {words.anew}
      </Button>
    </AuthCard>
  )
}
