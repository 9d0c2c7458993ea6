/** Makes families of one kind of metric. */
import type { Family, Sample } from './metrics-text.ts'

/** The value of a family: its samples, or one number; `true` is 1. `undefined`: the family is left out. */
type Value = readonly Sample[] | number | boolean | undefined

/** Makes a family of numbers that only grow while the server runs. */
export function counter(name: string, help: string, value: Value): Family {
  return { name, type: 'counter', help, samples: samplesOf(value) }
}

/** Makes a family of numbers that go up and down. */
export function gauge(name: string, help: string, value: Value): Family {
  return { name, type: 'gauge', help, samples: samplesOf(value) }
}

function samplesOf(value: Value): readonly Sample[] {
  if (value === undefined) return []
  return typeof value === 'object' ? value : [{ value: Number(value) }]
}
