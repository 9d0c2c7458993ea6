/** Heading and sub-navigation around each page for operators. */
import type { ReactNode } from 'react'
import { PageHead } from '../../parts/page-head.tsx'
import { PartLinks } from '../../parts/part-links.tsx'
import { useWords } from '../../words/language.tsx'
import { OPERATOR } from '../../words/operator.ts'

const PARTS = [
  { to: '/operator', part: 'state' },
  { to: '/operator/accounts', part: 'accounts' },
  { to: '/operator/invitations', part: 'invitations' },
  { to: '/operator/keys', part: 'keys' },
  { to: '/operator/suppressed', part: 'suppressed' },
  { to: '/operator/emails', part: 'emails' },
  { to: '/operator/history', part: 'history' },
] as const

export function OperatorFrame({ children }: { readonly children: ReactNode }) {
  const words = useWords(OPERATOR)
  return (
    <>
      <PageHead title={words.title} />
      <PartLinks label={words.parts} parts={PARTS.map(({ to, part }) => ({ to, word: words[part] }))} />
      {children}
    </>
  )
}
