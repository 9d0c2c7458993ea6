/** Reads the file of a mapping. */
import { join } from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { compareTexts } from '../../../core/company/history.ts'
import { isBuiltIn, isMappedRegister } from '../../../core/company/precedence.ts'
import { FileFault } from '../../../core/ingest/entry-source.ts'
import { FILE_START, faultOfError } from '../files/file-faults.ts'
import { openRegular } from '../files/open-regular.ts'
import { MAPPING_SCHEMA, type Mapping } from './mapping.ts'

/** Longest mapping, in characters. */
export const MAPPING_CHARS_MAX = 100_000

/**
 * Reads and checks a mapping.
 *
 * @throws {FileFault} if the file cannot be read, or `bad_mapping` with every mistake in it.
 */
export async function readMapping(path: string): Promise<Mapping> {
  const mapping = parseMapping(await textOf(path))
  const mistake = typeof mapping === 'string' ? mapping : await registerMistake(mapping)
  if (typeof mapping !== 'string' && mistake === '') return mapping
  const { line, byte } = FILE_START
  throw new FileFault({ file: path, reason: 'bad_mapping', line, byte, sentence: `${path}: ${mistake}` })
}

/** The folder of the mappings that come with the program, each in a file of the name of its source. */
export const SHIPPED_MAPPINGS = join(import.meta.dirname, '../../../../data/mappings')

/**
 * The facts of a register count more than those of a list, and an entry of another table would replace one of the
 * register. Returns a sentence if a mapping has the name of a register and reads another table, else ''.
 */
async function registerMistake(mapping: Mapping): Promise<string> {
  const { source } = mapping
  if (!isMappedRegister(source)) return ''
  const shipped = parseMapping(await textOf(join(SHIPPED_MAPPINGS, `${source}.yaml`)))
  if (typeof shipped !== 'string' && readingOf(shipped, shipped) === readingOf(mapping, shipped)) return ''
  return `source: "${source}" is the name of a register, for which only data/mappings/${source}.yaml is right: title, licence, attribution, table and as_of may differ from it, and only and except may name more columns. Choose another name for your own file.`
}

/** Returns a text that is equal for mappings that read the same facts of rows that `shipped` selects. */
function readingOf(
  { country, columns, status, legal_forms, dates, ...mapping }: Mapping,
  shipped: Mapping,
): string {
  const inOrder = (fields: object) => Object.entries(fields).sort(([a], [b]) => compareTexts(a, b))
  const selection = (['only', 'except'] as const).map((field) =>
    Object.keys(shipped[field]).map((column) => mapping[field][column]),
  )
  return JSON.stringify([country, inOrder(columns), inOrder(status), inOrder(legal_forms), dates, selection])
}

/** Returns why a mapping cannot be used, as a sentence; `undefined` if it can. */
export async function faultOfMapping(path: string): Promise<string | undefined> {
  try {
    await readMapping(path)
    return undefined
  } catch (error) {
    if (error instanceof FileFault) return error.message
    throw error
  }
}

/** Returns the text of a file; of a longer one than any mapping, only the start. */
async function textOf(path: string): Promise<string> {
  const parts: string[] = []
  try {
    const file = await openRegular(path)
    for await (const part of file.createReadStream({ encoding: 'utf8', end: 4 * MAPPING_CHARS_MAX }))
      parts.push(part as string)
    return parts.join('')
  } catch (error) {
    throw error instanceof FileFault ? error : faultOfError(path, error, FILE_START)
  }
}

/** Returns the mapping, or a sentence with every mistake. */
export function parseMapping(text: string): Mapping | string {
  if (text.length > MAPPING_CHARS_MAX) return `the mapping is longer than ${MAPPING_CHARS_MAX} characters.`
  // Aliases are refused: a few lines of them may stand for millions of values.
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { merge: false, uniqueKeys: true, prettyErrors: false, lineCounter })
  if (document.errors.length > 0)
    return sentenceOf(
      document.errors.map(({ message, pos }) => {
        const { line, col } = lineCounter.linePos(pos[0])
        return `${message.split('\n', 1)[0]} at line ${line}, column ${col}`
      }),
    )
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 0 })
  } catch {
    return 'the mapping has an alias (*name), which is not supported.'
  }
  const read = MAPPING_SCHEMA.safeParse(value, { error: mistakeOf })
  if (!read.success)
    return sentenceOf(
      read.error.issues.map(({ path, message }) => `${path.join('.') || 'the mapping'}: ${message}`),
    )
  return isBuiltIn(read.data.source)
    ? `source: "${read.data.source}" is the name of a register. Choose another one for your own file.`
    : read.data
}

/** Says what is wrong in words of the mapping; `undefined` leaves it to the schema. */
function mistakeOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing'
        : `must be ${WORD_OF_TYPE[issue.expected] ?? issue.expected}`
    case 'unrecognized_keys':
      return `has no field ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'invalid_format':
      return issue.format === 'date' ? 'must be a day such as 2026-11-01' : undefined
    default:
      return undefined
  }
}

const WORD_OF_TYPE: Readonly<Record<string, string>> = {
  string: 'a text (a number needs quotes)',
  object: 'fields, each as "name: value"',
  record: 'fields, each as "name: value"',
  array: 'a list in brackets',
}

/** Most mistakes that a sentence names. */
const SHOWN_MISTAKES_MAX = 20

function sentenceOf(mistakes: readonly string[]): string {
  const shown = mistakes.slice(0, SHOWN_MISTAKES_MAX).join('; ')
  const rest = mistakes.length > SHOWN_MISTAKES_MAX ? '; …' : '.'
  return `the mapping has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}: ${shown}${rest}`
}
