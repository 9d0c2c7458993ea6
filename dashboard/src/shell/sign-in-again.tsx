/** When the session has ended: signing in on top of what is open, so that one goes on there. */
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

/** Opens the dialog again where it was closed: an action was refused because nobody is signed in. */
export function tellActionRefused(): void {
  dispatchEvent(new Event(EVENT))
}

/** Closing it loses nothing; the next action opens it again. */
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
    // Of another account nothing may be asked for here: the frame leaves this page.
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
