/** Webhooks with their states, below one another. */
import { Link } from '@tanstack/react-router'
import type { WebhookEntry } from '../../../api/types.ts'
import detail from '../../../parts/detail-page.module.css'
import list from '../../../parts/list.module.css'
import { isolated } from '../../../words/isolated.ts'
import { useWords } from '../../../words/language.tsx'
import { WEBHOOKS_WORDS } from '../../../words/webhooks.ts'
import { hostOf, useFaultText, useWaitingText, WebhookState } from './webhook-state.tsx'

export function WebhookList({ webhooks }: { readonly webhooks: readonly WebhookEntry[] }) {
  const words = useWords(WEBHOOKS_WORDS)
  if (webhooks.length === 0) return <p className={list.none}>{words.none}</p>
  return (
    <ul className={list.rows}>
      {webhooks.map((webhook) => (
        <Row key={webhook.id} webhook={webhook} />
      ))}
    </ul>
  )
}

function Row({ webhook }: { readonly webhook: WebhookEntry }) {
  const waitingText = useWaitingText()
  const faultText = useFaultText()
  const { id, note, url, failing } = webhook
  return (
    <li>
      <div className={list.thing}>
        <p className={list.name}>
          <Link to={'/watches/webhooks/$id' as string} params={{ id } as never} className={detail.link}>
            {isolated(note || hostOf(url))}
          </Link>
          <WebhookState webhook={webhook} />
        </p>
        <p className={list.facts}>
          <code>{url}</code>
        </p>
        <p className={list.facts}>
          {waitingText(webhook)}
          {failing !== null && ` · ${faultText(failing)}`}
        </p>
      </div>
    </li>
  )
}
