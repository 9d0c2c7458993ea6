/** A dialog for irreversible actions: its button works after a given text was typed. */
import { Button, Stack, TextInput } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useWords } from '../words/language.tsx'
import { SHELL } from '../words/shell.ts'
import { Dialog, DialogButtons } from './dialog.tsx'
import { Failure } from './failure.tsx'

interface TypedConfirmationProps {
  readonly isOpen: boolean
  readonly title: string
  /** What will happen. */
  readonly children: ReactNode
  /** The text to type, exactly. */
  readonly text: string
  /** Label of the button. */
  readonly action: string
  readonly isPending: boolean
  readonly fault: unknown
  readonly onConfirm: (typed: string) => void
  readonly onClose: () => void
}

export function TypedConfirmation(props: TypedConfirmationProps) {
  return (
    <Dialog opened={props.isOpen} onClose={props.onClose} title={props.title}>
      <ConfirmationForm {...props} />
    </Dialog>
  )
}

function ConfirmationForm(props: TypedConfirmationProps) {
  const { children, text, action, isPending, fault, onConfirm, onClose } = props
  const words = useWords(SHELL)
  const [typed, setTyped] = useState('')
  const isSame = typed.trim() === text
  const confirm = (event: SubmitEvent) => {
    event.preventDefault()
    if (isSame) onConfirm(typed.trim())
  }
  return (
    <form onSubmit={confirm}>
      <Stack>
        {children}
        <TextInput
          label={words.typeToConfirm(text)}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <Failure fault={fault} />
        <DialogButtons onClose={onClose}>
          <Button type="submit" color="red" disabled={!isSame} loading={isPending}>
            {action}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
