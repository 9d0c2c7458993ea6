/** Starts the matching of a list, and lists the earlier ones. */
import { useQuery } from '@tanstack/react-query'
import { PageFailure } from '../../parts/failure.tsx'
import { Rows } from '../../parts/loading.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useWords } from '../../words/language.tsx'
import { MATCHES_WORDS } from '../../words/matches.ts'
import { MATCHES } from './matches-query.ts'
import { NewList } from './new-list.tsx'
import { RecentLists } from './recent-lists.tsx'

export function MatchesPage() {
  const words = useWords(MATCHES_WORDS)
  const matches = useQuery(MATCHES)
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      {matches.isError && <PageFailure fault={matches.error} onRetry={() => matches.refetch()} />}
      {matches.isPending && <Rows count={3} />}
      {matches.data && (
        <>
          <NewList matches={matches.data} />
          <RecentLists jobs={matches.data.jobs} />
        </>
      )}
    </>
  )
}
