/** Where one goes once signed in: back to where one came from, else to the keys. */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { SESSION } from '../../api/queries.ts'

/** Where one arrives signed in. */
const HOME = '/keys'

/** Asks anew who is signed in, then goes on. */
export function useGoOn(): () => Promise<void> {
  const queries = useQueryClient()
  const router = useRouter()
  return useCallback(async () => {
    await queries.invalidateQueries({ queryKey: SESSION.queryKey, refetchType: 'none' })
    await queries.fetchQuery({ ...SESSION, staleTime: 0 })
    router.history.replace(placeBefore())
  }, [queries, router])
}

/** From `?back=`; only a path of our own, whatever stands there. */
export function placeBefore(): string {
  const back = new URLSearchParams(location.search).get('back') ?? HOME
  const isOurs = back.startsWith('/') && new URL(back, location.origin).origin === location.origin
  return isOurs && !back.startsWith('/signin') ? back : HOME
}
