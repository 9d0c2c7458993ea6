/**
 * A change that an operator makes: with a proof where the server asks for one, then what is shown is asked
 * for again.
 */
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { change } from '../../api/call.ts'
import { useProven } from '../../parts/proof.ts'

/** Everything that operators read has this first name. */
export const PLACE = 'operator'

export function useAct<Takes = void, Gives = unknown>(
  call: (takes: Takes) => { readonly path: string; readonly body?: unknown },
  onDone?: (gives: Gives) => void,
): UseMutationResult<Gives, Error, Takes> {
  const queries = useQueryClient()
  const proven = useProven()
  return useMutation<Gives, Error, Takes>({
    mutationFn: (takes) => {
      const { path, body = {} } = call(takes)
      return proven(() => change<Gives>(`operator/${path}`, body))
    },
    onSuccess: (gives) => {
      void queries.invalidateQueries({ queryKey: [PLACE] })
      onDone?.(gives)
    },
  })
}
