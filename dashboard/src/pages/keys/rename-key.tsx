/** Renames a key. */
import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { post } from '../../api/call.ts'
import type { Key } from '../../api/key-types.ts'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'
import { SHELL } from '../../words/shell.ts'
import { faultsOfRefusal } from './key-form.ts'
import { useKeysRefresh } from './keys-query.ts'

interface RenameKeyProps {
  readonly of: Key
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function RenameKey({ of: key, isOpen, onClose }: RenameKeyProps) {
  const words = useWords(KEYS_WORDS)
  return (
    <Dialog opened={isOpen} onClose={onClose} title={words.renameTitle}>
      <RenameForm of={key} onClose={onClose} />
    </Dialog>
  )
}

function RenameForm({ of: key, onClose }: Omit<RenameKeyProps, 'isOpen'>) {
  const words = useWords(KEYS_WORDS)
  const shell = useWords(SHELL)
  const refresh = useKeysRefresh()
  const [name, setName] = useState(key.name)
  const naming = useMutation({
    mutationFn: () => post(`keys/${key.id}/name`, { name: name.trim() }),
    onSuccess: () => {
      onClose()
      refresh()
    },
  })
  const fault = name.trim() === '' ? words.nameMissing : faultsOfRefusal(naming.error, '', words).name
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (name.trim() !== '') naming.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={words.nameLabel}
          value={name}
          error={fault}
          onChange={(event) => {
            setName(event.currentTarget.value)
            naming.reset()
          }}
          maxLength={200}
          autoComplete="off"
        />
        <Failure fault={fault === undefined ? naming.error : null} />
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={naming.isPending}>
            {shell.save}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
