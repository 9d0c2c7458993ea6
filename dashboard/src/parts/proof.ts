/**
 * Re-authentication: if the server refuses a change without it, the dialog opens and the call is repeated.
 */
import { createContext, useCallback, useContext } from 'react'
import { isRefusedFor } from '../api/call.ts'

/** The user closed the dialog, so nothing was done and no message is needed. */
export class ProofGivenUp extends Error {}

/** Opens the dialog. The promise is rejected with `ProofGivenUp` when the dialog is closed. */
export const AskForProof = createContext<() => Promise<void>>(() => Promise.reject(new ProofGivenUp()))

/**
 * Returns a function that makes a call and, if re-authentication is required, opens the dialog and repeats
 * it: `const proven = useProven(); await proven(() => post('keys', form))`.
 */
export function useProven(): <Answer>(call: () => Promise<Answer>) => Promise<Answer> {
  const askForProof = useContext(AskForProof)
  return useCallback(
    async (call) => {
      try {
        return await call()
      } catch (fault) {
        if (!isRefusedFor(fault, 'proof_needed')) throw fault
        await askForProof()
        return call()
      }
    },
    [askForProof],
  )
}
