/** What a mailed link is for, before its button is pressed. Looking changes nothing. */
import { useQuery } from '@tanstack/react-query'
import { CallFailure, change } from '../../api/call.ts'
import type { LinkAnswer } from '../../api/types.ts'

export function useLink(token: string) {
  return useQuery({
    queryKey: ['link', token],
    queryFn: ({ signal }) => lookAtLink(token, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

function lookAtLink(token: string, signal: AbortSignal): Promise<LinkAnswer> {
  if (token === '')
    throw new CallFailure({ status: 404, code: 'not_found', reason: 'link_invalid', text: '' })
  return change<LinkAnswer>('auth/links/look', { token }, signal)
}
