/** The sums of the selected period. */
import type { UsageAnswer } from '../../api/types.ts'
import { useWords } from '../../words/language.tsx'
import { USAGE } from '../../words/usage.ts'
import { useNumbers } from './numbers.ts'
import styles from './usage.module.css'

export function UsageSums({ total }: { readonly total: UsageAnswer['total'] }) {
  const words = useWords(USAGE)
  const numbers = useNumbers()
  const sums = [
    { word: words.requests, value: numbers.whole(total.requests) },
    { word: words.errors, value: numbers.whole(total.errors) },
    { word: words.limited, value: numbers.whole(total.limited) },
    { word: words.deepShare, value: numbers.share(total.deep, total.requests) },
    { word: words.p50, value: numbers.ms(total.p50_ms) },
    { word: words.p99, value: numbers.ms(total.p99_ms) },
  ]
  return (
    <dl className={styles.sums}>
      {sums.map(({ word, value }) => (
        <div key={word} className={styles.sum}>
          <dt>{word}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
