/** Jobs that match lists, as the API shows them. */
import type { MatchJob } from '../../core/matching/match-job.ts'

/** Converts a job. */
export function jobWire(job: MatchJob) {
  const { id, state, fileName: filename, deep, rows, rowsDone: done, counts, columns, fault } = job
  const namesOf = (places: readonly number[]) => places.map((place) => job.header[place] || `${place + 1}`)
  return {
    ...{ id, state, filename, deep, rows, done, counts },
    columns: {
      name: namesOf(columns.name),
      city: namesOf(columns.city),
      number: namesOf(columns.number),
    },
    created_at: timeOf(job.createdAtMs),
    ended_at: job.endedAtMs === null ? null : timeOf(job.endedAtMs),
    expires_at: timeOf(job.expiresAtMs),
    ...(state === 'failed' && { error: fault }),
  }
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}
