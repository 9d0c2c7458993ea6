/** Routes of lists that are matched as jobs, with the use cases of `/api/v1/matches`. */
import { VISITOR_COSTS } from '../../core/access/visitor-limit.ts'
import { Failure } from '../../core/failure.ts'
import {
  MATCH_FILE_BYTES_MAX,
  MATCH_JOBS_MAX,
  type MatchJob,
  type MatchOwner,
} from '../../core/matching/match-job.ts'
import { REVIEW_ROWS, reviewRows } from '../../core/matching/review-rows.ts'
import { WORKBOOK_TYPE } from '../../core/matching/workbook.ts'
import { resultAnswer } from '../api/match-result.ts'
import { jobWire } from '../api/matches-wire.ts'
import { type AppAccess, type Call, defineRoute, type HttpNeeds, type Route } from '../request/route.ts'
import { APP_PREFIX, appRoute, MEMBER } from './app-route.ts'
import { NOTHING } from './app-schemas.ts'
import {
  decisionBody,
  matchesResult,
  matchResult,
  previewQuery,
  previewResult,
  resultQuery,
  rowsQuery,
  rowsResult,
  startQuery,
} from './matches-schemas.ts'
import { previewWire, reviewWire } from './matches-wire.ts'

/** The type of every file: what it contains is recognised by its bytes. */
const UPLOAD = {
  body: NOTHING,
  uploads: ['application/octet-stream'],
  bodyBytesMax: MATCH_FILE_BYTES_MAX,
} as const
/** A list is read to its end for each of both. */
const READER: AppAccess = { app: 'account', costTenths: VISITOR_COSTS.deep }

const TYPES = { csv: 'text/csv', xlsx: WORKBOOK_TYPE } as const

const downloadRoute: Route = defineRoute({
  id: 'appMatchResult',
  method: 'GET',
  path: `${APP_PREFIX}/matches/:id/result`,
  access: MEMBER,
  costTenths: 0,
  produces: [TYPES.csv, TYPES.xlsx],
  query: resultQuery,
  async answer(needs, call) {
    const job = await jobOf(needs, call)
    const separator = call.query.separator === 'comma' ? ',' : ';'
    return resultAnswer(needs, job, TYPES[call.query.format], { separator, hasMark: true })
  },
})

/** All routes of lists. */
export const MATCHES_ROUTES: readonly Route[] = [
  appRoute({
    id: 'appMatches',
    path: '/matches',
    access: MEMBER,
    result: matchesResult,
    async answer({ matchJobs }, call) {
      const jobs = await matchJobs.list(ownerOf(call))
      return { result: { jobs: jobs.map(jobWire), jobs_max: MATCH_JOBS_MAX } }
    },
  }),
  appRoute({
    ...UPLOAD,
    id: 'appPreviewMatch',
    path: '/matches/preview',
    access: READER,
    query: previewQuery,
    result: previewResult,
    async answer(needs, call) {
      const { header } = call.query
      const { account } = ownerOf(call)
      const list = { account, path: call.upload, hasNoHeader: header === undefined ? undefined : !header }
      return { result: previewWire(await needs.sendCommand('previewMatch', list)) }
    },
  }),
  appRoute({
    ...UPLOAD,
    id: 'appStartMatch',
    path: '/matches',
    access: READER,
    query: startQuery,
    result: matchResult,
    status: 202,
    // Nobody should send 50 MiB to be told that an earlier list is still being matched.
    beforeUpload: ({ matchJobs, clock }, call) => matchJobs.checkStart(ownerOf(call), clock.nowMs()),
    async answer(needs, call) {
      const { filename: fileName, header, deep, ...chosen } = call.query
      const sent = { path: call.upload, kind: 'file', fileName, hasNoHeader: !header, deep } as const
      const owner = ownerOf(call)
      const job = await needs.sendCommand('startMatch', { owner, sent: { ...sent, named: {}, chosen } })
      return { result: await resultOf(needs, job) }
    },
  }),
  appRoute({
    id: 'appMatch',
    path: '/matches/:id',
    access: MEMBER,
    result: matchResult,
    answer: async (needs, call) => ({ result: await resultOf(needs, await jobOf(needs, call)) }),
  }),
  appRoute({
    id: 'appMatchRows',
    path: '/matches/:id/rows',
    access: MEMBER,
    query: rowsQuery,
    result: rowsResult,
    async answer(needs, call) {
      const job = await jobOf(needs, call)
      const { state, page: wanted } = call.query
      const { page, rows, total } = await reviewRows(needs.matchJobs, job.id, { state, page: wanted })
      return {
        result: { page, page_rows: REVIEW_ROWS, total, rows: rows.map((row) => reviewWire(row, job)) },
      }
    },
  }),
  appRoute({
    id: 'appDecideRow',
    path: '/matches/:id/decisions',
    access: MEMBER,
    body: decisionBody,
    async answer(needs, call) {
      const decision = { job: call.params.id as string, ...call.body }
      await needs.sendCommand('decideRow', { owner: ownerOf(call), decision })
      return null
    },
  }),
  appRoute({
    id: 'appDeleteMatch',
    path: '/matches/:id/delete',
    access: MEMBER,
    body: NOTHING,
    async answer(needs, call) {
      await needs.sendCommand('deleteMatch', { owner: ownerOf(call), id: call.params.id as string })
      return null
    },
  }),
  downloadRoute,
]

/** Lists of the dashboard are matched with the register, never with the sandbox. */
function ownerOf({ member: { account } }: Call): MatchOwner {
  return { account, isTest: false }
}

/** @throws {Failure} `not_found` if the account has no such job. */
async function jobOf({ matchJobs }: HttpNeeds, call: Call): Promise<MatchJob> {
  const id = call.params.id as string
  const job = await matchJobs.find(ownerOf(call), id)
  if (job === undefined) throw new Failure('not_found', `no job ${id}`)
  return job
}

async function resultOf({ matchJobs }: HttpNeeds, job: MatchJob) {
  const decided = await matchJobs.decidedCounts(job.id)
  return { job: jobWire(job), header: [...job.header], decided }
}
