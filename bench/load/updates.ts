/** Files of changes for a stored register: real announcements, and entries of OffeneRegister under other names. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { registerFiles } from '../../src/adapters/registers/entry-source.ts'
import { openCompanyStore } from '../../src/adapters/sqlite/companies/read/company-store.ts'
import type { Row } from '../../src/core/ingest/entry-source.ts'
import { readEntry } from '../../src/core/ingest/read-entry.ts'
import { companyUuid } from '../../src/names/reading/company-uuid.ts'
import { changedEntries } from './changed-entries.ts'

const ANNOUNCEMENTS_HEADER =
  'announcement_date\ttype\tstate\tcourt\tformer_court\tregister_type\tregister_number\tnumber_suffix\tcompany_name\tseat\tlegal_form\tentry_date'

/** What the files are made from, each a change of another company. */
export type UpdateKind = 'announcements' | 'renamed'

/** A line of a file, and the company that it changes. */
interface ChangingLine {
  readonly text: string
  readonly uuid: string
  readonly name: string
}

/** A file that changes so many companies. */
export interface Update {
  readonly kind: UpdateKind
  readonly file: string
  readonly lines: readonly ChangingLine[]
}

/** Makes files of the given numbers of changes, each company once over all files of a kind. */
export class Updates {
  readonly #folder: string
  readonly #left: Record<UpdateKind, ChangingLine[]>
  #made = 0

  private constructor(folder: string, left: Record<UpdateKind, ChangingLine[]>) {
    this.#folder = folder
    this.#left = left
  }

  /** Reads the announcements and makes `count` entries of companies of the store; the files go to the folder. */
  static async read(folder: string, announcements: string, store: string, count: number): Promise<Updates> {
    const companies = openCompanyStore(store)
    const renamed = join(folder, 'renamed.jsonl')
    writeFileSync(renamed, changedEntries(companies, count).join('\n'))
    companies.close()
    return new Updates(folder, {
      announcements: await changingLines(announcements),
      renamed: await changingLines(renamed),
    })
  }

  /** Writes the next file of this many changes. */
  next(kind: UpdateKind, count: number): Update {
    const lines = this.#left[kind].splice(0, count)
    if (lines.length < count) throw new Error(`Only ${lines.length} of ${count} changes are left.`)
    const header = kind === 'announcements' ? `${ANNOUNCEMENTS_HEADER}\n` : ''
    const file = join(this.#folder, `update-${++this.#made}`)
    writeFileSync(file, `${header}${lines.map(({ text }) => text).join('\n')}\n`)
    return { kind, file, lines }
  }
}

/** Returns the valid lines of a file, the first one of each company. */
async function changingLines(file: string): Promise<ChangingLine[]> {
  const byUuid = new Map<string, ChangingLine>()
  for await (const { rows } of registerFiles().read(file))
    for (const row of rows) {
      const line = changingLine(row)
      if (line !== undefined && !byUuid.has(line.uuid)) byUuid.set(line.uuid, line)
    }
  return [...byUuid.values()]
}

function changingLine(row: Row): ChangingLine | undefined {
  const company = 'entry' in row ? readEntry(row.entry) : 'name_missing'
  if (typeof company === 'string') return undefined
  return { text: row.text, uuid: companyUuid(company.register), name: company.name }
}
