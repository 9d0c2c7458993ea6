/** A row of the list; opened, it stands beside the companies that were found for it. */
import { Button } from '@mantine/core'
import { useId } from 'react'
import type { ReviewRow } from '../../api/types.ts'
import { StateMark } from '../../parts/state-mark.tsx'
import { isolated } from '../../words/isolated.ts'
import { useWords } from '../../words/language.tsx'
import { MATCHES_WORDS } from '../../words/matches.ts'
import { Candidate } from './candidate.tsx'
import styles from './review.module.css'
import { NO_COMPANY } from './use-review-keys.ts'

interface ReviewItemProps {
  readonly row: ReviewRow
  readonly header: readonly string[]
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onChoose: (choice: string) => void
  readonly onTakeBack: () => void
}

export function ReviewItem({ row, header, isOpen, onOpen, onChoose, onTakeBack }: ReviewItemProps) {
  const words = useWords(MATCHES_WORDS)
  const id = useId()
  return (
    <li className={styles.row} data-open={isOpen || undefined}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onOpen}
      >
        <span className={styles.number}>
          <span className={styles.hidden}>{words.row} </span>
          {row.row + 1}
        </span>
        <span className={styles.what}>{isolated(titleOf(row) || words.emptyRow)}</span>
        <Choice row={row} />
      </button>
      {isOpen && (
        <div id={id} className={styles.sides}>
          <Input row={row} header={header} />
          <div className={styles.found}>
            <Candidates row={row} onChoose={onChoose} />
            <div className={styles.acts}>
              <Button
                variant={row.choice === NO_COMPANY ? 'filled' : 'default'}
                aria-pressed={row.choice === NO_COMPANY}
                onClick={() => onChoose(NO_COMPANY)}
              >
                <kbd className={styles.key}>N</kbd> {words.noneOfThem}
              </Button>
              {row.choice !== null && (
                <Button variant="subtle" onClick={onTakeBack}>
                  {words.takeBack}
                </Button>
              )}
            </div>
          </div>
        </div>
      )}
    </li>
  )
}

function titleOf({ name, city, number, cells }: ReviewRow): string {
  const known = [name, city, number].filter((text) => text !== '')
  return known.length > 0 ? known.join(', ') : cells.filter((text) => text !== '').join(', ')
}

/** What was decided, in the closed row. */
function Choice({ row: { choice, companies } }: { readonly row: ReviewRow }) {
  const words = useWords(MATCHES_WORDS)
  if (choice === null) return null
  const company = companies.find(({ uuid }) => uuid === choice)
  return (
    <StateMark tone={company === undefined ? 'quiet' : 'good'}>
      {company === undefined ? words.noneChosen : isolated(company.name)}
    </StateMark>
  )
}

/** The row as it is in the file. */
function Input({ row, header }: Pick<ReviewItemProps, 'row' | 'header'>) {
  const words = useWords(MATCHES_WORDS)
  const cells = row.cells.flatMap((text, place) =>
    text === '' ? [] : [{ place, text, name: header[place] || words.column(place + 1) }],
  )
  return (
    <div className={styles.input}>
      <h3 className={styles.title}>{words.inTheList}</h3>
      <dl>
        {cells.map(({ place, name, text }) => (
          <div key={place}>
            <dt>{isolated(name)}</dt>
            <dd>{isolated(text)}</dd>
          </div>
        ))}
      </dl>
      {row.notes.map((note) => (
        <p key={note} className={styles.note}>
          {words.notes[note]}
        </p>
      ))}
      {row.faults.map(({ field, reason }) => (
        <p key={field} className={styles.note}>
          {words.fault(words.faultFields[field], reason)}
        </p>
      ))}
    </div>
  )
}

function Candidates({ row, onChoose }: Pick<ReviewItemProps, 'row' | 'onChoose'>) {
  const words = useWords(MATCHES_WORDS)
  return (
    <>
      <h3 className={styles.title}>{words.candidates(row.companies.length)}</h3>
      <ol className={styles.candidates}>
        {row.companies.map((company, index) => (
          <Candidate
            key={company.uuid}
            company={company}
            wanted={row.name}
            shortcut={index + 1}
            isChosen={row.choice === company.uuid}
            onChoose={() => onChoose(company.uuid)}
          />
        ))}
      </ol>
    </>
  )
}
