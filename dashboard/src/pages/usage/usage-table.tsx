/** The numbers of a chart as a table: newest first, without empty steps. */
import { useWords } from '../../words/language.tsx'
import { USAGE } from '../../words/usage.ts'
import { useNumbers } from './numbers.ts'
import styles from './usage.module.css'

export interface Column<Row> {
  readonly word: string
  readonly show: (row: Row) => string
}

interface UsageTableProps<Row> {
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly step: 'hour' | 'day'
  readonly title: string
}

export function UsageTable<Row extends { readonly at: string; readonly requests: number }>({
  rows,
  columns,
  step,
  title,
}: UsageTableProps<Row>) {
  const words = useWords(USAGE)
  const numbers = useNumbers()
  const busy = rows.filter(({ requests }) => requests > 0).toReversed()
  return (
    // Focusable, so that it can be scrolled by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={`${title}: ${words.table}`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words[step]}</th>
            {columns.map(({ word }) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {busy.map((row) => (
            <tr key={row.at}>
              <th scope="row">{numbers.step(row.at)}</th>
              {columns.map(({ word, show }) => (
                <td key={word}>{show(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
