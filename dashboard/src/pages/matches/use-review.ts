/** What is open in a page of the review, and what keys and buttons do there. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { AppMatchAnswer, AppMatchRowsAnswer, ReviewRow } from '../../api/types.ts'
import { useWords } from '../../words/language.tsx'
import { MATCHES_WORDS } from '../../words/matches.ts'
import { type Decisions, useDecisions } from './use-decisions.ts'
import { useReviewKeys } from './use-review-keys.ts'

/** Where a page begins: at its first row without a decision, or where the keyboard came from. */
export type Start = 'open' | 'first' | 'last'

interface ReviewPlan {
  readonly list: RefObject<HTMLOListElement | null>
  readonly match: AppMatchAnswer
  readonly answer: AppMatchRowsAnswer
  readonly queryKey: readonly unknown[]
  readonly start: Start
  /** The number of pages. */
  readonly pages: number
  readonly onPage: (page: number, start: Start) => void
}

interface ReviewState extends Pick<Decisions, 'fault' | 'decide'> {
  /** The place of the open row in the page. */
  readonly at: number
  /** What a screen reader says of the last decision. */
  readonly said: string
  readonly open: (at: number) => void
  /** Decides about the open row, and opens the next one. */
  readonly choose: (choice: string) => void
}

export function useReview(plan: ReviewPlan): ReviewState {
  const { list, match, answer, queryKey, start } = plan
  const words = useWords(MATCHES_WORDS)
  const [at, setAt] = useState(() => startOf(answer, start))
  const [said, setSaid] = useState('')
  // Only what somebody does moves the focus; a page that opens by itself does not take it.
  const isMoved = useRef(start !== 'open')
  const decisions = useDecisions(match.job.id, queryKey)
  const open = (to: number) => {
    isMoved.current = true
    setAt(to)
  }
  /** Opens another row, and says what was done before. */
  const go = (to: number, text = '') => {
    setSaid(text)
    if (answer.rows[to] !== undefined) open(to)
    else if (!turnPage(plan, to)) setSaid(`${text} ${to < 0 ? words.atStart : words.atEnd}`)
  }
  const choose = (choice: string) => {
    const row = answer.rows[at]
    if (row === undefined) return
    decisions.decide(row, choice)
    go(at + 1, words.said(row.row + 1, row.companies.find(({ uuid }) => uuid === choice)?.name))
  }
  const back = () => {
    const taken = decisions.takeBack(answer.rows)
    if (taken === undefined) go(at - 1)
    else
      go(
        answer.rows.findIndex(({ row }) => row === taken),
        words.takenBack,
      )
  }
  useReviewKeys(list, { row: answer.rows[at], choose, back, move: (by) => go(at + by) })
  useEffect(() => {
    if (isMoved.current) focusRow(list.current, at)
    isMoved.current = false
  }, [at, list])
  return { at, said, open, choose, fault: decisions.fault, decide: decisions.decide }
}

function startOf({ rows }: AppMatchRowsAnswer, start: Start): number {
  if (start === 'last') return rows.length - 1
  return start === 'first' ? 0 : Math.max(0, rows.findIndex(isUndecided))
}

function isUndecided({ choice }: ReviewRow): boolean {
  return choice === null
}

/** Opens the page before or after this one; returns whether there is one. */
function turnPage({ answer: { page }, pages, onPage }: ReviewPlan, to: number): boolean {
  const next = to < 0 ? page - 1 : page + 1
  const isThere = next >= 0 && next < pages
  if (isThere) onPage(next, to < 0 ? 'last' : 'first')
  return isThere
}

function focusRow(list: HTMLElement | null, at: number): void {
  const button = list?.children[at]?.querySelector('button')
  button?.focus({ preventScroll: true })
  button?.parentElement?.scrollIntoView({ block: 'nearest' })
}
