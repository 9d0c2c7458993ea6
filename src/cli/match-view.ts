/** What `firmensuche match` shows: the columns, the progress and the result. */

import type { Certainty } from '../core/matching/match-columns.ts'
import type { MatchStep, MatchSummary } from '../core/matching/match-plan.ts'
import { ROW_STATES } from '../core/matching/row-states.ts'
import type { CommandContext } from './command.ts'
import { counted } from './counted.ts'

/** A view of the steps of a match, on stderr. */
export interface MatchView {
  step(step: MatchStep): void
  end(): void
}

const MS_PER_S = 1000
const S_PER_MIN = 60

/** How sure a column is, in words; nothing for its header. */
const CERTAINTY_WORDS: Readonly<Record<Certainty, string>> = {
  header: '',
  word: ' (by a word of its header)',
  values: ' (by its values)',
}

/** Returns a view. */
export function matchView({ screen, nowMs }: Pick<CommandContext, 'screen' | 'nowMs'>): MatchView {
  const progress = screen.progress('matching')
  let startMs = nowMs()
  const show: { readonly [Step in MatchStep['step']]: (step: MatchStep & { step: Step }) => void } = {
    columns: (step) => {
      startMs = nowMs()
      for (const line of columnLines(step)) screen.message(line)
    },
    matching: ({ rowsDone, rowCount, rowsBefore }) => {
      const rate = (rowsDone - rowsBefore) / Math.max(1, nowMs() - startMs)
      const left = rowsDone === rowCount ? '' : `, ${durationText((rowCount - rowsDone) / rate)} left`
      const done = `${rowsDone.toLocaleString('en')} of ${counted(rowCount, 'row', 'rows')}`
      progress.show(rowsDone, rowCount, `${done}, ${rateText(rate * MS_PER_S)}${left}`)
    },
    limited: ({ waitMs }) =>
      screen.message(`The limit of the key is reached: waiting ${durationText(waitMs)}.`),
  }
  return {
    step: (step) => (show[step.step] as (one: MatchStep) => void)(step),
    end: () => progress.end(),
  }
}

function columnLines({ columns, certainty, rowsBefore }: MatchStep & { step: 'columns' }): readonly string[] {
  const fields = (['name', 'city', 'number'] as const).map((field) => {
    const names = columns[field].map((name) => JSON.stringify(name)).join(' + ')
    const sure = certainty[field]
    return `${field}: ${names === '' ? 'none' : names + (sure === undefined ? '' : CERTAINTY_WORDS[sure])}`
  })
  const continued = rowsBefore === 0 ? [] : [`Continuing after ${counted(rowsBefore, 'row', 'rows')}.`]
  return [`Columns – ${fields.join(', ')}.`, ...continued]
}

function rateText(rowsPerS: number): string {
  return `${rowsPerS.toLocaleString('en', { maximumSignificantDigits: 3 })} rows/s`
}

function durationText(ms: number): string {
  const s = Math.ceil(ms / MS_PER_S)
  return s < 2 * S_PER_MIN ? `${s} s` : `${Math.ceil(s / S_PER_MIN)} min`
}

/** Returns the result in words. `output`: the written file; `undefined` = standard output. */
export function summaryLines(
  { rowsDone, rowsBefore, counts }: MatchSummary,
  output: string | undefined,
): readonly string[] {
  const states = ROW_STATES.filter((state) => counts[state] > 0).map(
    (state) => `${counts[state].toLocaleString('en')} ${state}`,
  )
  const before = rowsBefore === 0 ? '' : `; ${counted(rowsBefore, 'row', 'rows')} of an earlier run`
  const where = output === undefined ? '' : ` written to ${output}`
  return [`${counted(rowsDone, 'row', 'rows')}${where}: ${states.join(', ') || 'none new'}${before}.`]
}

/** Returns the result as JSON. */
export function summaryJson({ rowsDone, rowsBefore, counts }: MatchSummary, output: string | undefined) {
  return { output: output ?? null, rows: rowsDone, rows_before: rowsBefore, ...counts }
}
