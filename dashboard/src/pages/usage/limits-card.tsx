/** Shows the current use of each limit: of the account and of each key. */
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/call.ts'
import type { LimitsAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { PageFailure } from '../../parts/failure.tsx'
import { Rows } from '../../parts/loading.tsx'
import { useWords } from '../../words/language.tsx'
import { USAGE } from '../../words/usage.ts'
import { useNumbers } from './numbers.ts'
import styles from './usage.module.css'

const ASK_AGAIN_MS = 10_000
/** From this share on the bar is shown as a warning. */
const NEARLY_FULL = 0.8

type Level = NonNullable<LimitsAnswer['account']>

export function LimitsCard() {
  const words = useWords(USAGE)
  const limits = useQuery({
    queryKey: ['limits'],
    queryFn: ({ signal }) => get<LimitsAnswer>('usage/limits', signal),
    refetchInterval: ASK_AGAIN_MS,
  })
  return (
    <Card title={words.limitsTitle} text={words.limitsText}>
      {limits.isPending && <Rows count={2} />}
      {limits.isError && <PageFailure fault={limits.error} onRetry={() => limits.refetch()} />}
      {limits.data && <Levels limits={limits.data} />}
    </Card>
  )
}

function Levels({ limits }: { readonly limits: LimitsAnswer }) {
  const words = useWords(USAGE)
  if (limits.keys.length === 0) return <p className={styles.quiet}>{words.noLimits}</p>
  return (
    <ul className={styles.levels}>
      {limits.account && <LevelRow name={words.ofAccount} level={limits.account} />}
      {limits.keys.map(({ id, name, visible_start, limit }) => (
        <LevelRow key={id} name={name} start={visible_start} level={limit} />
      ))}
    </ul>
  )
}

interface LevelRowProps {
  readonly name: string
  readonly start?: string
  readonly level: Level
}

function LevelRow({ name, start, level }: LevelRowProps) {
  const words = useWords(USAGE)
  const numbers = useNumbers()
  const { quota, used, window_s } = level
  const said = words.used(numbers.whole(Math.ceil(used)), numbers.whole(quota))
  return (
    <li className={styles.level}>
      <span className={styles.levelName}>
        {name} {start !== undefined && <code>{start}…</code>}
      </span>
      <span className={styles.quiet}>{words.perWindow(numbers.whole(quota), numbers.seconds(window_s))}</span>
      <meter
        className={styles.meter}
        min={0}
        max={quota}
        high={quota * NEARLY_FULL}
        optimum={0}
        value={Math.min(used, quota)}
        aria-label={`${name}: ${said}`}
      />
      <span className={styles.quiet}>{said}</span>
    </li>
  )
}
