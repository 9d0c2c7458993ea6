/** `POST /api/v1/matches` */
import { MATCH_FILE_BYTES_MAX, MATCH_ROWS_MAX, type SentList } from '../../core/matching/match-job.ts'
import { WORKBOOK_TYPE } from '../../core/matching/workbook.ts'
import { mediaTypeOf } from '../protocol/content-type.ts'
import { jsonAnswer } from '../request/json-response.ts'
import { defineRoute, type Route } from '../request/route.ts'
import { jobSchema, startBody, startQuery } from './matches-schemas.ts'
import { jobWire } from './matches-wire.ts'

const JSON_TYPE = 'application/json'
const UPLOADS = [JSON_TYPE, 'text/csv', 'text/tab-separated-values', 'application/x-ndjson', WORKBOOK_TYPE]
const MIB = 1024 * 1024

/** The route that starts a job. */
export const startMatchRoute: Route = defineRoute({
  id: 'startMatch',
  method: 'POST',
  path: '/api/v1/matches',
  access: 'companies:search:deep',
  costTenths: 10,
  bodyBytesMax: MATCH_FILE_BYTES_MAX,
  query: startQuery,
  body: startBody,
  uploads: UPLOADS,
  status: 202,
  result: jobSchema,
  resultHeaders: [
    {
      name: 'Location',
      de: 'Pfad des Auftrags.',
      en: 'Path of the job.',
      example: '/api/v1/matches/mat_4fGk20LmQ8xZr1Bd',
    },
  ],
  exampleBody: { rows: [{ ref: 'customer 17', name: 'Carl Zeiss Energie GmbH', city: 'Oberkochen' }] },
  errors: ['invalid_request', 'conflict'],
  summary: { de: 'Datei als Auftrag abgleichen', en: 'Match a file as a job' },
  description: {
    de: `Die Liste ist der Body: CSV, TSV, JSON Lines oder eine Arbeitsmappe (XLSX), oder JSON mit \`rows\`; höchstens ${MATCH_FILE_BYTES_MAX / MIB} MiB und ${MATCH_ROWS_MAX} Zeilen. Sie wird im Hintergrund mit niedriger Priorität abgeglichen. Ein Konto hat höchstens einen Auftrag, der wartet oder läuft.`,
    en: `The list is the body: CSV, TSV, JSON Lines or a workbook (XLSX), or JSON with \`rows\`; at most ${MATCH_FILE_BYTES_MAX / MIB} MiB and ${MATCH_ROWS_MAX} rows. It is matched in the background with low priority. An account has at most one job that is queued or running.`,
  },
  // A client should not send 50 MiB to be told that an earlier job is still running.
  beforeUpload: ({ matchJobs, clock }, { key: { account, kind } }) =>
    matchJobs.checkStart({ account, isTest: kind === 'test' }, clock.nowMs()),
  async answer(needs, call) {
    const { account, kind } = call.key
    const { header, deep, filename, ...columns } = call.query
    const named = Object.fromEntries(
      Object.entries(columns).flatMap(([field, name]) => (name === undefined ? [] : [[field, [name]]])),
    )
    const sent: SentList = {
      path: call.upload,
      kind: mediaTypeOf(call.headers['content-type'] ?? '') === JSON_TYPE ? 'rows' : 'file',
      fileName: filename,
      hasNoHeader: header === 'false',
      deep: deep === 'true',
      named,
    }
    const owner = { account, isTest: kind === 'test' }
    const job = await needs.sendCommand('startMatch', { owner, sent })
    return { ...jsonAnswer(jobWire(job), { location: `/api/v1/matches/${job.id}` }), status: 202 }
  },
})
