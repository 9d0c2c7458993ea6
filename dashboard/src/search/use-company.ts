/** Loads one company by its id. */
import { useCallback, useEffect, useState } from 'react'
import { CallFailure, get } from '../api/call.ts'
import type { Company, CompanyAnswer } from './answers.ts'

export type Looking =
  | { readonly state: 'looking' }
  | { readonly state: 'found'; readonly company: Company; readonly hasMoved: boolean }
  | { readonly state: 'gone' }
  | { readonly state: 'failed'; readonly fault: CallFailure }

export function useCompany(uuid: string): { readonly looking: Looking; readonly again: () => void } {
  const [looking, setLooking] = useState<Looking>({ state: 'looking' })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same once more
  useEffect(() => {
    const giveUp = new AbortController()
    setLooking({ state: 'looking' })
    find(uuid, giveUp.signal).then(setLooking, (fault: unknown) => {
      if (!(fault instanceof CallFailure)) return
      setLooking(fault.status === 404 ? { state: 'gone' } : { state: 'failed', fault })
    })
    return () => giveUp.abort()
  }, [uuid, tries])
  const again = useCallback(() => setTries((count) => count + 1), [])
  return { looking, again }
}

/**
 * Follows a former id once.
 *
 * @throws CallFailure
 */
async function find(uuid: string, signal: AbortSignal): Promise<Looking> {
  const first = await get<CompanyAnswer>(`companies/${encodeURIComponent(uuid)}`, signal)
  const { moved_to: to } = first
  const { company } = to === null ? first : await get<CompanyAnswer>(`companies/${to}`, signal)
  return company === null ? { state: 'gone' } : { state: 'found', company, hasMoved: to !== null }
}
