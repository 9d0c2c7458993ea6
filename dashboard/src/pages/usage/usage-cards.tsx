/** The two charts, each with its table. */
import type { UsageAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { useWords } from '../../words/language.tsx'
import { USAGE } from '../../words/usage.ts'
import { Chart, type ChartProps } from './chart.tsx'
import { useNumbers } from './numbers.ts'
import styles from './usage.module.css'
import { type Column, UsageTable } from './usage-table.tsx'

type Row = UsageAnswer['rows'][number]

interface CardProps {
  readonly rows: readonly Row[]
  readonly step: 'hour' | 'day'
}

export function RequestsCard(card: CardProps) {
  const words = useWords(USAGE)
  const { whole } = useNumbers()
  return (
    <UsageCard
      {...card}
      title={words.requests}
      text={words.requestsText}
      kind="stacked"
      show={whole}
      lines={[
        { word: words.good, colour: 'accent', read: (row) => row.requests - row.errors - row.limited },
        { word: words.limited, colour: 'warn', read: (row) => row.limited },
        { word: words.errors, colour: 'danger', read: (row) => row.errors },
      ]}
      columns={[
        { word: words.requests, show: (row) => whole(row.requests) },
        { word: words.errors, show: (row) => whole(row.errors) },
        { word: words.limited, show: (row) => whole(row.limited) },
        { word: words.deep, show: (row) => whole(row.deep) },
      ]}
    />
  )
}

export function TimesCard(card: CardProps) {
  const words = useWords(USAGE)
  const { ms } = useNumbers()
  return (
    <UsageCard
      {...card}
      title={words.timesTitle}
      text={words.timesText}
      kind="lines"
      show={ms}
      lines={[
        { word: words.p50Short, colour: 'accent', read: (row) => row.p50_ms },
        { word: words.p99Short, colour: 'warn', read: (row) => row.p99_ms },
      ]}
      columns={[
        { word: words.p50Short, show: (row) => ms(row.p50_ms) },
        { word: words.p99Short, show: (row) => ms(row.p99_ms) },
      ]}
    />
  )
}

interface UsageCardProps extends CardProps, Pick<ChartProps<Row>, 'lines' | 'kind' | 'title' | 'show'> {
  readonly text: string
  readonly columns: readonly Column<Row>[]
}

function UsageCard({ text, columns, ...chart }: UsageCardProps) {
  const { axis } = useNumbers()
  const { rows, step, title } = chart
  return (
    <Card title={title} text={text}>
      <div className={styles.both}>
        <Chart {...chart} showAt={axis} />
        <UsageTable rows={rows} columns={columns} step={step} title={title} />
      </div>
    </Card>
  )
}
