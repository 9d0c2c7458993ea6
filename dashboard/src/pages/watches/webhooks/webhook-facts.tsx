/** Everything that is known about a webhook: its deliveries, its secret, the lists that report to it. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AppWatchesAnswer, WebhookEntry } from '../../../api/types.ts'
import { Card } from '../../../parts/card.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { useFormat } from '../../../words/format.ts'
import { isolated } from '../../../words/isolated.ts'
import { useWords } from '../../../words/language.tsx'
import { WEBHOOKS_WORDS } from '../../../words/webhooks.ts'
import styles from '../watches.module.css'
import { useFaultText, useWaitingText } from './webhook-state.tsx'

/** A shorter time until the next attempt is said as “a few seconds”; also one that has just passed. */
const SOON_MS = 10_000

interface WebhookFactsProps {
  readonly webhook: WebhookEntry
  readonly watches: AppWatchesAnswer['watches']
}

export function WebhookFacts({ webhook, watches }: WebhookFactsProps) {
  const words = useWords(WEBHOOKS_WORDS)
  const format = useFormat()
  const waitingText = useWaitingText()
  const { created_at, old_secret_ends_at } = webhook
  const isOldValid = old_secret_ends_at !== null && Date.parse(old_secret_ends_at) > Date.now()
  return (
    <Card title={words.facts} isFlush>
      <dl className={styles.facts}>
        <Fact word={words.state}>{waitingText(webhook)}</Fact>
        <Failing webhook={webhook} />
        <Fact word={words.secretFact}>
          {isOldValid ? words.oldUntil(format.moment(old_secret_ends_at)) : words.secretOnce}
        </Fact>
        <Fact word={words.usedBy}>
          <UsedBy id={webhook.id} watches={watches} />
        </Fact>
        <Fact word={words.created}>
          <Moment at={created_at} isExact />
        </Fact>
      </dl>
    </Card>
  )
}

function Fact({ word, children }: { readonly word: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{word}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The last error in plain words, since when, and when the next attempt is made. */
function Failing({ webhook: { failing, state } }: Pick<WebhookFactsProps, 'webhook'>) {
  const words = useWords(WEBHOOKS_WORDS)
  const format = useFormat()
  const faultText = useFaultText()
  if (failing === null) return null
  const nextText = (at: string) =>
    Date.parse(at) - Date.now() < SOON_MS ? words.nextAttemptSoon : words.nextAttempt(format.ago(at))
  return (
    <Fact word={words.failing}>
      <p className={styles.danger}>{faultText(failing)}</p>
      <p className={styles.quiet}>
        {words.failingSince(format.moment(failing.since), failing.attempts)}
        {failing.next_attempt_at !== null && `, ${nextText(failing.next_attempt_at)}`}
      </p>
      {state === 'paused' && <p className={styles.quiet}>{words.pausedByFailure}</p>}
    </Fact>
  )
}

function UsedBy({ id, watches }: { readonly id: string; readonly watches: WebhookFactsProps['watches'] }) {
  const words = useWords(WEBHOOKS_WORDS)
  const used = watches.filter(({ webhooks }) => webhooks.includes(id))
  if (used.length === 0) return words.usedByNone
  return (
    <ul className={styles.plain}>
      {used.map((watch) => (
        <li key={watch.id}>
          <Link to={'/watches/$id' as string} params={{ id: watch.id } as never}>
            {isolated(watch.name)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
