/** `GET /api/v1/matches`, and a job: `GET`, `DELETE` and its result. */
import { z } from 'zod'
import { Failure } from '../../core/failure.ts'
import { MATCH_JOBS_MAX, type MatchJob, type MatchOwner } from '../../core/matching/match-job.ts'
import { jsonAnswer } from '../request/json-response.ts'
import { type Call, defineRoute, type HttpNeeds, type Route } from '../request/route.ts'
import { RESULT_TYPES, resultAnswer } from './match-result.ts'
import { jobSchema } from './matches-schemas.ts'
import { jobWire } from './matches-wire.ts'

const JOB = { access: 'companies:search:deep', costTenths: 10, errors: ['not_found'] } as const

const listMatchesRoute: Route = defineRoute({
  ...JOB,
  id: 'listMatches',
  method: 'GET',
  path: '/api/v1/matches',
  errors: [],
  result: z.array(jobSchema).max(MATCH_JOBS_MAX),
  summary: { de: 'Aufträge auflisten', en: 'List the jobs' },
  description: {
    de: `Die Aufträge des Kontos, der neueste zuerst, höchstens ${MATCH_JOBS_MAX}. Ein Testschlüssel zeigt die von Testschlüsseln.`,
    en: `The jobs of the account, the newest first, at most ${MATCH_JOBS_MAX}. A test key lists those of test keys.`,
  },
  async answer({ matchJobs }, call) {
    return jsonAnswer((await matchJobs.list(ownerOf(call))).map(jobWire))
  },
})

const getMatchRoute: Route = defineRoute({
  ...JOB,
  id: 'getMatch',
  method: 'GET',
  path: '/api/v1/matches/:id',
  example: '/api/v1/matches/mat_4fGk20LmQ8xZr1Bd',
  result: jobSchema,
  summary: { de: 'Stand eines Auftrags', en: 'Progress of a job' },
  description: {
    de: '`done` von `rows` Zeilen sind abgeglichen. Frage alle paar Sekunden, bis `state` `done` oder `failed` ist.',
    en: '`done` of `rows` rows have been matched. Ask every few seconds until `state` is `done` or `failed`.',
  },
  async answer(needs, call) {
    return jsonAnswer(jobWire(await jobOf(needs, call)))
  },
})

const getMatchResultRoute: Route = defineRoute({
  ...JOB,
  id: 'getMatchResult',
  method: 'GET',
  path: '/api/v1/matches/:id/result',
  example: '/api/v1/matches/mat_4fGk20LmQ8xZr1Bd/result',
  produces: RESULT_TYPES,
  errors: ['not_found', 'conflict'],
  summary: { de: 'Ergebnis eines Auftrags', en: 'Result of a job' },
  description: {
    de: 'Alle Zeilen der Liste in ihrer Reihenfolge, mit den Spalten `match_…` dahinter, als CSV, mit `Accept: application/x-ndjson` als JSON Lines oder mit dem Medientyp von XLSX als Arbeitsmappe. 409 `conflict`, bis der Auftrag `done` ist.',
    en: 'All rows of the list in their order, followed by the columns `match_…`, as CSV, with `Accept: application/x-ndjson` as JSON Lines, or with the media type of XLSX as a workbook. 409 `conflict` until the job is `done`.',
  },
  async answer(needs, call) {
    const job = await jobOf(needs, call)
    return resultAnswer(needs, job, call.media)
  },
})

const deleteMatchRoute: Route = defineRoute({
  ...JOB,
  id: 'deleteMatch',
  method: 'DELETE',
  path: '/api/v1/matches/:id',
  example: '/api/v1/matches/mat_4fGk20LmQ8xZr1Bd',
  status: 204,
  summary: { de: 'Auftrag löschen', en: 'Delete a job' },
  description: {
    de: 'Bricht den Auftrag ab, falls er noch wartet oder läuft, und löscht ihn sofort mit Liste und Ergebnis.',
    en: 'Cancels the job if it is queued or running, and deletes it at once with list and result.',
  },
  async answer(needs, call) {
    await needs.sendCommand('deleteMatch', { owner: ownerOf(call), id: call.params.id as string })
    return { status: 204, headers: {}, body: undefined }
  },
})

/** The routes of existing jobs. */
export const matchesRoutes: readonly Route[] = [
  listMatchesRoute,
  getMatchRoute,
  getMatchResultRoute,
  deleteMatchRoute,
]

function ownerOf({ key: { account, kind } }: Call): MatchOwner {
  return { account, isTest: kind === 'test' }
}

/** @throws {Failure} `not_found` if the account has no such job. */
async function jobOf({ matchJobs }: HttpNeeds, call: Call): Promise<MatchJob> {
  const id = call.params.id as string
  const job = await matchJobs.find(ownerOf(call), id)
  if (job === undefined) throw new Failure('not_found', `no job ${id}`)
  return job
}
