/** The usage of the account's keys: sums, charts with tables, limits. */
import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/call.ts'
import type { UsageAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { Empty } from '../../parts/empty.tsx'
import { PageFailure } from '../../parts/failure.tsx'
import { Rows } from '../../parts/loading.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Choice } from '../../shell/choice.tsx'
import { useWords } from '../../words/language.tsx'
import { USAGE } from '../../words/usage.ts'
import { KEYS } from '../keys/keys-query.ts'
import { LimitsCard } from './limits-card.tsx'
import { RANGES, type Range, stepOf, type UsageAsk, usagePath } from './range.ts'
import styles from './usage.module.css'
import { RequestsCard, TimesCard } from './usage-cards.tsx'
import { UsageSums } from './usage-sums.tsx'

/** The server stores its counts every ten seconds. */
const ASK_AGAIN_MS = 10_000

export function UsagePage() {
  const words = useWords(USAGE)
  const [ask, setAsk] = useState<UsageAsk>({ range: 'day', key: '' })
  const usage = useQuery({
    queryKey: ['usage', ask],
    queryFn: ({ signal }) => get<UsageAnswer>(usagePath(ask, Date.now()), signal),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN_MS,
  })
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <AskBar ask={ask} onAsk={setAsk} />
      {usage.isError && <PageFailure fault={usage.error} onRetry={() => usage.refetch()} />}
      {usage.isPending && <Rows count={5} />}
      {usage.data && <Loaded usage={usage.data} range={ask.range} />}
      <LimitsCard />
    </>
  )
}

function AskBar({ ask, onAsk }: { readonly ask: UsageAsk; readonly onAsk: (ask: UsageAsk) => void }) {
  const words = useWords(USAGE)
  const keys = useQuery(KEYS)
  const options = (keys.data?.keys ?? []).map((key) => ({
    value: key.id,
    label: `${key.name} (${key.visible_start}…)`,
  }))
  return (
    <div className={styles.ask}>
      <Choice<Range>
        label={words.range}
        value={ask.range}
        options={RANGES.map((range) => ({ value: range, label: words.ranges[range] }))}
        onChoose={(range) => onAsk({ ...ask, range })}
      />
      <NativeSelect
        aria-label={words.key}
        value={ask.key}
        data={[{ value: '', label: words.allKeys }, ...options]}
        onChange={({ currentTarget }) => onAsk({ ...ask, key: currentTarget.value })}
      />
    </div>
  )
}

function Loaded({ usage, range }: { readonly usage: UsageAnswer; readonly range: Range }) {
  const words = useWords(USAGE)
  if (usage.total.requests === 0) {
    return (
      <Card>
        <Empty title={words.none} text={words.noneText}>
          <Button component="a" href="/keys" variant="default">
            {words.toKeys}
          </Button>
        </Empty>
      </Card>
    )
  }
  const step = stepOf(range)
  return (
    <>
      <UsageSums total={usage.total} />
      <RequestsCard rows={usage.rows} step={step} />
      <TimesCard rows={usage.rows} step={step} />
    </>
  )
}
