/**
 * A change by an operator: with re-authentication if the server requires it, then all data for operators is
 * reloaded.
 */
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { post } from '../../api/call.ts'
import { useProven } from '../../parts/proof.ts'

/** First part of the query keys of all data for operators. */
export const PLACE = 'operator'

export function useAct<Input = void, Answer = unknown>(
  call: (input: Input) => { readonly path: string; readonly body?: unknown },
  onDone?: (answer: Answer) => void,
): UseMutationResult<Answer, Error, Input> {
  const queries = useQueryClient()
  const proven = useProven()
  return useMutation<Answer, Error, Input>({
    mutationFn: (input) => {
      const { path, body = {} } = call(input)
      return proven(() => post<Answer>(`operator/${path}`, body))
    },
    onSuccess: (answer) => {
      void queries.invalidateQueries({ queryKey: [PLACE] })
      onDone?.(answer)
    },
  })
}
