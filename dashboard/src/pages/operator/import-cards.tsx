/** Shows the running import and its progress, and earlier imports. */
import type { OperatorStateAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import list from '../../parts/list.module.css'
import { Moment } from '../../parts/moment.tsx'
import { StateMark, type Tone } from '../../parts/state-mark.tsx'
import { useFormat } from '../../words/format.ts'
import { IMPORTS } from '../../words/imports.ts'
import { isolated } from '../../words/isolated.ts'
import { useWords } from '../../words/language.tsx'
import { OPERATOR } from '../../words/operator.ts'
import styles from './operator.module.css'

type Import = OperatorStateAnswer['imports'][number]

const TONES: Readonly<Record<Import['state'], Tone>> = {
  running: 'accent',
  done: 'good',
  failed: 'warn',
  stopped: 'quiet',
}

export function ImportCard({ importing }: Pick<OperatorStateAnswer, 'importing'>) {
  const words = useWords(OPERATOR)
  return (
    <Card title={words.importTitle}>
      {importing === null ? (
        <>
          <p>{words.importNone}</p>
          <p className={list.facts}>{words.importHow}</p>
        </>
      ) : (
        <Running importing={importing} />
      )}
    </Card>
  )
}

function Running({ importing }: { readonly importing: NonNullable<OperatorStateAnswer['importing']> }) {
  const words = useWords(OPERATOR)
  const format = useFormat()
  const { step, file, share, rows, rows_per_s, left_s } = importing
  const what = step === 'reading' ? words.reading(isolated(file)) : words.indexing
  return (
    <div className={styles.running}>
      <p className={list.name}>{what}</p>
      {/* Without a value it moves: how long an index takes is not known. */}
      <progress
        className={styles.progress}
        aria-label={what}
        max={1}
        {...(step === 'reading' && { value: share })}
      />
      {step === 'reading' && (
        <p className={list.facts}>
          {words.rate(format.number(rows), format.number(rows_per_s))}
          {left_s !== null && ` · ${words.left(minutes(left_s))}`}
        </p>
      )}
    </div>
  )
}

/** Formats seconds as `3:05`. */
function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`
}

export function ImportsCard({ imports }: Pick<OperatorStateAnswer, 'imports'>) {
  const words = useWords(OPERATOR)
  return (
    <Card title={words.importsTitle} isFlush>
      {imports.length === 0 && <p className={list.none}>{words.importsNone}</p>}
      <ul className={list.rows} aria-label={words.importsTitle}>
        {imports.map((one) => (
          <ImportRow key={one.number} of={one} />
        ))}
      </ul>
    </Card>
  )
}

/** Labels how an import ended. */
function ImportMark({ of: { state, mostly_rejected } }: { readonly of: Import }) {
  const words = useWords(OPERATOR)
  const wrong = useWords(IMPORTS)
  if (state === 'failed' && mostly_rejected)
    return <StateMark tone={TONES.failed}>{wrong.mostlyRejected}</StateMark>
  return <StateMark tone={TONES[state]}>{words.importStates[state]}</StateMark>
}

/**
 * Lists rejected rows with their reasons and their file, files that could not be read, and messages of the
 * server.
 */
function WhatIsWrong({ of: { counts, reasons, rejects, faults, said } }: { readonly of: Import }) {
  const words = useWords(IMPORTS)
  const format = useFormat()
  const reasonTexts = Object.entries(reasons).map(
    ([code, n]) => `${words.reasons[code] ?? code} (${format.number(n)})`,
  )
  const { rows = 0, rejected = 0, contradicted = 0 } = counts
  return (
    <>
      {reasonTexts.length > 0 && (
        <p className={list.facts}>
          {words.rejected(format.number(rejected), format.number(rows), reasonTexts.join(', '))}
        </p>
      )}
      {rejects !== null && (
        <p className={list.facts}>
          {words.rejects}{' '}
          <code>
            <bdi>{rejects}</bdi>
          </code>
        </p>
      )}
      {contradicted > 0 && <p className={list.facts}>{words.contradicted(format.number(contradicted))}</p>}
      {faults.map(({ file, reason, line }) => (
        <p key={file} className={list.facts}>
          <bdi>{file}</bdi>: {words.faults[reason](format.number(line))}
        </p>
      ))}
      {said !== '' && (
        <p className={list.facts}>
          {words.serverSays} <bdi lang="en">{said}</bdi>
        </p>
      )}
    </>
  )
}

function ImportRow({ of: one }: { readonly of: Import }) {
  const words = useWords(OPERATOR)
  const format = useFormat()
  const { files, counts, started_at } = one
  const count = (name: string) => format.number(counts[name] ?? 0)
  return (
    <li>
      <div className={list.thing}>
        <p className={list.name}>
          {files.map(isolated).join(', ')} <ImportMark of={one} />
        </p>
        {counts.rows !== undefined && (
          <p className={list.facts}>
            {words.counts(count('good'), count('created'), count('changed'), count('rejected'))}
          </p>
        )}
        {(counts.withdrawn ?? 0) > 0 && (
          <p className={list.facts}>{words.withdrawn(count('withdrawn'), count('deleted'))}</p>
        )}
        <WhatIsWrong of={one} />
      </div>
      <p className={list.facts}>
        <Moment at={started_at} isExact />
      </p>
    </li>
  )
}
