/** Decisions about rows: shown at once, stored one after another, and taken back in the opposite order. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { post } from '../../api/call.ts'
import type { AppMatchRowsAnswer, ReviewRow } from '../../api/types.ts'
import { matchQuery } from './matches-query.ts'

interface Decision {
  readonly row: number
  readonly choice: string | null
}

export interface Decisions {
  /** Why the last decision is not stored; `null`: it is. The page shows then what was decided before. */
  readonly fault: unknown
  readonly decide: (row: ReviewRow, choice: string | null) => void
  /** Takes the last decision about one of these rows back, and returns the row; `undefined` if there is none. */
  readonly takeBack: (rows: readonly ReviewRow[]) => number | undefined
}

export function useDecisions(job: string, queryKey: readonly unknown[]): Decisions {
  const queries = useQueryClient()
  const earlier = useRef<Decision[]>([])
  const show = ({ row, choice }: Decision) =>
    queries.setQueryData<AppMatchRowsAnswer>(queryKey, (answer) => answer && withChoice(answer, row, choice))
  const deciding = useMutation({
    // In their order, however fast somebody types.
    scope: { id: `decisions-${job}` },
    mutationFn: ({ decision }: { readonly decision: Decision; readonly before: Decision }) =>
      post(`matches/${job}/decisions`, decision),
    onMutate: ({ decision }) => {
      // An answer that was asked for before would show the row without the decision.
      void queries.cancelQueries({ queryKey })
      show(decision)
    },
    onError: (_fault, { before }) => {
      show(before)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: matchQuery(job).queryKey }),
  })
  return {
    fault: deciding.error,
    decide({ row, choice: old }, choice) {
      const before = { row, choice: old }
      earlier.current.push(before)
      deciding.mutate({ decision: { row, choice }, before })
    },
    takeBack(rows) {
      const last = earlier.current.pop()
      const shown = rows.find(({ row }) => row === last?.row)
      if (last === undefined || shown === undefined) return undefined
      deciding.mutate({ decision: last, before: { row: last.row, choice: shown.choice } })
      return last.row
    },
  }
}

function withChoice(answer: AppMatchRowsAnswer, row: number, choice: string | null): AppMatchRowsAnswer {
  return { ...answer, rows: answer.rows.map((one) => (one.row === row ? { ...one, choice } : one)) }
}
