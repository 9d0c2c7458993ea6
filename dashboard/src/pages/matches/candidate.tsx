/** A company that a row may mean, with the letters in which the names differ. */
import { Link } from '@tanstack/react-router'
import type { ReviewRow } from '../../api/types.ts'
import { MarkedName } from '../../search/marked-name.tsx'
import { companyPath } from '../../search/navigation.tsx'
import { useNaming } from '../../search/reference.tsx'
import { isolated } from '../../words/isolated.ts'
import { useWords } from '../../words/language.tsx'
import { MATCHES_WORDS } from '../../words/matches.ts'
import styles from './review.module.css'

interface CandidateProps {
  readonly company: ReviewRow['companies'][number]
  /** The name in the list. */
  readonly wanted: string
  /** The key that chooses it. */
  readonly shortcut: number
  readonly isChosen: boolean
  readonly onChoose: () => void
}

export function Candidate({ company, wanted, shortcut, isChosen, onChoose }: CandidateProps) {
  const words = useWords(MATCHES_WORDS)
  const nameOf = useNaming()
  const { name, seat, status, score, reasons, differences, missing } = company
  const number = [company.registration_number, company.register_court].filter((text) => text !== '')
  return (
    <li className={styles.candidate} data-chosen={isChosen || undefined}>
      <button type="button" className={styles.choose} aria-pressed={isChosen} onClick={onChoose}>
        <kbd className={styles.key}>{shortcut}</kbd>
        <span className={styles.name}>
          <MarkedName ranges={differences}>{name}</MarkedName>
        </span>
        <span className={styles.score} title={words.scoreTitle}>
          <span className={styles.hidden}>{words.score} </span>
          {score}
        </span>
      </button>
      {missing.length > 0 && (
        <p className={styles.fact}>
          {words.listed}{' '}
          <span className={styles.name}>
            <MarkedName ranges={missing}>{wanted}</MarkedName>
          </span>
        </p>
      )}
      <p className={styles.fact}>
        {seat !== '' && <strong>{isolated(seat)}</strong>} {number.map(isolated).join(', ')}{' '}
        <span className={styles.status} data-status={status}>
          {nameOf('statuses', status)}
        </span>
      </p>
      <p className={styles.fact}>
        {reasons.map((reason) => nameOf('match_reasons', reason)).join(' ')}{' '}
        <Link to={companyPath(company.uuid) as string} className={styles.more}>
          {words.details}
          <span className={styles.hidden}> {isolated(name)}</span>
        </Link>
      </p>
    </li>
  )
}
