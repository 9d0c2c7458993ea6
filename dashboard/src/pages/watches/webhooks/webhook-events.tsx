/** The events of a webhook, the newest first, and their repetition. */
import { Button, Stack } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { post } from '../../../api/call.ts'
import type { WebhookEntry, WebhookEventEntry } from '../../../api/types.ts'
import { Card } from '../../../parts/card.tsx'
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx'
import { Failure, PageFailure } from '../../../parts/failure.tsx'
import list from '../../../parts/list.module.css'
import { Rows } from '../../../parts/loading.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { More } from '../../../parts/more.tsx'
import { StateMark } from '../../../parts/state-mark.tsx'
import { useFormat } from '../../../words/format.ts'
import { isolated } from '../../../words/isolated.ts'
import { useWords } from '../../../words/language.tsx'
import { WEBHOOKS_WORDS } from '../../../words/webhooks.ts'
import styles from '../watches.module.css'
import { eventsQuery, useWatchesRefresh } from '../watches-query.ts'

export function WebhookEvents({ webhook }: { readonly webhook: WebhookEntry }) {
  const words = useWords(WEBHOOKS_WORDS)
  const [again, setAgain] = useState<WebhookEventEntry>()
  const [said, setSaid] = useState('')
  const events = useEvents(webhook)
  const shown = events.data?.pages.flatMap((page) => page.events) ?? []
  return (
    <Card title={words.events} text={words.eventsText} isFlush>
      {events.isPending && <Rows count={3} />}
      {events.isError && <PageFailure fault={events.error} onRetry={() => events.refetch()} />}
      {events.data && shown.length === 0 && <p className={list.none}>{words.noEvents}</p>}
      <ul className={list.rows}>
        {shown.map((event) => (
          <Row key={event.number} event={event} onReplay={() => setAgain(event)} />
        ))}
      </ul>
      <More of={events} word={words.older} />
      <p role="status" className={said === '' ? styles.hidden : styles.quiet}>
        {said}
      </p>
      <Replay
        webhook={webhook}
        event={again}
        onClose={() => setAgain(undefined)}
        onDone={() => setSaid(words.replayDone)}
      />
    </Card>
  )
}

/** Reads the events again when the webhook has more, or has delivered more. */
function useEvents({ id, events, delivered }: WebhookEntry) {
  const queries = useQueryClient()
  const state = `${events} ${delivered}`
  const known = useRef(state)
  useEffect(() => {
    if (known.current === state) return
    known.current = state
    void queries.invalidateQueries({ queryKey: eventsQuery(id).queryKey })
  }, [queries, id, state])
  return useInfiniteQuery(eventsQuery(id))
}

function Row({ event, onReplay }: { readonly event: WebhookEventEntry; readonly onReplay: () => void }) {
  const words = useWords(WEBHOOKS_WORDS)
  const format = useFormat()
  const { number, type, name, uuid, ref, delivered, at } = event
  const about = [name ?? uuid, ref].filter((text) => text !== null).map(isolated)
  return (
    <li>
      <div className={list.thing}>
        <p className={list.name}>
          <span>{[words.eventTypes[type], ...about].join(' · ')}</span>
          <StateMark tone={delivered ? 'good' : 'accent'}>
            {delivered ? words.delivered : words.waits}
          </StateMark>
        </p>
        <p className={list.facts}>
          <Moment at={at} isExact /> · <code>{event.id}</code>
        </p>
      </div>
      <Button
        variant="default"
        size="sm"
        onClick={onReplay}
        aria-label={words.replayOf(format.number(number))}
      >
        {words.replay}
      </Button>
    </li>
  )
}

interface ReplayProps {
  readonly webhook: WebhookEntry
  readonly event: WebhookEventEntry | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Sends an event and all later ones again, after a confirmation. */
function Replay({ webhook: { id, state }, event, onClose, onDone }: ReplayProps) {
  const words = useWords(WEBHOOKS_WORDS)
  const format = useFormat()
  const refresh = useWatchesRefresh()
  const sending = useMutation({
    mutationFn: (from: string) => post(`webhooks/${id}/resume`, { from }),
    onSuccess: () => {
      onClose()
      onDone()
      return refresh()
    },
  })
  return (
    <Dialog opened={event !== undefined} onClose={onClose} title={words.replayTitle}>
      {event && (
        <Stack>
          <p>{words.replayText(format.number(event.number), format.moment(event.at))}</p>
          {state === 'paused' && <p>{words.replayResumes}</p>}
          <Failure fault={sending.error} />
          <DialogButtons onClose={onClose}>
            <Button loading={sending.isPending} onClick={() => sending.mutate(event.from)}>
              {words.replayNow}
            </Button>
          </DialogButtons>
        </Stack>
      )}
    </Dialog>
  )
}
