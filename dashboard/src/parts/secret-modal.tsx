/** A dialog in which a secret may be shown. */
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect } from 'react'
import { Dialog } from './dialog.tsx'

interface SecretModalProps {
  readonly isOpen: boolean
  readonly isSecretShown: boolean
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** While a secret is shown, only the button of the dialog closes it, so that it is not lost by mistake. */
export function SecretModal({ isOpen, isSecretShown, title, onClose, children }: SecretModalProps) {
  const isNarrow = useMediaQuery('(max-width: 36em)') ?? false
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={title}
      size="40rem"
      fullScreen={isNarrow}
      closeOnClickOutside={!isSecretShown}
      closeOnEscape={!isSecretShown}
      withCloseButton={!isSecretShown}
    >
      {children}
    </Dialog>
  )
}

/** Makes the browser ask before the tab is closed. */
export function useHeldTab(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [isHeld])
}
