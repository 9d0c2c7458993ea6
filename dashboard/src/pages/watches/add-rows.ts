/** Adds companies to a list, and reloads what shows them. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { post } from '../../api/call.ts'
import type { AppAddCompaniesAnswer } from '../../api/types.ts'
import type { NamedRow } from './row-lines.ts'
import { useWatchesRefresh, WATCHED } from './watches-query.ts'

/** What became of each row, in their order. */
export type Added = AppAddCompaniesAnswer['companies']

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
