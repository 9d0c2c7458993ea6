/** The dialog in which a secret may come to be shown. */
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useWords } from '../../words/language.tsx'
import { SHELL } from '../../words/shell.ts'

interface SecretModalProps {
  readonly isOpen: boolean
  readonly isSecretShown: boolean
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** While a secret is shown, only its own button closes the dialog: a slip would lose it. */
export function SecretModal({ isOpen, isSecretShown, title, onClose, children }: SecretModalProps) {
  const words = useWords(SHELL)
  const isNarrow = useMediaQuery('(max-width: 36em)') ?? false
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size="40rem"
      fullScreen={isNarrow}
      closeOnClickOutside={!isSecretShown}
      closeOnEscape={!isSecretShown}
      withCloseButton={!isSecretShown}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {children}
    </Modal>
  )
}
