/** Creates a watch list: its name, and when it sends e-mails. */
import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { isFaultOf, post } from '../../api/call.ts'
import type { AppCreateWatchAnswer, WatchEntry } from '../../api/types.ts'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useWords } from '../../words/language.tsx'
import { WATCHES_WORDS } from '../../words/watches.ts'
import { useWatchesRefresh } from './watches-query.ts'

/** When a list sends e-mails, in the order of the pages. */
export const EMAILS = ['none', 'instant', 'daily'] as const satisfies readonly WatchEntry['email'][]

interface CreateWatchProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function CreateWatch({ isOpen, onClose }: CreateWatchProps) {
  const words = useWords(WATCHES_WORDS)
  return (
    <Dialog opened={isOpen} onClose={onClose} title={words.createTitle}>
      <CreateForm onClose={onClose} />
    </Dialog>
  )
}

function CreateForm({ onClose }: Pick<CreateWatchProps, 'onClose'>) {
  const words = useWords(WATCHES_WORDS)
  const { history } = useRouter()
  const refresh = useWatchesRefresh()
  const [name, setName] = useState('')
  const [email, setEmail] = useState<WatchEntry['email']>('none')
  const [isMissing, setIsMissing] = useState(false)
  const creating = useMutation({
    mutationFn: () => post<AppCreateWatchAnswer>('watches', { name: name.trim(), email }),
    onSuccess: async ({ watch }) => {
      await refresh()
      history.push(`/watches/${watch.id}`)
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsMissing(name.trim() === '')
    if (name.trim() !== '') creating.mutate()
  }
  const wrong = isFaultOf(creating.error, '/name') ? words.nameWrong : undefined
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={words.name}
          description={words.nameHint}
          value={name}
          error={isMissing ? words.nameMissing : wrong}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value)
            setIsMissing(false)
            creating.reset()
          }}
          maxLength={200}
          autoComplete="off"
        />
        <NativeSelect
          label={words.email}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value as WatchEntry['email'])}
          data={EMAILS.map((value) => ({ value, label: words.emailChoices[value] }))}
        />
        <Failure fault={wrong === undefined ? creating.error : null} />
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={creating.isPending}>
            {words.create}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
