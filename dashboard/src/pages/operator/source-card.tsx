/** Lists the sources that the server imports by itself, with their last and next runs. */
import type { OperatorStateAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import list from '../../parts/list.module.css'
import { Moment } from '../../parts/moment.tsx'
import { StateMark, type Tone } from '../../parts/state-mark.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { SOURCES } from '../../words/sources.ts'

type Source = OperatorStateAnswer['import_sources'][number]

const TONES: Readonly<Record<NonNullable<Source['last_result']>, Tone>> = {
  done: 'good',
  unchanged: 'quiet',
  failed: 'warn',
}

export function SourcesCard({ sources }: { readonly sources: readonly Source[] }) {
  const words = useWords(SOURCES)
  return (
    <Card title={words.title} isFlush>
      {sources.length === 0 && (
        <p className={list.none}>
          {words.none} {words.how}
        </p>
      )}
      <ul className={list.rows} aria-label={words.title}>
        {sources.map((source) => (
          <SourceRow key={source.id} of={source} />
        ))}
      </ul>
    </Card>
  )
}

function SourceRow({ of: source }: { readonly of: Source }) {
  const words = useWords(SOURCES)
  const format = useFormat()
  const { id, location, last_result, fault, failures } = source
  return (
    <li>
      <div className={list.thing}>
        <p className={list.name}>
          <bdi>{id}</bdi>{' '}
          {last_result === null ? (
            <StateMark tone="quiet">{words.notYet}</StateMark>
          ) : (
            <StateMark tone={TONES[last_result]}>{words.results[last_result]}</StateMark>
          )}
        </p>
        <p className={list.facts}>
          <code>
            <bdi>{location}</bdi>
          </code>
        </p>
        <p className={list.facts}>
          <When of={source} />
          {failures > 1 && ` · ${words.failures(format.number(failures))}`}
        </p>
        {fault !== '' && (
          <p className={list.facts}>
            {words.message} <bdi lang="en">{fault}</bdi>
          </p>
        )}
      </div>
      <Runs of={source} />
    </li>
  )
}

/** Tells when the source last succeeded, last failed and runs next; of a watched folder with the files. */
function Runs({ of: source }: { readonly of: Source }) {
  const words = useWords(SOURCES)
  const { kind, last_success_at, last_failure_at, next_run_at } = source
  const [good, bad] = kind === 'inbox' ? [source.good_file, source.bad_file] : ['', '']
  return (
    <p className={list.facts}>
      {words.lastSuccess} {last_success_at === null ? words.never : <Moment at={last_success_at} isExact />}{' '}
      <bdi>{good}</bdi>
      {last_failure_at !== null && (
        <>
          <br />
          {words.lastFailure} <Moment at={last_failure_at} isExact /> <bdi>{bad}</bdi>
        </>
      )}
      {next_run_at !== null && (
        <>
          <br />
          {words.nextRun} <Moment at={next_run_at} isExact />
        </>
      )}
    </p>
  )
}

function When({ of: { kind, schedule } }: { readonly of: Source }) {
  const words = useWords(SOURCES)
  if (kind === 'inbox') return words.watched
  if (schedule === null) return words.manual
  const [how, when = ''] = schedule.split(' ')
  if (how === 'daily') return words.daily(when)
  const hours = when.replace('h', '')
  return how === 'hourly' || hours === '1' ? words.hourly : words.everyHours(hours)
}
