/** The result of a job as a file. */
import { Failure } from '../../core/failure.ts'
import type { MatchJob } from '../../core/matching/match-job.ts'
import { matchedLines } from '../../core/matching/matched-lines.ts'
import {
  cellsFormat,
  csvFormat,
  DECIDED,
  jsonFormat,
  type LineFormat,
} from '../../core/matching/row-lines.ts'
import { WORKBOOK_TYPE } from '../../core/matching/workbook.ts'
import { contentTypeOf } from '../protocol/content-type.ts'
import type { Answer, HttpNeeds } from '../request/route.ts'

const CSV = 'text/csv'
const NDJSON = 'application/x-ndjson'

/** The media types of a result, the default first. */
export const RESULT_TYPES = [CSV, NDJSON, WORKBOOK_TYPE] as const

/** How CSV is written. */
export interface CsvStyle {
  readonly separator: ',' | ';'
  /** A byte order mark, so that a spreadsheet reads UTF-8. */
  readonly hasMark: boolean
}

type Needs = Pick<HttpNeeds, 'matchJobs' | 'writeWorkbook'>

/**
 * Returns the response with the result of a job in one of `RESULT_TYPES`.
 *
 * @throws {Failure} `conflict` until the job is done.
 */
export function resultAnswer(
  needs: Needs,
  job: MatchJob,
  type: string,
  { separator, hasMark }: CsvStyle = { separator: ',', hasMark: false },
): Answer {
  if (job.state !== 'done') throw new Failure('conflict', `The job is ${job.state}.`)
  const { header } = job
  const lines = (format: LineFormat) => matchedLines(needs.matchJobs, job, format)
  if (type === WORKBOOK_TYPE)
    return fileAnswer(job, type, 'xlsx', needs.writeWorkbook(lines(cellsFormat(header, DECIDED))))
  if (type === NDJSON)
    return fileAnswer(job, contentTypeOf(type), 'ndjson', lines(jsonFormat(header, DECIDED)))
  const csv = csvFormat(header, separator, hasMark, DECIDED)
  return fileAnswer(job, contentTypeOf(CSV), 'csv', lines(csv))
}

function fileAnswer(
  { id }: MatchJob,
  type: string,
  end: string,
  body: AsyncIterable<string | Uint8Array>,
): Answer {
  const disposition = `attachment; filename="${id}.${end}"`
  return { status: 200, headers: { 'content-type': type, 'content-disposition': disposition }, body }
}
