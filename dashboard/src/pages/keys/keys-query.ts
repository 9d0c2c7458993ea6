/** The queries of the pages about keys. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { get } from '../../api/call.ts'
import type { KeyHistoryEntry, KeysAnswer } from '../../api/key-types.ts'

const NAME = 'keys'

export const KEYS = queryOptions({
  queryKey: [NAME, 'list'],
  queryFn: ({ signal }) => get<KeysAnswer>('keys', signal),
})

export function historyOf(id: string) {
  return queryOptions({
    queryKey: [NAME, 'history', id],
    queryFn: ({ signal }) =>
      get<{ entries: KeyHistoryEntry[] }>(`keys/${encodeURIComponent(id)}/history`, signal),
  })
}

/** Returns a function that reloads all data about keys, for use after a change. */
export function useKeysRefresh(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: [NAME] })
}
