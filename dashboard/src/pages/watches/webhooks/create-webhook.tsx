/** Creates a webhook: first the form, then its secret, which is shown once. */
import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { isFaultOf, post } from '../../../api/call.ts'
import type { AppCreateWebhookAnswer } from '../../../api/types.ts'
import { DialogButtons } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { useFields } from '../../../parts/fields.ts'
import { useProven } from '../../../parts/proof.ts'
import { SecretModal } from '../../../parts/secret-modal.tsx'
import { useWords } from '../../../words/language.tsx'
import { WEBHOOKS_WORDS } from '../../../words/webhooks.ts'
import { useWatchesRefresh } from '../watches-query.ts'
import { WebhookSecret } from './webhook-secret.tsx'

interface CreateWebhookProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function CreateWebhook({ isOpen, onClose }: CreateWebhookProps) {
  const words = useWords(WEBHOOKS_WORDS)
  const [made, setMade] = useState<AppCreateWebhookAnswer>()
  const close = () => {
    setMade(undefined)
    onClose()
  }
  return (
    <SecretModal
      isOpen={isOpen}
      isSecretShown={made !== undefined}
      title={made === undefined ? words.createTitle : words.madeTitle}
      onClose={close}
    >
      {made === undefined ? (
        <CreateForm onMade={setMade} onCancel={close} />
      ) : (
        <WebhookSecret secret={made.secret} onClose={close} />
      )}
    </SecretModal>
  )
}

interface CreateFormProps {
  readonly onMade: (made: AppCreateWebhookAnswer) => void
  readonly onCancel: () => void
}

function CreateForm({ onMade, onCancel }: CreateFormProps) {
  const words = useWords(WEBHOOKS_WORDS)
  const proven = useProven()
  const refresh = useWatchesRefresh()
  const { values, field, check } = useFields({ url: '', note: '' })
  const body = { url: values.url.trim(), note: values.note.trim() }
  const creating = useMutation({
    mutationFn: () => proven(() => post<AppCreateWebhookAnswer>('webhooks', body)),
    onSuccess: (made) => {
      void refresh()
      onMade(made)
    },
    onError: (fault) =>
      check({
        url: isFaultOf(fault, '/url') && words.urlWrong,
        note: isFaultOf(fault, '/note') && words.noteWrong,
      }),
  })
  const isOfField = isFaultOf(creating.error, '/url') || isFaultOf(creating.error, '/note')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (check({ url: body.url === '' && words.urlMissing })) creating.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          {...field('url')}
          label={words.url}
          description={words.urlHint}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
        <TextInput {...field('note')} label={words.note} description={words.noteHint} autoComplete="off" />
        <Failure fault={isOfField ? null : creating.error} />
        <DialogButtons onClose={onCancel}>
          <Button type="submit" loading={creating.isPending}>
            {words.create}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
