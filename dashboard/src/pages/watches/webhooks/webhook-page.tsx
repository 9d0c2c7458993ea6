/** The page about one webhook: its state, what can be done with it, and its events. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { AppWatchesAnswer, WebhookEntry } from '../../../api/types.ts'
import detail from '../../../parts/detail-page.module.css'
import { Empty } from '../../../parts/empty.tsx'
import { PageFailure } from '../../../parts/failure.tsx'
import { PageLoading } from '../../../parts/loading.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { isolated } from '../../../words/isolated.ts'
import { useWords } from '../../../words/language.tsx'
import { WATCHES_WORDS } from '../../../words/watches.ts'
import { WEBHOOKS_WORDS } from '../../../words/webhooks.ts'
import styles from '../watches.module.css'
import { WATCHES } from '../watches-query.ts'
import { WebhookActs } from './webhook-acts.tsx'
import { WebhookEvents } from './webhook-events.tsx'
import { WebhookFacts } from './webhook-facts.tsx'
import { hostOf, WebhookState } from './webhook-state.tsx'

export function WebhookPage() {
  const words = useWords(WEBHOOKS_WORDS)
  const watchWords = useWords(WATCHES_WORDS)
  const { id } = useParams({ strict: false }) as { id: string }
  const { data, isPending, error, refetch } = useQuery(WATCHES)
  if (data === undefined) {
    if (isPending) return <PageLoading />
    return <PageFailure fault={error} onRetry={() => refetch()} />
  }
  const webhook = data.webhooks.find((each) => each.id === id)
  if (webhook !== undefined) return <Found key={id} webhook={webhook} watches={data.watches} />
  return (
    <Empty title={words.gone} text={words.goneText} isPage>
      <Link to={'/watches' as string}>{watchWords.back}</Link>
    </Empty>
  )
}

interface FoundProps {
  readonly webhook: WebhookEntry
  readonly watches: AppWatchesAnswer['watches']
}

function Found({ webhook, watches }: FoundProps) {
  const words = useWords(WATCHES_WORDS)
  const { note, url } = webhook
  return (
    <>
      <Link to={'/watches' as string} className={detail.back}>
        ← {words.back}
      </Link>
      <PageHead
        title={isolated(note || hostOf(url))}
        lead={
          <span className={detail.lead}>
            <WebhookState webhook={webhook} />
            <code className={styles.url}>{url}</code>
          </span>
        }
      />
      <WebhookActs webhook={webhook} />
      <WebhookFacts webhook={webhook} watches={watches} />
      <WebhookEvents webhook={webhook} />
    </>
  )
}
