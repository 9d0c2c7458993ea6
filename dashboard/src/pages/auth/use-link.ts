/** Reads what the link of an e-mail is for, without using it. */
import { useQuery } from '@tanstack/react-query'
import { CallFailure, post } from '../../api/call.ts'
import type { LinkAnswer } from '../../api/types.ts'

export function useLink(token: string) {
  return useQuery({
    queryKey: ['link', token],
    queryFn: ({ signal }) => describeLink(token, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

function describeLink(token: string, signal: AbortSignal): Promise<LinkAnswer> {
  if (token === '')
    throw new CallFailure({ status: 404, code: 'not_found', reason: 'link_invalid', text: '' })
  return post<LinkAnswer>('auth/links/look', { token }, signal)
}
