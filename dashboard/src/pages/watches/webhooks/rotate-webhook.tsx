/** Makes a new secret for a webhook; the old one signs too until the overlap ends. */
import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { post } from '../../../api/call.ts'
import type { AppRotateWebhookAnswer, WebhookEntry } from '../../../api/types.ts'
import { DialogButtons } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { FIRST_OVERLAP, type Overlap, OverlapField } from '../../../parts/overlap-field.tsx'
import { useProven } from '../../../parts/proof.ts'
import { SecretModal } from '../../../parts/secret-modal.tsx'
import { useFormat } from '../../../words/format.ts'
import { useWords } from '../../../words/language.tsx'
import { WEBHOOKS_WORDS } from '../../../words/webhooks.ts'
import { useWatchesRefresh } from '../watches-query.ts'
import { WebhookSecret } from './webhook-secret.tsx'

interface RotateWebhookProps {
  readonly webhook: WebhookEntry
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function RotateWebhook({ webhook, isOpen, onClose }: RotateWebhookProps) {
  const words = useWords(WEBHOOKS_WORDS)
  const format = useFormat()
  const [made, setMade] = useState<AppRotateWebhookAnswer>()
  const close = () => {
    setMade(undefined)
    onClose()
  }
  const oldEndsAt = made?.webhook.old_secret_ends_at ?? null
  return (
    <SecretModal
      isOpen={isOpen}
      isSecretShown={made !== undefined}
      title={made === undefined ? words.rotateTitle : words.madeTitle}
      onClose={close}
    >
      {made === undefined ? (
        <RotateForm id={webhook.id} onMade={setMade} onCancel={close} />
      ) : (
        <WebhookSecret
          secret={made.secret}
          old={oldEndsAt === null ? words.oldNow : words.oldUntil(format.moment(oldEndsAt))}
          onClose={close}
        />
      )}
    </SecretModal>
  )
}

interface RotateFormProps {
  readonly id: string
  readonly onMade: (made: AppRotateWebhookAnswer) => void
  readonly onCancel: () => void
}

function RotateForm({ id, onMade, onCancel }: RotateFormProps) {
  const words = useWords(WEBHOOKS_WORDS)
  const proven = useProven()
  const refresh = useWatchesRefresh()
  const [overlap, setOverlap] = useState<Overlap>(FIRST_OVERLAP)
  const body = { overlap_s: Number(overlap) }
  const rotating = useMutation({
    mutationFn: () => proven(() => post<AppRotateWebhookAnswer>(`webhooks/${id}/rotate`, body)),
    onSuccess: (made) => {
      void refresh()
      onMade(made)
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    rotating.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <p>{words.rotateText}</p>
        <OverlapField label={words.overlap} texts={words.overlaps} value={overlap} onChange={setOverlap} />
        <Failure fault={rotating.error} />
        <DialogButtons onClose={onCancel}>
          <Button type="submit" loading={rotating.isPending}>
            {words.rotateAction}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
