/** What pages read again and again, each under one name, and how the store of answers behaves. */
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { CallFailure, isRefusedFor, look } from './call.ts'
import type { SessionAnswer } from './types.ts'

const TRIES = 2
/** An answer younger than that is shown again without asking. */
const FRESH_MS = 15_000
const PAUSE_MS = 400

/**
 * Whatever is refused because the session has ended, who is signed in is asked anew.
 *
 * @param onActionRefused when that was a change
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
      queries: { staleTime: FRESH_MS, retry: isWorthAnotherTry, retryDelay: PAUSE_MS, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
  return queries
}

/** Refusals stay refusals; only a server that was not there is asked again. */
function isWorthAnotherTry(tries: number, fault: unknown): boolean {
  return fault instanceof CallFailure && (fault.status === 0 || fault.status === 503) && tries < TRIES
}

/** Who is signed in, and how this server is set up. Never refused. */
export const SESSION = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => look<SessionAnswer>('session', signal),
})
