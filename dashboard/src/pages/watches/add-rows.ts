/** Adds companies to a list, and reloads what shows them. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallFailure, post } from '../../api/call.ts'
import type { AppAddCompaniesAnswer } from '../../api/types.ts'
import type { NamedRow } from './row-lines.ts'
import { useWatchesRefresh, WATCHED } from './watches-query.ts'

/** What became of each row, in their order. */
export type Added = AppAddCompaniesAnswer['companies']

/** Why a row was not added; each has words in `WATCHES_WORDS`. */
export type RowFault = 'not_found' | 'ambiguous' | 'number' | 'court' | 'ref'

/** Returns why a row was not added; `undefined`: the company is in the list. */
export function faultOf({ state, details = [] }: Added[number]): RowFault | undefined {
  if (state === 'added' || state === 'present') return undefined
  if (state !== 'invalid') return state
  if (details.some(({ field }) => field.endsWith('/ref'))) return 'ref'
  return details.some(({ field }) => field.endsWith('/register_court')) ? 'court' : 'number'
}

/** Returns whether nothing was added because the list, or the account with a new list, would have too many entries. */
export function isFullFault(fault: unknown): boolean {
  return fault instanceof CallFailure && fault.status === 409
}

/** Adds rows by one call; at most 1,000. */
export function addRows(id: string, rows: readonly NamedRow[]): Promise<Added> {
  const answer = post<AppAddCompaniesAnswer>(`watches/${id}/companies`, { companies: rows })
  return answer.then(({ companies }) => companies)
}

/** Returns a function that reloads the lists and their companies. */
export function useAddedRefresh(): () => Promise<unknown> {
  const queries = useQueryClient()
  const refresh = useWatchesRefresh()
  return () => Promise.all([refresh(), queries.invalidateQueries({ queryKey: [WATCHED] })])
}

/** Adds one row, and reloads the list. */
export function useAddOne(id: string) {
  const refresh = useAddedRefresh()
  return useMutation({
    mutationFn: async (row: NamedRow) => {
      const [added] = await addRows(id, [row])
      return added as Added[number]
    },
    onSuccess: ({ uuid }) => {
      if (uuid !== null) void refresh()
    },
  })
}
