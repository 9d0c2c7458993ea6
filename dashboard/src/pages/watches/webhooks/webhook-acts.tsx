/** What can be done with a webhook: a test event, pause and resume, a new secret, deletion. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { post } from '../../../api/call.ts'
import type { AppPingWebhookAnswer, WebhookEntry } from '../../../api/types.ts'
import { Failure } from '../../../parts/failure.tsx'
import { TypedConfirmation } from '../../../parts/typed-confirmation.tsx'
import { useFormat } from '../../../words/format.ts'
import { useWords } from '../../../words/language.tsx'
import { WEBHOOKS_WORDS } from '../../../words/webhooks.ts'
import styles from '../watches.module.css'
import { useWatchesRefresh } from '../watches-query.ts'
import { RotateWebhook } from './rotate-webhook.tsx'
import { hostOf, useFaultText } from './webhook-state.tsx'

export function WebhookActs({ webhook }: { readonly webhook: WebhookEntry }) {
  const words = useWords(WEBHOOKS_WORDS)
  const refresh = useWatchesRefresh()
  const [open, setOpen] = useState<'rotate' | 'delete'>()
  const path = `webhooks/${webhook.id}`
  const pinging = useMutation({
    mutationFn: () => post<AppPingWebhookAnswer>(`${path}/ping`),
    onSuccess: refresh,
  })
  const isPaused = webhook.state === 'paused'
  const switching = useMutation({
    mutationFn: () => post(`${path}/${isPaused ? 'resume' : 'pause'}`),
    onSuccess: refresh,
  })
  const close = () => setOpen(undefined)
  return (
    <>
      <div className={styles.acts}>
        <Button onClick={() => pinging.mutate()} loading={pinging.isPending}>
          {words.ping}
        </Button>
        <Button variant="default" onClick={() => switching.mutate()} loading={switching.isPending}>
          {isPaused ? words.resume : words.pause}
        </Button>
        <Button variant="default" onClick={() => setOpen('rotate')}>
          {words.rotate}
        </Button>
        <Button variant="outline" color="red" onClick={() => setOpen('delete')}>
          {words.delete}
        </Button>
      </div>
      <PingResult webhook={webhook} number={pinging.data?.number} />
      <Failure fault={pinging.error ?? switching.error} />
      <RotateWebhook webhook={webhook} isOpen={open === 'rotate'} onClose={close} />
      <DeleteWebhook webhook={webhook} isOpen={open === 'delete'} onClose={close} />
    </>
  )
}

interface PingResultProps {
  readonly webhook: WebhookEntry
  /** The number of the test event; `undefined`: none was sent. */
  readonly number: number | undefined
}

/** What became of the test event. */
function PingResult({ webhook, number }: PingResultProps) {
  const words = useWords(WEBHOOKS_WORDS)
  const faultText = useFaultText()
  const textOf = (sent: number) => {
    if (webhook.delivered >= sent) return words.pingDone
    if (webhook.state === 'paused') return words.pingPaused
    return webhook.failing === null ? words.pingUnderway : words.pingFailed(faultText(webhook.failing))
  }
  return (
    <p role="status" className={styles.said}>
      {number === undefined ? '' : textOf(number)}
    </p>
  )
}

interface DeleteWebhookProps {
  readonly webhook: WebhookEntry
  readonly isOpen: boolean
  readonly onClose: () => void
}

function DeleteWebhook({ webhook, isOpen, onClose }: DeleteWebhookProps) {
  const words = useWords(WEBHOOKS_WORDS)
  const format = useFormat()
  const { history } = useRouter()
  const refresh = useWatchesRefresh()
  const deleting = useMutation({
    mutationFn: (host: string) => post(`webhooks/${webhook.id}/delete`, { host }),
    onSuccess: () => {
      onClose()
      history.push('/watches')
      return refresh()
    },
  })
  return (
    <TypedConfirmation
      isOpen={isOpen}
      title={words.deleteTitle}
      text={hostOf(webhook.url)}
      action={words.deleteNow}
      isPending={deleting.isPending}
      fault={deleting.error}
      onConfirm={(host) => deleting.mutate(host)}
      onClose={onClose}
    >
      <p>{words.deleteText(webhook.waiting, format.number(webhook.waiting))}</p>
    </TypedConfirmation>
  )
}
