/** A dialog for signing in when the session has ended. The page below keeps its state. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { SESSION } from '../api/queries.ts'
import { IsInDialog } from '../pages/auth/auth-card.tsx'
import { SignInSteps } from '../pages/auth/sign-in-steps.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useWords } from '../words/language.tsx'
import { SHELL } from '../words/shell.ts'
import { useOwner } from './owner.ts'

const EVENT = 'fs:action-refused'

/** Opens the dialog again if it was closed, because an action was refused without a session. */
export function reopenSignIn(): void {
  dispatchEvent(new Event(EVENT))
}

/** Closing the dialog loses nothing; the next action opens it again. */
export function SignInAgain({ isSignedOut }: { readonly isSignedOut: boolean }) {
  const words = useWords(SHELL)
  const queries = useQueryClient()
  const { id, email } = useOwner()
  const [isPutOff, setIsPutOff] = useState(false)
  useEffect(() => {
    const open = () => setIsPutOff(false)
    if (!isSignedOut) open()
    addEventListener(EVENT, open)
    return () => removeEventListener(EVENT, open)
  }, [isSignedOut])
  const goOn = async () => {
    const { account } = await queries.fetchQuery({ ...SESSION, staleTime: 0 })
    // For another account nothing is loaded, because the frame leaves this page.
    if (account?.id === id) await queries.invalidateQueries()
  }
  return (
    <Dialog opened={isSignedOut && !isPutOff} onClose={() => setIsPutOff(true)} title={words.signedOutTitle}>
      <IsInDialog value={true}>
        <SignInSteps lead={words.signedOutText} email={email} onSignedIn={goOn} />
      </IsInDialog>
    </Dialog>
  )
}
