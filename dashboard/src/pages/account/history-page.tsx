/** Who did what when. */
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { look } from '../../api/call.ts'
import type { AuditEntry, ListAuditAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { Empty } from '../../parts/empty.tsx'
import { PageFailure } from '../../parts/failure.tsx'
import { Rows } from '../../parts/loading.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ACCOUNT } from '../../words/account.ts'
import { useEventSentence } from '../../words/events.ts'
import { useWords } from '../../words/language.tsx'
import styles from './account.module.css'
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
      look<ListAuditAnswer>(`account/audit${pageParam === null ? '' : `?before=${pageParam}`}`, signal),
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
      {history.hasNextPage && (
        <div className={styles.more}>
          <Button
            variant="default"
            loading={history.isFetchingNextPage}
            onClick={() => history.fetchNextPage()}
          >
            {words.historyOlder}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Entries({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const words = useWords(ACCOUNT)
  const sentence = useEventSentence()
  return (
    <ul className={styles.list} aria-label={words.history}>
      {entries.map((entry) => (
        <li key={entry.number}>
          <div className={styles.thing}>
            <p className={styles.name}>{sentence(entry)}</p>
            <p className={styles.facts}>
              {[words.actors[entry.actor], entry.device, entry.address]
                .filter((part) => part !== '')
                .join(' · ')}
            </p>
          </div>
          <p className={styles.facts}>
            <Moment at={entry.at} isExact />
          </p>
        </li>
      ))}
    </ul>
  )
}
