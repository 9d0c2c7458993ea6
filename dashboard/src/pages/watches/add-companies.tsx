/** Adds companies to a list: one by the search field, or many lines at once. */
import type { WatchEntry } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { WATCHES_WORDS } from '../../words/watches.ts'
import { AddLines } from './add-lines.tsx'
import { AddOne } from './add-one.tsx'
import styles from './watches.module.css'

interface AddCompaniesProps {
  readonly watch: WatchEntry
  readonly companiesMax: number
}

export function AddCompanies({ watch, companiesMax }: AddCompaniesProps) {
  const words = useWords(WATCHES_WORDS)
  const format = useFormat()
  return (
    <Card title={words.add} text={words.addText(format.number(companiesMax))}>
      <div className={styles.stack}>
        <AddOne id={watch.id} companiesMax={companiesMax} />
        <details className={styles.more}>
          <summary>{words.paste}</summary>
          <AddLines id={watch.id} companiesMax={companiesMax} />
        </details>
      </div>
    </Card>
  )
}
