/** The queries of watch lists and webhooks, and what several pages do with them. */
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { get } from '../../api/call.ts'
import type {
  AppWatchedCompaniesAnswer,
  AppWatchesAnswer,
  AppWebhookEventsAnswer,
  WebhookEntry,
} from '../../api/types.ts'

/** A page of companies, as large as the server allows. */
const COMPANIES_PER_PAGE = 1000
/** The start of the keys of companies of lists. */
export const WATCHED = 'watched'
/** A webhook that sends is asked for so often. */
const ASK_AGAIN_MS = 1_000
/** One that waits for its next attempt: the first ones are made after 5 and 30 seconds. */
const ASK_FAILING_MS = 5_000

/** Returns in how many ms to ask again for webhooks whose state changes by itself; `false`: none does. */
function askAgainIn(webhooks: readonly WebhookEntry[]): number | false {
  const sending = webhooks.filter(({ state, waiting }) => state === 'active' && waiting > 0)
  if (sending.length === 0) return false
  return sending.some(({ failing }) => failing === null) ? ASK_AGAIN_MS : ASK_FAILING_MS
}

/** The lists and the webhooks of the account. */
export const WATCHES = queryOptions({
  queryKey: ['watches'],
  queryFn: ({ signal }) => get<AppWatchesAnswer>('watches', signal),
  staleTime: 0,
  refetchInterval: ({ state }) => askAgainIn(state.data?.webhooks ?? []),
})

/** The companies of a list. */
export function watchedQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [WATCHED, id],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        limit: `${COMPANIES_PER_PAGE}`,
        ...(pageParam !== null && { cursor: pageParam }),
      })
      return get<AppWatchedCompaniesAnswer>(`watches/${encodeURIComponent(id)}/companies?${query}`, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    // Up to ten pages: what is done here changes them at once.
    refetchOnWindowFocus: false,
  })
}

/** The events of a webhook, the newest first. */
export function eventsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['webhook-events', id],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? '' : `?before=${pageParam}`
      return get<AppWebhookEventsAnswer>(`webhooks/${encodeURIComponent(id)}/events${query}`, signal)
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ older }) => older,
    staleTime: 0,
  })
}

/** Returns a function that reloads lists and webhooks, for use after a change; the promise resolves when they are there. */
export function useWatchesRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: WATCHES.queryKey })
}
