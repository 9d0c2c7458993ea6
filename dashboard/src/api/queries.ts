/** The query client of the app, and the query for the session. */
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { CallFailure, get, isRefusedFor } from './call.ts'
import type { SessionAnswer } from './types.ts'

const TRIES = 2
/** An answer younger than this is used again without a call. */
const FRESH_MS = 15_000
const PAUSE_MS = 400

/**
 * Makes the query client. Every refusal because the session has ended reloads the session.
 *
 * @param onActionRefused is called if the refused call was a change
 */
export function makeQueries(onActionRefused: () => void): QueryClient {
  const askAnew = (fault: unknown) => {
    if (isRefusedFor(fault, 'signed_out')) void queries.invalidateQueries({ queryKey: SESSION.queryKey })
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: askAnew }),
    mutationCache: new MutationCache({
      onError: (fault) => {
        askAnew(fault)
        if (isRefusedFor(fault, 'signed_out')) onActionRefused()
      },
    }),
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: isRetried, retryDelay: PAUSE_MS, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
  return queries
}

/** Returns whether a query is repeated: only if the server was not reached or is busy (503). */
function isRetried(tries: number, fault: unknown): boolean {
  return fault instanceof CallFailure && (fault.status === 0 || fault.status === 503) && tries < TRIES
}

/** The query for the account that is signed in and the settings of this server. It is never refused. */
export const SESSION = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => get<SessionAnswer>('session', signal),
})
