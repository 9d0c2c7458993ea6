/**
 * Makes `src/names/data/elf-codes.json`: the entity legal form codes of ISO 20275 by the forms that the service distinguishes.
 *
 *     node scripts/make-elf-codes.ts <elf-codes.csv>
 *
 * The file is GLEIF's list of codes, version 1.4.1 (also packed with gzip). A code has the form that its abbreviation or its
 * name is read as. Codes whose names say it in other words are listed below; codes of no known form are left out.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { readName } from '../src/names/reading/read-name.ts'

const path = process.argv[2]
if (path === undefined) throw new Error('usage: node scripts/make-elf-codes.ts <elf-codes.csv>')

/** Codes whose names are read as no form, or as that of a translation. */
const CORRECTIONS: Readonly<Record<string, readonly string[]>> = {
  // The Norwegian SA is a cooperative.
  '': ['K5P8'],
  AG: ['MVII'],
  EURL: ['JN2P'],
  GmbH: ['3EKS'],
  KG: ['CQMY'],
  KGaA: ['W6A7'],
  'Ltd.': ['4GJI', 'G12F', 'TYJK', 'HX6D', 'C605', 'T61R', 'ZQ6S'],
  'S.A.': ['K65D', '5VCF'],
  'S.A.S.': ['6CHY'],
  SASU: ['LARO'],
  'S.à r.l.': ['V9QP'],
}

type Row = Readonly<Record<string, string>>

const file = readFileSync(path)
const rows = parse(path.endsWith('.gz') ? gunzipSync(file) : file, { columns: true, bom: true }) as Row[]
const formOf = new Map<string, string>()
for (const row of rows) {
  const code = row['ELF Code'] as string
  const texts = [
    ...(row['Abbreviations Local language'] ?? '').split(';'),
    row['Entity Legal Form name Local name'] ?? '',
  ]
  const form = texts.map(formOfText).find((one) => one !== undefined)
  if (form !== undefined && !formOf.has(code)) formOf.set(code, form)
}
for (const [form, codes] of Object.entries(CORRECTIONS)) {
  for (const code of codes) {
    if (form === '') formOf.delete(code)
    else formOf.set(code, form)
  }
}

/** The text must be a form as a whole. */
function formOfText(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const { words, form } = readName(`Xyzzy ${text}`)
  return words.length === 1 ? form : undefined
}

const forms = Object.entries(Object.groupBy(formOf, ([, form]) => form)).sort(([a], [b]) => (a < b ? -1 : 1))
const lines = forms.map(([form, codes = []]) => {
  const listed = codes.map(([code]) => code).sort()
  return `    ${JSON.stringify(form)}: ${JSON.stringify(listed.join(' '))}`
})
writeFileSync(
  new URL('../src/names/data/elf-codes.json', import.meta.url),
  `{\n  "source": "ISO 20275 entity legal form codes, list 1.4.1 (GLEIF); made by scripts/make-elf-codes.ts",\n  "forms": {\n${lines.join(',\n')}\n  }\n}\n`,
)
