/** The keys of the review. They work only while the focus is in the list of rows. */
import { type RefObject, useEffect } from 'react'
import type { ReviewRow } from '../../api/types.ts'

/** The choice that no company is the one of the row. */
export const NO_COMPANY = 'none'

interface ReviewKeys {
  readonly row: ReviewRow | undefined
  readonly choose: (choice: string) => void
  readonly back: () => void
  readonly move: (by: 1 | -1) => void
}

export function useReviewKeys(list: RefObject<HTMLElement | null>, keys: ReviewKeys): void {
  useEffect(() => {
    const element = list.current
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const act = actionOf(event.key, keys)
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    element?.addEventListener('keydown', press)
    return () => element?.removeEventListener('keydown', press)
  })
}

function actionOf(key: string, { row, choose, back, move }: ReviewKeys): (() => void) | undefined {
  if (key === 'ArrowDown') return () => move(1)
  if (key === 'ArrowUp') return () => move(-1)
  if (key === 'Backspace') return back
  if (key === 'n' || key === 'N') return () => choose(NO_COMPANY)
  const company = /^[1-9]$/.test(key) ? row?.companies[Number(key) - 1] : undefined
  return company && (() => choose(company.uuid))
}
