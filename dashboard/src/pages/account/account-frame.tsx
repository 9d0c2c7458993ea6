/** Heading and sub-navigation around each page of the account. */
import type { ReactNode } from 'react'
import type { Account } from '../../api/types.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { PartLinks } from '../../parts/part-links.tsx'
import { useOwner } from '../../shell/owner.ts'
import { ACCOUNT } from '../../words/account.ts'
import { useWords } from '../../words/language.tsx'

const PARTS = [
  { to: '/account', part: 'profile' },
  { to: '/account/security', part: 'security' },
  { to: '/account/sessions', part: 'sessions' },
  { to: '/account/history', part: 'history' },
  { to: '/account/data', part: 'data' },
] as const

export function AccountFrame({ children }: { readonly children: (account: Account) => ReactNode }) {
  const words = useWords(ACCOUNT)
  const account = useOwner()
  return (
    <>
      <PageHead title={words.title} />
      <PartLinks label={words.parts} parts={PARTS.map(({ to, part }) => ({ to, word: words[part] }))} />
      {children(account)}
    </>
  )
}
