/** How far a job is, how fast it goes, and how long it will take. */
import { useId, useRef } from 'react'
import type { MatchEntry } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { MATCHES_WORDS } from '../../words/matches.ts'
import styles from './matches.module.css'
import { isActive } from './matches-query.ts'

export function Progress({ job }: { readonly job: MatchEntry }) {
  const words = useWords(MATCHES_WORDS)
  return (
    <>
      <p role="status" className={styles.hidden}>
        {words.jobStates[job.state]}
      </p>
      {isActive(job) && <Running job={job} />}
      {job.state === 'failed' && <Failure fault={job.error} text={words.failed} />}
    </>
  )
}

function Running({ job }: { readonly job: MatchEntry }) {
  const words = useWords(MATCHES_WORDS)
  const format = useFormat()
  const id = useId()
  const perSecond = useRate(job.done)
  const leftS = perSecond === undefined ? undefined : (job.rows - job.done) / perSecond
  return (
    <Card title={words.progress} text={words.progressText}>
      <label htmlFor={id}>{words.rowsOf(format.number(job.done), format.number(job.rows))}</label>
      <progress id={id} className={styles.progress} max={job.rows} value={job.done} />
      <p className={styles.quiet}>
        {perSecond !== undefined && leftS !== undefined
          ? words.rate(format.number(Math.max(1, Math.round(perSecond))), words.timeLeft(leftS))
          : words.jobStates[job.state]}
      </p>
    </Card>
  )
}

interface Sample {
  readonly atMs: number
  readonly done: number
}

/** The rate is that of the last seconds: others may use the machine meanwhile. */
const WINDOW_MS = 15_000
const SAMPLE_MS_MIN = 2_000

/** Returns rows per second; `undefined` until it is known. */
function useRate(done: number): number | undefined {
  const samples = useRef<Sample[]>([])
  const known = samples.current
  const atMs = Date.now()
  if (known.at(-1)?.done !== done) known.push({ atMs, done })
  while (known.length > 2 && (known[0] as Sample).atMs < atMs - WINDOW_MS) known.shift()
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined || last.atMs - first.atMs < SAMPLE_MS_MIN) return undefined
  return ((last.done - first.done) * 1000) / (last.atMs - first.atMs)
}
