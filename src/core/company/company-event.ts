/** Dated events of a company, as its registers announced them. Pure. */
import type { CompanyEvent } from './company.ts'
import { compareTexts } from './history.ts'

export { type CompanyEvent, EVENT_KINDS, type EventKind } from './company.ts'

/** Most events of a company that are stored; the latest ones are. */
export const EVENTS_MAX = 100

/** Returns the events of both lists, each once and the latest first. */
export function mergeEvents(a: readonly CompanyEvent[], b: readonly CompanyEvent[]): readonly CompanyEvent[] {
  if (b.length === 0) return a
  const events = new Map([...a, ...b].map((event) => [textOf(event), event]))
  return [...events.values()]
    .sort((one, other) => compareTexts(other.date, one.date) || compareTexts(textOf(one), textOf(other)))
    .slice(0, EVENTS_MAX)
}

function textOf({ date, kind, source }: CompanyEvent): string {
  return `${date} ${kind} ${source}`
}
