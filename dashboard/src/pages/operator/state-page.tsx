/** Shows the state of the server: import, data sets, index, e-mails. */
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/call.ts'
import type { OperatorStateAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { PageFailure } from '../../parts/failure.tsx'
import list from '../../parts/list.module.css'
import { Rows } from '../../parts/loading.tsx'
import { Moment } from '../../parts/moment.tsx'
import { creditText } from '../../words/credit.ts'
import { useFormat } from '../../words/format.ts'
import { useLanguage, useWords } from '../../words/language.tsx'
import { OPERATOR } from '../../words/operator.ts'
import { ImportCard, ImportsCard } from './import-cards.tsx'
import { NodesCard } from './nodes-card.tsx'
import styles from './operator.module.css'
import { OperatorFrame } from './operator-frame.tsx'
import { SourcesCard } from './source-card.tsx'
import { PLACE } from './use-act.ts'

const BUSY_MS = 1000
const QUIET_MS = 10_000
const BYTES_PER_MB = 1_000_000

export function StatePage() {
  const state = useQuery({
    queryKey: [PLACE, 'state'],
    queryFn: ({ signal }) => get<OperatorStateAnswer>('operator/state', signal),
    refetchInterval: ({ state: { data } }) => (data?.importing ? BUSY_MS : QUIET_MS),
  })
  return (
    <OperatorFrame>
      {state.isPending && <Rows count={6} />}
      {state.isError && <PageFailure fault={state.error} onRetry={() => state.refetch()} />}
      {state.data && (
        <>
          <ImportCard importing={state.data.importing} />
          <SourcesCard sources={state.data.import_sources} />
          <SetsCard sources={state.data.sources} />
          <ServerCard state={state.data} />
          <NodesCard nodes={state.data.nodes} />
          <ImportsCard imports={state.data.imports} />
        </>
      )}
    </OperatorFrame>
  )
}

function SetsCard({ sources }: Pick<OperatorStateAnswer, 'sources'>) {
  const words = useWords(OPERATOR)
  const { language } = useLanguage()
  const format = useFormat()
  return (
    <Card title={words.setsTitle} isFlush>
      {sources.length === 0 && <p className={list.none}>{words.setsNone}</p>}
      <ul className={list.rows} aria-label={words.setsTitle}>
        {sources.map(({ source, title, licence, attribution, rows, as_of }) => (
          <li key={source}>
            <div className={list.thing}>
              <p className={list.name}>{title}</p>
              <p className={list.facts}>{words.setRows(format.number(rows), format.day(as_of))}</p>
              <p className={list.facts}>
                {creditText(attribution, language)} · {licence}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ServerCard({ state }: { readonly state: OperatorStateAnswer }) {
  const words = useWords(OPERATOR)
  const format = useFormat()
  const { emails } = state
  const active = state.threads.filter((one) => one === 'working').length
  const facts = [
    { word: words.version, value: state.version },
    { word: words.running, value: <Moment at={state.started_at} isExact /> },
    {
      word: words.threads,
      value: words.threadsActive(format.number(active), format.number(state.threads.length)),
    },
    { word: words.companies, value: format.number(state.companies) },
    { word: words.index, value: <IndexFacts state={state} /> },
    { word: words.people, value: format.number(state.accounts) },
    { word: words.mail, value: <MailFacts emails={emails} /> },
    ...(state.is_passive ? [{ word: words.passive, value: words.passiveFacts }] : []),
  ]
  return (
    <Card title={words.serverTitle} isFlush>
      <dl className={styles.pairs}>
        {facts.map(({ word, value }) => (
          <div key={word} className={styles.pair}>
            <dt>{word}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function IndexFacts({ state: { index, opensearch } }: { readonly state: OperatorStateAnswer }) {
  const words = useWords(OPERATOR)
  const format = useFormat()
  if (opensearch === 'lost') return words.indexLost
  if (index === null) return words.indexNone
  const size = `${format.number(Math.round(index.bytes / BYTES_PER_MB))} MB`
  return (
    <>
      {words.indexFacts(format.number(index.companies), format.number(index.delta_companies), size)}
      {index.is_merging && ` (${words.merging})`}
    </>
  )
}

function MailFacts({ emails }: Pick<OperatorStateAnswer, 'emails'>) {
  const words = useWords(OPERATOR)
  const format = useFormat()
  const { waiting, failed, oldest_waiting_at, fault } = emails
  return (
    <>
      {words.mailFacts(format.number(waiting), format.number(failed))}
      {oldest_waiting_at !== null && <br />}
      {oldest_waiting_at !== null && words.mailWaits(format.moment(oldest_waiting_at))}
      {fault !== null && <code className={styles.fault}>{fault}</code>}
    </>
  )
}
