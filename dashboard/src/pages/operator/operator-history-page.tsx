/** Shows the history of the whole server. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { get } from '../../api/call.ts'
import type { OperatorAuditAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { Empty } from '../../parts/empty.tsx'
import { PageFailure } from '../../parts/failure.tsx'
import list from '../../parts/list.module.css'
import { Rows } from '../../parts/loading.tsx'
import { Moment } from '../../parts/moment.tsx'
import { More } from '../../parts/more.tsx'
import { useEventSentence } from '../../words/events.ts'
import { useWords } from '../../words/language.tsx'
import { OPERATOR } from '../../words/operator.ts'
import { historyFacts } from './history-facts.ts'
import { OperatorFrame } from './operator-frame.tsx'
import { PLACE } from './use-act.ts'

type Entry = OperatorAuditAnswer['entries'][number]

export function OperatorHistoryPage() {
  return (
    <OperatorFrame>
      <HistoryCard />
    </OperatorFrame>
  )
}

function HistoryCard() {
  const words = useWords(OPERATOR)
  const history = useInfiniteQuery({
    queryKey: [PLACE, 'history'],
    queryFn: ({ signal, pageParam }) =>
      get<OperatorAuditAnswer>(`operator/audit${pageParam === null ? '' : `?before=${pageParam}`}`, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ older }) => older,
  })
  const entries = history.data?.pages.flatMap((page) => page.entries)
  return (
    <Card title={words.historyTitle} isFlush>
      {history.isPending && <Rows count={5} />}
      {history.isError && <PageFailure fault={history.error} onRetry={() => history.refetch()} />}
      {entries?.length === 0 && <Empty title={words.historyNone} text={words.historyNoneText} />}
      {entries !== undefined && entries.length > 0 && (
        <ul className={list.rows} aria-label={words.historyTitle}>
          {entries.map((entry) => (
            <Row key={entry.number} of={entry} />
          ))}
        </ul>
      )}
      <More of={history} word={words.historyOlder} />
    </Card>
  )
}

function Row({ of: entry }: { readonly of: Entry }) {
  const words = useWords(OPERATOR)
  const sentence = useEventSentence()
  return (
    <li>
      <div className={list.thing}>
        <p className={list.name}>{sentence(entry)}</p>
        <p className={list.facts}>{historyFacts(entry, words)}</p>
      </div>
      <p className={list.facts}>
        <Moment at={entry.at} isExact />
      </p>
    </li>
  )
}
