/** Sentences for failed calls of tools: they tell an assistant what to do next. */
import type { Failure, FailureDetail, FaultReason } from '../../core/failure.ts'
import { SEARCH_TEXT_CHARS_MAX } from '../../core/search/search-text.ts'
import { UNAVAILABLE_RETRY_S } from '../protocol/limit-headers.ts'

/** Allowed values that a sentence lists, at most. */
const ALLOWED_MAX = 60

/** What is wrong with an argument, after its name. */
const FAULTS: Readonly<Record<FaultReason, string>> = {
  required: 'is missing',
  type: 'has the wrong type',
  unknown_field: 'is not an argument of this tool; leave it out',
  unknown_parameter: 'is not an argument of this tool; leave it out',
  repeated: 'is given twice',
  too_short: 'is empty or too short',
  too_long: `is too long (a text has at most ${SEARCH_TEXT_CHARS_MAX} characters)`,
  too_small: 'is too small',
  too_large: 'is too large, or costs more than the whole limit of the key',
  too_many: 'has too many values',
  control_character: 'contains control characters',
  encoding: 'is not valid UTF-8',
  syntax: 'cannot be read',
  format: 'has the wrong format',
  not_allowed: 'is not one of the allowed values',
  mismatch: 'belongs to a call with other arguments; repeat those, or leave it out for the first page',
  key_in_query: 'contains a key',
  body_not_allowed: 'is not allowed',
}

/** Returns the sentences of a failure that the assistant can correct by other arguments. */
export function argumentSentence({ code, details }: Failure, tool: string): string {
  if (code === 'not_found') {
    return 'No company has this id. Take the id from a result of search_companies, match_companies or search; do not make one up.'
  }
  const faults = details.map(faultText).join('; ')
  return `Invalid arguments: ${faults}. Correct this and call ${tool} again.`
}

function faultText({ field, reason, allowed }: FailureDetail): string {
  const values = allowed === undefined ? '' : `: ${allowed.slice(0, ALLOWED_MAX).join(', ')}`
  return `${field === '' ? 'the arguments' : field} ${FAULTS[reason]}${values}`
}

/** Returns the sentence of a failure that other arguments do not change. */
export function otherSentence({ code, retryInMs }: Failure): string {
  if (code !== 'service_unavailable') return 'The call failed because of an internal error. Tell the user.'
  const seconds = retryInMs === undefined ? UNAVAILABLE_RETRY_S : Math.max(1, Math.ceil(retryInMs / 1000))
  return `The register cannot be searched right now. Call again in ${seconds} seconds; if it still fails, tell the user.`
}

/** What the library of the protocol found wrong with a message, as its errors contain it: issues of Zod, as JSON. */
const ISSUES = /^[^[]*(?<issues>\[\n[\s\S]*\])$/
/** Issues of a message that a sentence names, at most. */
const ISSUES_MAX = 5

interface Issue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Returns which fields of a message are wrong, from the text of the library's error; `undefined` for another error. */
export function messageSentence(libraryText: string): string | undefined {
  const json = ISSUES.exec(libraryText)?.groups?.issues
  if (json === undefined) return undefined
  const faults = (JSON.parse(json) as readonly Issue[]).slice(0, ISSUES_MAX).map(({ path, message }) => {
    const field = path.length === 0 ? 'the message' : path.join('.')
    return `${field}: ${message.replace(/^Invalid input(?:: )?/, '') || 'wrong type'}`
  })
  return `Invalid message: ${faults.join('; ')}.`
}
