/** All formats of register files. A new one is a folder and a line here. */
import type { FormatName } from '../../core/ingest/file-format.ts'
import { ANNOUNCEMENTS_JSON } from './announcements/announcements-json.ts'
import { ANNOUNCEMENTS_TSV } from './announcements/announcements-tsv.ts'
import type { RegisterFormat } from './files/register-format.ts'
import { GLEIF_FORMATS } from './gleif/gleif-formats.ts'
import { OFFENE_REGISTER_FORMAT } from './offeneregister/offene-register.ts'
import { XJUSTIZ_SI } from './xjustiz-si/xjustiz-si.ts'

/** In the order in which a file is compared with them. The last one takes every file, and its rows tell what is wrong. */
const FORMATS: readonly RegisterFormat[] = [
  ANNOUNCEMENTS_TSV,
  ANNOUNCEMENTS_JSON,
  ...GLEIF_FORMATS,
  XJUSTIZ_SI,
  OFFENE_REGISTER_FORMAT,
]

/** Returns a format; `undefined` for tables, whose mapping makes the format. */
export function formatNamed(name: FormatName): RegisterFormat | undefined {
  return FORMATS.find((format) => format.name === name)
}

/** Returns the format of a file that begins with these bytes; `undefined` for a table, or anything else. */
export function knownFormat(start: Buffer): RegisterFormat | undefined {
  const format = formatOf(start)
  const isKnown = format !== OFFENE_REGISTER_FORMAT || /"company_number"\s*:/.test(start.toString('utf8'))
  return isKnown ? format : undefined
}

/** Returns the format of a file that begins with these bytes. */
export function formatOf(start: Buffer): RegisterFormat {
  const text = start.toString('utf8')
  return FORMATS.find((format) => format.recognises(text)) as RegisterFormat
}
