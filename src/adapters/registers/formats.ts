/** All formats of register files. A new one is a folder and a line here. */
import type { FormatName } from '../../core/ingest/file-format.ts'
import { ANNOUNCEMENTS_JSON } from './announcements/announcements-json.ts'
import { ANNOUNCEMENTS_TSV } from './announcements/announcements-tsv.ts'
import type { DatabaseFile } from './files/database-file.ts'
import type { RegisterFormat } from './files/register-format.ts'
import { GLEIF_FORMATS } from './gleif/gleif-formats.ts'
import { FLAT_DATABASE } from './offeneregister/flat-database.ts'
import { NOTICES_DATABASE } from './offeneregister/notices-database.ts'
import { OFFENE_REGISTER_FORMAT } from './offeneregister/offene-register.ts'
import { XJUSTIZ_SI } from './xjustiz-si/xjustiz-si.ts'

/** In the order in which a file is compared with them. The last one takes every text, and its rows tell what is wrong. */
const FORMATS: readonly RegisterFormat[] = [
  ANNOUNCEMENTS_TSV,
  ANNOUNCEMENTS_JSON,
  ...GLEIF_FORMATS,
  XJUSTIZ_SI,
  FLAT_DATABASE,
  NOTICES_DATABASE,
  OFFENE_REGISTER_FORMAT,
]

/** Returns a format; `undefined` for tables, whose mapping makes the format. */
export function formatNamed(name: FormatName): RegisterFormat | undefined {
  return FORMATS.find((format) => format.name === name)
}

/** What a format is recognised by. */
interface Recognisable {
  readonly start: Buffer
  readonly file: { readonly database?: DatabaseFile | undefined }
}

/** Returns the format of a file; `undefined` for a table, or anything else. */
export function knownFormat(opened: Recognisable): RegisterFormat | undefined {
  const format = formatOf(opened)
  const isKnown =
    format !== OFFENE_REGISTER_FORMAT || /"company_number"\s*:/.test(opened.start.toString('utf8'))
  return isKnown ? format : undefined
}

/** Returns the format of a file; `undefined` for a database of something else. */
export function formatOf({ start, file }: Recognisable): RegisterFormat | undefined {
  const text = start.toString('utf8')
  return FORMATS.find((format) => format.recognises(text, file.database))
}
