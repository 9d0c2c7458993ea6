/** A dialog over the page, and its buttons. */
import { Button, Group, Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../words/language.tsx'
import { SHELL } from '../words/shell.ts'
import styles from './dialog.module.css'
import { useLayer, useStart } from './layers.ts'

/**
 * The base of all dialogs. It focuses its first field (or the element with `data-autofocus`) and returns the
 * focus when it closes. While it is uppermost, nothing else can be used, and Escape closes only this dialog.
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

/** Sets the initial focus when the content is drawn. */
function Start({ of: id }: { readonly of: string }) {
  useStart(id)
  return null
}

interface DialogButtonsProps {
  readonly onClose: () => void
  /** The button for the action, beside the one that cancels. */
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

/** Buttons that stay visible while the content is scrolled. */
export function DialogFoot({ children }: { readonly children: ReactNode }) {
  return (
    <Group justify="flex-end" className={styles.foot}>
      {children}
    </Group>
  )
}
