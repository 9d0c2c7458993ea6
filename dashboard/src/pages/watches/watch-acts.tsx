/** Renames a watch list, or deletes it after its name was typed. */
import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { isFaultOf, post } from '../../api/call.ts'
import type { WatchEntry } from '../../api/types.ts'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { TypedConfirmation } from '../../parts/typed-confirmation.tsx'
import { useFormat } from '../../words/format.ts'
import { isolated } from '../../words/isolated.ts'
import { useWords } from '../../words/language.tsx'
import { SHELL } from '../../words/shell.ts'
import { WATCHES_WORDS } from '../../words/watches.ts'
import { useWatchesRefresh } from './watches-query.ts'

export function WatchActs({ watch }: { readonly watch: WatchEntry }) {
  const words = useWords(WATCHES_WORDS)
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Button variant="default" onClick={() => setOpen('rename')}>
        {words.rename}
      </Button>
      <Button variant="outline" color="red" onClick={() => setOpen('delete')}>
        {words.delete}
      </Button>
      <Dialog opened={open === 'rename'} onClose={close} title={words.renameTitle}>
        <RenameForm watch={watch} onClose={close} />
      </Dialog>
      <DeleteWatch watch={watch} isOpen={open === 'delete'} onClose={close} />
    </>
  )
}

interface FormProps {
  readonly watch: WatchEntry
  readonly onClose: () => void
}

function RenameForm({ watch, onClose }: FormProps) {
  const words = useWords(WATCHES_WORDS)
  const shell = useWords(SHELL)
  const refresh = useWatchesRefresh()
  const [name, setName] = useState(watch.name)
  const naming = useMutation({
    mutationFn: () => post(`watches/${watch.id}/terms`, { name: name.trim() }),
    onSuccess: () => {
      onClose()
      return refresh()
    },
  })
  const wrong = isFaultOf(naming.error, '/name') ? words.nameWrong : undefined
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (name.trim() !== '') naming.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={words.name}
          description={words.nameHint}
          value={name}
          error={name.trim() === '' ? words.nameMissing : wrong}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value)
            naming.reset()
          }}
          maxLength={200}
          autoComplete="off"
        />
        <Failure fault={wrong === undefined ? naming.error : null} />
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={naming.isPending}>
            {shell.save}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

function DeleteWatch({ watch, isOpen, onClose }: FormProps & { readonly isOpen: boolean }) {
  const words = useWords(WATCHES_WORDS)
  const format = useFormat()
  const { history } = useRouter()
  const refresh = useWatchesRefresh()
  const deleting = useMutation({
    mutationFn: (name: string) => post(`watches/${watch.id}/delete`, { name }),
    onSuccess: () => {
      onClose()
      history.push('/watches')
      return refresh()
    },
  })
  const companies = words.companies(watch.companies, format.number(watch.companies))
  return (
    <TypedConfirmation
      isOpen={isOpen}
      title={words.deleteTitle}
      text={watch.name.trim()}
      action={words.deleteNow}
      isPending={deleting.isPending}
      fault={deleting.error}
      onConfirm={(name) => deleting.mutate(name)}
      onClose={onClose}
    >
      <p>{words.deleteText(isolated(watch.name), companies)}</p>
    </TypedConfirmation>
  )
}
