/** The sources of an operator: files, folders and addresses that are imported. Data and rules. */
import { hasControlCharacter } from '../control-characters.ts'
import { Failure } from '../failure.ts'
import type { Withdrawal } from '../ingest/withdrawal.ts'
import { readSchedule, SCHEDULE_SHAPE } from './schedule.ts'

/** Maximum number of sources; it also bounds the labels of the metrics. */
export const SOURCES_MAX = 50
/** Maximum length of an address or a path, in characters. */
export const LOCATION_CHARS_MAX = 4096

/** The kinds of sources: one file, a folder that is watched, an HTTPS address. */
export const SOURCE_KINDS = ['file', 'inbox', 'https'] as const
/** One of `SOURCE_KINDS`. */
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** What an operator defines of a source. */
export interface ImportSource {
  /** 1 to 32 lower-case letters, digits and hyphens; begins with a letter. */
  readonly id: string
  readonly kind: SourceKind
  /** Absolute path, or address; of an inbox '', because its folder is named after the id. */
  readonly location: string
  /** Absolute path of the mapping of a table; `null` = the format is recognised. */
  readonly mapping: string | null
  /** As `readSchedule` parses it; `null` = runs by command only (a folder is always watched). */
  readonly schedule: string | null
  /** Expected SHA-256 of the download in hexadecimal, or the address of a file with it; `null` = none. */
  readonly sha256: string | null
  /** What each imported file withdraws. */
  readonly withdrawal: Withdrawal
}

/** How a run ends. `unchanged`: the address has the file of the last successful run. */
export const RUN_RESULTS = ['done', 'unchanged', 'failed'] as const
/** One of `RUN_RESULTS`. */
export type RunResult = (typeof RUN_RESULTS)[number]

/** What is known about the runs of a source. Times are ms since 1970; `null` = never. */
export interface SourceState {
  readonly lastRunAtMs: number | null
  /** When the last run ended that imported a file without a fault, or found it unchanged. */
  readonly lastSuccessAtMs: number | null
  /** The last file that was imported without a fault: its name in a watched folder, else the location; '' = none. */
  readonly goodFile: string
  /** When the last run ended in which something failed. */
  readonly lastFailureAtMs: number | null
  /** The last file that failed, as `goodFile`. */
  readonly badFile: string
  readonly lastResult: RunResult | null
  /** Why the last run failed, as a sentence; '' = it did not. */
  readonly fault: string
  /** Number of failed runs in a row. */
  readonly failures: number
  /** When the next run is due; `null` = none is planned, or of a watched folder as soon as there is a file. */
  readonly nextRunAtMs: number | null
  /** Validators of the file that was imported last, as the server sent them; '' = none. */
  readonly etag: string
  readonly lastModified: string
}

/** A source with its state. */
export interface KnownSource extends ImportSource, SourceState {}

/** A source as commands and pages show it. */
export type SourceSummary = Omit<KnownSource, 'etag' | 'lastModified'>

/** The state of a source that has not run yet. */
export const NEVER_RUN: SourceState = {
  lastRunAtMs: null,
  lastSuccessAtMs: null,
  goodFile: '',
  lastFailureAtMs: null,
  badFile: '',
  lastResult: null,
  fault: '',
  failures: 0,
  nextRunAtMs: null,
  etag: '',
  lastModified: '',
}

const ID_SHAPE = /^[a-z][a-z0-9-]{0,31}$/
const SHA256_SHAPE = /^[0-9a-f]{64}$/

/**
 * Checks the definition of a source.
 *
 * @throws {Failure} `invalid_request` with a sentence.
 */
export function checkSource(source: ImportSource): void {
  const { id, kind, location, schedule, sha256 } = source
  if (!ID_SHAPE.test(id)) {
    throw invalid('The id must have 1 to 32 lower-case letters, digits and hyphens, and begin with a letter.')
  }
  if (kind === 'file' && !(isText(location) && location.startsWith('/'))) {
    throw invalid('The path must be absolute.')
  }
  if (kind === 'https') checkAddress(location)
  if (schedule !== null) checkSchedule(kind, schedule)
  if (sha256 !== null) checkChecksum(kind, sha256)
}

function checkSchedule(kind: SourceKind, schedule: string): void {
  if (kind === 'inbox') throw invalid('A folder is always watched and takes no schedule.')
  if (readSchedule(schedule) === undefined) throw invalid(`The schedule must be ${SCHEDULE_SHAPE}.`)
}

function checkChecksum(kind: SourceKind, sha256: string): void {
  if (kind !== 'https') throw invalid('A checksum needs an address.')
  if (isChecksum(sha256)) return
  if (!sha256.includes('://'))
    throw invalid('The checksum must have 64 hexadecimal digits, or be the address of a file with it.')
  checkAddress(sha256)
}

/** Returns whether a checksum is given as such, and not as the address of a file. */
export function isChecksum(sha256: string): boolean {
  return SHA256_SHAPE.test(sha256)
}

/** @throws {Failure} `invalid_request` if the text is not an address without user name and password. */
function checkAddress(text: string): void {
  const url = isText(text) ? URL.parse(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw invalid('The address must begin with https://.')
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('The address must not contain a user name or a password: sources are listed and logged.')
  }
}

function isText(text: string): boolean {
  return text !== '' && text.length <= LOCATION_CHARS_MAX && !hasControlCharacter(text)
}

function invalid(sentence: string): Failure {
  return new Failure('invalid_request', sentence)
}
