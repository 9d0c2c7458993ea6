/** The queries of lists that are matched. */
import { queryOptions } from '@tanstack/react-query'
import { get } from '../../api/call.ts'
import type {
  AppMatchAnswer,
  AppMatchesAnswer,
  AppMatchRowsAnswer,
  MatchEntry,
  ReviewRow,
} from '../../api/types.ts'

export type RowState = ReviewRow['state']

/** The states in the order of the tabs. */
export const STATES = ['ambiguous', 'possible', 'not_found', 'found', 'invalid'] as const satisfies RowState[]

/** A running job is asked for so often. */
const ASK_AGAIN_MS = 1_000

/** Whether the job still changes by itself. */
export function isActive({ state }: Pick<MatchEntry, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

/** The jobs of the account. */
export const MATCHES = queryOptions({
  queryKey: ['matches'],
  queryFn: ({ signal }) => get<AppMatchesAnswer>('matches', signal),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.jobs.some(isActive) ? ASK_AGAIN_MS : false),
})

/** One job. */
export function matchQuery(id: string) {
  return queryOptions({
    queryKey: ['match', id],
    queryFn: ({ signal }) => get<AppMatchAnswer>(`matches/${encodeURIComponent(id)}`, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isActive(state.data.job) ? ASK_AGAIN_MS : false),
  })
}

/** A page of the rows in a state; `undefined`: the one with the first row without a decision. */
export function rowsQuery(id: string, state: RowState, page: number | undefined) {
  const query = new URLSearchParams({ state, ...(page !== undefined && { page: String(page) }) })
  return queryOptions({
    queryKey: ['match-rows', id, state, page ?? 'open'],
    queryFn: ({ signal }) =>
      get<AppMatchRowsAnswer>(`matches/${encodeURIComponent(id)}/rows?${query}`, signal),
    // Decisions change it here; what the server has is read when it is opened.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
