/** A dialog over the page, and the buttons at its end. */
import { Button, Group, Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../words/language.tsx'
import { SHELL } from '../words/shell.ts'
import styles from './dialog.module.css'

/** Its cross says what it does. */
export function Dialog(props: ModalProps) {
  const words = useWords(SHELL)
  return <Modal {...props} closeButtonProps={{ 'aria-label': words.close }} />
}

interface DialogButtonsProps {
  readonly onClose: () => void
  /** What does it, beside what gives it up. */
  readonly children: ReactNode
}

export function DialogButtons({ onClose, children }: DialogButtonsProps) {
  const words = useWords(SHELL)
  return (
    <DialogFoot>
      <Button variant="default" onClick={onClose}>
        {words.cancel}
      </Button>
      {children}
    </DialogFoot>
  )
}

/** Buttons that stay in sight while what is above them is scrolled. */
export function DialogFoot({ children }: { readonly children: ReactNode }) {
  return (
    <Group justify="flex-end" className={styles.foot}>
      {children}
    </Group>
  )
}
