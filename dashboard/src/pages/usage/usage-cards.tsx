/** The two charts, each with its table beside it. */
import type { UsageAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { useWords } from '../../words/language.tsx'
import { USAGE } from '../../words/usage.ts'
import { Chart, type ChartLine } from './chart.tsx'
import { useNumbers } from './numbers.ts'
import styles from './usage.module.css'
import { type Column, UsageTable } from './usage-table.tsx'

type Row = UsageAnswer['rows'][number]

interface CardProps {
  readonly rows: readonly Row[]
  readonly step: 'hour' | 'day'
}

export function RequestsCard({ rows, step }: CardProps) {
  const words = useWords(USAGE)
  const numbers = useNumbers()
  const lines: ChartLine<Row>[] = [
    { word: words.good, colour: 'accent', read: (row) => row.requests - row.errors - row.limited },
    { word: words.limited, colour: 'warn', read: (row) => row.limited },
    { word: words.errors, colour: 'danger', read: (row) => row.errors },
  ]
  const columns: Column<Row>[] = [
    { word: words.requests, show: (row) => numbers.whole(row.requests) },
    { word: words.errors, show: (row) => numbers.whole(row.errors) },
    { word: words.limited, show: (row) => numbers.whole(row.limited) },
    { word: words.deep, show: (row) => numbers.whole(row.deep) },
  ]
  return (
    <Card title={words.requests} text={words.requestsText}>
      <div className={styles.both}>
        <Chart
          rows={rows}
          lines={lines}
          kind="stacked"
          title={words.requests}
          show={numbers.whole}
          step={step}
          showAt={numbers.axis}
        />
        <UsageTable rows={rows} columns={columns} step={step} title={words.requests} />
      </div>
    </Card>
  )
}

export function TimesCard({ rows, step }: CardProps) {
  const words = useWords(USAGE)
  const numbers = useNumbers()
  const lines: ChartLine<Row>[] = [
    { word: words.p50Short, colour: 'accent', read: (row) => row.p50_ms },
    { word: words.p99Short, colour: 'warn', read: (row) => row.p99_ms },
  ]
  const columns: Column<Row>[] = [
    { word: words.p50Short, show: (row) => numbers.ms(row.p50_ms) },
    { word: words.p99Short, show: (row) => numbers.ms(row.p99_ms) },
  ]
  return (
    <Card title={words.timesTitle} text={words.timesText}>
      <div className={styles.both}>
        <Chart
          rows={rows}
          lines={lines}
          kind="lines"
          title={words.timesTitle}
          show={numbers.ms}
          step={step}
          showAt={numbers.axis}
        />
        <UsageTable rows={rows} columns={columns} step={step} title={words.timesTitle} />
      </div>
    </Card>
  )
}
