/** A page of rows under review: one is open, and keys decide about it. */
import { Button } from '@mantine/core'
import { useRef } from 'react'
import type { AppMatchAnswer, AppMatchRowsAnswer } from '../../api/types.ts'
import { Failure } from '../../parts/failure.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { MATCHES_WORDS } from '../../words/matches.ts'
import styles from './review.module.css'
import { ReviewItem } from './review-item.tsx'
import { type Start, useReview } from './use-review.ts'

interface ReviewRowsProps {
  readonly match: AppMatchAnswer
  readonly answer: AppMatchRowsAnswer
  readonly queryKey: readonly unknown[]
  readonly start: Start
  readonly onPage: (page: number, start: Start) => void
}

export function ReviewRows({ match, answer, queryKey, start, onPage }: ReviewRowsProps) {
  const words = useWords(MATCHES_WORDS)
  const list = useRef<HTMLOListElement>(null)
  const pages = Math.ceil(answer.total / answer.page_rows)
  const review = useReview({ list, match, answer, queryKey, start, pages, onPage })
  return (
    <>
      <p className={styles.keys}>{words.keys}</p>
      <p role="status" className={styles.hidden}>
        {review.said}
      </p>
      <Failure fault={review.fault} {...(review.fault !== null && { text: words.notKept })} />
      <ol className={styles.rows} ref={list}>
        {answer.rows.map((row, index) => (
          <ReviewItem
            key={row.row}
            row={row}
            header={match.header}
            isOpen={index === review.at}
            onOpen={() => review.open(index)}
            onChoose={review.choose}
            onTakeBack={() => review.decide(row, null)}
          />
        ))}
      </ol>
      <Pages answer={answer} pages={pages} onPage={(page) => onPage(page, 'first')} />
    </>
  )
}

interface PagesProps {
  readonly answer: AppMatchRowsAnswer
  readonly pages: number
  readonly onPage: (page: number) => void
}

function Pages({ answer: { page, page_rows, rows, total }, pages, onPage }: PagesProps) {
  const words = useWords(MATCHES_WORDS)
  const format = useFormat()
  const first = page * page_rows + 1
  const range = words.range(
    format.number(first),
    format.number(first + rows.length - 1),
    format.number(total),
  )
  return (
    <nav className={styles.pages} aria-label={words.pages}>
      <Button variant="default" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {words.previous}
      </Button>
      <span>{range}</span>
      <Button variant="default" disabled={page + 1 >= pages} onClick={() => onPage(page + 1)}>
        {words.next}
      </Button>
    </nav>
  )
}
