/** When the session ended meanwhile: says so, and leads back to the same place. */
import { Button, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { useWords } from '../words/language.tsx'
import { SHELL } from '../words/shell.ts'

const EVENT = 'fs:signed-out'

/** Opens the dialog, from wherever the refusal was met. */
export function tellSignedOut(): void {
  dispatchEvent(new Event(EVENT))
}

export function SignedOutDialog() {
  const words = useWords(SHELL)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const open = () => setIsOpen(true)
    addEventListener(EVENT, open)
    return () => removeEventListener(EVENT, open)
  }, [])
  const back = `${location.pathname}${location.search}`
  return (
    <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={words.signedOutTitle}>
      <Stack>
        <p>{words.signedOutText}</p>
        <Button component="a" href={`/signin?back=${encodeURIComponent(back)}`}>
          {words.signIn}
        </Button>
      </Stack>
    </Dialog>
  )
}
