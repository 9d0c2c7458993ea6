/**
 * A dialog for a change whose call contains the password, so that no separate re-authentication is needed.
 */
import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { isRefusedFor, post } from '../../api/call.ts'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useFields } from '../../parts/fields.ts'
import { PasswordField } from '../../parts/password-field.tsx'
import { useWords } from '../../words/language.tsx'
import { SHELL } from '../../words/shell.ts'

interface PasswordDialogProps {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly isHarmful?: boolean
  readonly onPassword: (password: string) => Promise<void>
  readonly onClose: () => void
}

export function PasswordDialog(props: PasswordDialogProps) {
  return (
    <Dialog opened onClose={props.onClose} title={props.title}>
      <PasswordForm {...props} />
    </Dialog>
  )
}

function PasswordForm({ text, action, isHarmful = false, onPassword, onClose }: PasswordDialogProps) {
  const words = useWords(SHELL)
  const form = useFields({ password: '' })
  const { password } = form.values
  const doing = useMutation({
    mutationFn: async () => {
      await post('auth/prove', { password })
      await onPassword(password)
    },
    onError: (fault) => {
      if (isRefusedFor(fault, 'wrong_credentials')) form.check({ password: words.proofWrong })
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (form.check({ password: password === '' && words.proofMissing })) doing.mutate()
  }
  const isWrong = isRefusedFor(doing.error, 'wrong_credentials')
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <p>{text}</p>
        <PasswordField {...form.field('password')} label={words.proofPassword} />
        <Failure fault={isWrong ? null : doing.error} />
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={doing.isPending} {...(isHarmful && { color: 'red' })}>
            {action}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
