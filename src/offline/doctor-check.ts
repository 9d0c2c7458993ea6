/** One check of `doctor` that may have several faults. */
import type { Check } from '../control/views.ts'

/** A fault and what to do about it. */
export type Fault = readonly [state: 'warn' | 'fail', sentence: string]

/** Returns a check whose state is that of its worst fault; `text` describes what was examined. */
export function check(name: string, text: string, faults: readonly (Fault | false)[]): Check {
  const found = faults.filter((fault) => fault !== false)
  const states = found.map(([state]) => state)
  const state = states.includes('fail') ? 'fail' : (states[0] ?? 'ok')
  return { name, state, description: [text, ...found.map(([, sentence]) => sentence)].join('. ') }
}
