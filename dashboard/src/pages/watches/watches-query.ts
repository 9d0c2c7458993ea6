/** The queries of watch lists and webhooks, and what several pages do with them. */
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { get } from '../../api/call.ts'
import type { AppWatchedCompaniesAnswer, AppWatchesAnswer, AppWebhookEventsAnswer } from '../../api/types.ts'
import { askAgainIn } from './ask-again.ts'

/** A page of companies, as large as the server allows. */
const COMPANIES_PER_PAGE = 1000
/** The start of the keys of companies of lists. */
export const WATCHED = 'watched'
/** The lists and the webhooks of the account. */
export const WATCHES = queryOptions({
  queryKey: ['watches'],
  queryFn: ({ signal }) => get<AppWatchesAnswer>('watches', signal),
  staleTime: 0,
  refetchInterval: askAgainIn,
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
