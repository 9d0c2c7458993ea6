/**
 * Password or passkey again before what could do harm: asked when the server asks for it, then the call is
 * made again.
 */
import { createContext, useCallback, useContext } from 'react'
import { isRefusedFor } from '../api/call.ts'

/** The person closed the dialog: nothing was done, nothing need be said. */
export class ProofGivenUp extends Error {}

/** Opens the dialog; rejects with `ProofGivenUp` when it is closed. */
export const AskForProof = createContext<() => Promise<void>>(() => Promise.reject(new ProofGivenUp()))

/**
 * Makes a call, and when it needs a proof, asks for it and makes the call once more:
 * `const proven = useProven(); await proven(() => change('keys', form))`.
 */
export function useProven(): <Gives>(call: () => Promise<Gives>) => Promise<Gives> {
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
