/** What the pages about keys read. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { look } from '../../api/call.ts'
import type { KeyHistoryEntry, KeysAnswer } from '../../api/key-types.ts'

const NAME = 'keys'

export const KEYS = queryOptions({
  queryKey: [NAME, 'list'],
  queryFn: ({ signal }) => look<KeysAnswer>('keys', signal),
})

export function historyOf(id: string) {
  return queryOptions({
    queryKey: [NAME, 'history', id],
    queryFn: ({ signal }) =>
      look<{ entries: KeyHistoryEntry[] }>(`keys/${encodeURIComponent(id)}/history`, signal),
  })
}

/** After a change: whatever is shown of keys is asked for again. */
export function useKeysRefresh(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: [NAME] })
}
