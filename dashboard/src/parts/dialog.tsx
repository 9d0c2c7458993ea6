/** A dialog over the page, and the buttons at its end. */
import { Button, Group, Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../words/language.tsx'
import { SHELL } from '../words/shell.ts'
import styles from './dialog.module.css'
import { useLayer, useStart } from './layers.ts'

/**
 * The one part that dialogs are made of. It begins on its first field (or on what has `data-autofocus`) and
 * leads back to what opened it; while it is the uppermost, nothing else can be used, and Escape closes
 * nothing else.
 */
export function Dialog({ children, closeOnEscape = true, ...props }: ModalProps) {
  const words = useWords(SHELL)
  const { id, zIndex, isUppermost } = useLayer(props.opened)
  return (
    <Modal
      {...props}
      id={id}
      zIndex={zIndex}
      closeOnEscape={closeOnEscape && isUppermost}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {children}
      <Start of={id} />
    </Modal>
  )
}

/** Drawn with the content. */
function Start({ of: id }: { readonly of: string }) {
  useStart(id)
  return null
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
