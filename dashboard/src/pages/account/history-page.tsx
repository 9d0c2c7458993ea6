/** Shows the history of the account. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { get } from '../../api/call.ts'
import type { AuditEntry, ListAuditAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { Empty } from '../../parts/empty.tsx'
import { PageFailure } from '../../parts/failure.tsx'
import list from '../../parts/list.module.css'
import { Rows } from '../../parts/loading.tsx'
import { Moment } from '../../parts/moment.tsx'
import { More } from '../../parts/more.tsx'
import { ACCOUNT } from '../../words/account.ts'
import { useEventSentence } from '../../words/events.ts'
import { useWords } from '../../words/language.tsx'
import { AccountFrame } from './account-frame.tsx'

const EXPECTED_ROWS = 5

export function HistoryPage() {
  return <AccountFrame>{() => <HistoryCard />}</AccountFrame>
}

function HistoryCard() {
  const words = useWords(ACCOUNT)
  const history = useInfiniteQuery({
    queryKey: ['history'],
    queryFn: ({ signal, pageParam }) =>
      get<ListAuditAnswer>(`account/audit${pageParam === null ? '' : `?before=${pageParam}`}`, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ older }) => older,
  })
  const entries = history.data?.pages.flatMap((page) => page.entries)
  return (
    <Card title={words.history} text={words.historyText} isFlush>
      {history.isPending && <Rows count={EXPECTED_ROWS} />}
      {history.isError && <PageFailure fault={history.error} onRetry={() => history.refetch()} />}
      {entries?.length === 0 && <Empty title={words.historyNone} text={words.historyNoneText} />}
      {entries && entries.length > 0 && <Entries entries={entries} />}
      <More of={history} word={words.historyOlder} />
    </Card>
  )
}

function Entries({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const words = useWords(ACCOUNT)
  const sentence = useEventSentence()
  return (
    <ul className={list.rows} aria-label={words.history}>
      {entries.map((entry) => (
        <li key={entry.number}>
          <div className={list.thing}>
            <p className={list.name}>{sentence(entry)}</p>
            <p className={list.facts}>
              {[words.actors[entry.actor], entry.device, entry.address]
                .filter((part) => part !== '')
                .join(' · ')}
            </p>
          </div>
          <p className={list.facts}>
            <Moment at={entry.at} isExact />
          </p>
        </li>
      ))}
    </ul>
  )
}
