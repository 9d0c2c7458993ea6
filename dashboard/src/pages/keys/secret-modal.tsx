/** The dialog in which a secret may come to be shown. */
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Dialog } from '../../parts/dialog.tsx'

interface SecretModalProps {
  readonly isOpen: boolean
  readonly isSecretShown: boolean
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** While a secret is shown, only its own button closes the dialog: a slip would lose it. */
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
