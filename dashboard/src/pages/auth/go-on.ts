/** Opens the page from which the user came to sign in, or the keys. */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { SESSION } from '../../api/queries.ts'
import { placeBefore } from './place-before.ts'

/** Returns a function that reloads the session and then opens that page. */
export function useGoOn(): () => Promise<void> {
  const queries = useQueryClient()
  const router = useRouter()
  return useCallback(async () => {
    const place = placeBefore(location.search, location.origin)
    await queries.invalidateQueries({ queryKey: SESSION.queryKey, refetchType: 'none' })
    await queries.fetchQuery({ ...SESSION, staleTime: 0 })
    router.history.replace(place)
  }, [queries, router])
}
