/** Lists the watch lists and the webhooks of the account. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AppWatchesAnswer, WatchEntry } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import detail from '../../parts/detail-page.module.css'
import { Empty } from '../../parts/empty.tsx'
import { PageFailure } from '../../parts/failure.tsx'
import list from '../../parts/list.module.css'
import { Rows } from '../../parts/loading.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useFormat } from '../../words/format.ts'
import { isolated } from '../../words/isolated.ts'
import { useWords } from '../../words/language.tsx'
import { WATCHES_WORDS } from '../../words/watches.ts'
import { WEBHOOKS_WORDS } from '../../words/webhooks.ts'
import { CreateWatch } from './create-watch.tsx'
import styles from './watches.module.css'
import { WATCHES } from './watches-query.ts'
import { CreateWebhook } from './webhooks/create-webhook.tsx'
import { WebhookList } from './webhooks/webhook-list.tsx'

export function WatchesPage() {
  const words = useWords(WATCHES_WORDS)
  const [isCreating, setIsCreating] = useState(false)
  const { data, isError, isPending, error, refetch } = useQuery(WATCHES)
  const isFull = data !== undefined && data.watches.length >= data.watches_max
  const create = () => setIsCreating(true)
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {data !== undefined && data.watches.length > 0 && (
          <Button onClick={create} disabled={isFull}>
            {words.create}
          </Button>
        )}
      </PageHead>
      {isError && <PageFailure fault={error} onRetry={() => refetch()} />}
      {isPending && <Rows count={3} />}
      {isFull && <p className={styles.notice}>{words.atMost(`${data.watches_max}`)}</p>}
      {data && <Loaded answer={data} onCreate={create} />}
      <CreateWatch isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </>
  )
}

function Loaded({ answer, onCreate }: { readonly answer: AppWatchesAnswer; readonly onCreate: () => void }) {
  const words = useWords(WATCHES_WORDS)
  return (
    <>
      {answer.watches.length === 0 ? (
        <Card>
          <Empty title={words.emptyTitle} text={words.emptyText}>
            <div className={styles.buttons}>
              <Button onClick={onCreate}>{words.create}</Button>
              <Button component="a" href="/docs/webhooks" variant="default">
                {words.docs}
              </Button>
            </div>
          </Empty>
        </Card>
      ) : (
        <Card title={words.lists} isFlush>
          <ul className={list.rows}>
            {answer.watches.map((watch) => (
              <Row key={watch.id} watch={watch} />
            ))}
          </ul>
        </Card>
      )}
      <Webhooks answer={answer} />
    </>
  )
}

function Row({ watch }: { readonly watch: WatchEntry }) {
  const words = useWords(WATCHES_WORDS)
  const format = useFormat()
  const facts = [
    words.companies(watch.companies, format.number(watch.companies)),
    words.webhooksOf(watch.webhooks.length),
    words.emailShort(watch.email),
    watch.changed_at === null ? words.unchanged : words.changed(format.ago(watch.changed_at)),
  ]
  return (
    <li>
      <div className={list.thing}>
        <p className={list.name}>
          <Link to={'/watches/$id' as string} params={{ id: watch.id } as never} className={detail.link}>
            {isolated(watch.name)}
          </Link>
        </p>
        <p className={list.facts}>{facts.join(' · ')}</p>
      </div>
    </li>
  )
}

function Webhooks({ answer }: { readonly answer: AppWatchesAnswer }) {
  const words = useWords(WEBHOOKS_WORDS)
  const [isCreating, setIsCreating] = useState(false)
  const isFull = answer.webhooks.length >= answer.webhooks_max
  return (
    <>
      <Card
        title={words.title}
        text={
          <>
            {words.text} <a href="/docs/webhooks">{words.docs}</a>
          </>
        }
        actions={
          <Button variant="default" onClick={() => setIsCreating(true)} disabled={isFull}>
            {words.create}
          </Button>
        }
        isFlush
      >
        {isFull && <p className={list.none}>{words.atMost(`${answer.webhooks_max}`)}</p>}
        <WebhookList webhooks={answer.webhooks} />
      </Card>
      <CreateWebhook isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </>
  )
}
