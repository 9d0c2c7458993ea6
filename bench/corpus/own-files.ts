/**
 * Writes a list of business partners as CSV and as XLSX, with its mapping.
 *
 *     node bench/corpus/own-files.ts FOLDER [ROWS]
 */
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { letterOf, partsOf } from '../../test/fixtures/workbook.ts'
import { ZipFileWriter } from './zip-file.ts'

const [folder, rowsText = '1000000'] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: node bench/corpus/own-files.ts FOLDER [ROWS]')
const count = Number(rowsText)

const HEADER = [
  'Kundennummer',
  'Firma',
  'Registernummer',
  'Amtsgericht',
  'Straße',
  'PLZ',
  'Ort',
  'seit',
  'Status',
]
const COURTS = ['München', 'Köln', 'Hamburg', 'Charlottenburg', 'Stuttgart', 'Düsseldorf', 'Leipzig']
const WORDS = ['Adler', 'Bau', 'Holz', 'Licht', 'Nord', 'Quelle', 'Rhein', 'Stern', 'Tal', 'Wald', 'Wiese']
const FORMS = ['GmbH', 'UG (haftungsbeschränkt)', 'KG', 'AG', 'GmbH & Co. KG']
/** The number of 2000-01-01 in a workbook. */
const YEAR_2000 = 36_526

const word = (i: number) => WORDS[i % WORDS.length]!
const nameOf = (i: number) => `${word(i)}${word(i * 7 + 3).toLowerCase()} ${word(i * 5)} ${i} ${FORMS[i % 5]}`

/** The cells of a row; the days are numbers of a workbook. */
function cellsOf(i: number): readonly (string | number)[] {
  const city = COURTS[i % COURTS.length]!
  const type = /KG$/.test(nameOf(i)) ? 'HRA' : 'HRB'
  return [
    ...[
      100_000 + i,
      nameOf(i),
      `${type} ${1000 + Math.floor(i / 7)}`,
      city,
      `${word(i * 3)}straße ${i % 200}`,
    ],
    ...[10_000 + (i % 89_999), city, YEAR_2000 + (i % 9000), i % 20 === 0 ? 'gelöscht' : 'aktiv'],
  ]
}

function dayText(day: number): string {
  const date = new Date(Date.UTC(2000, 0, 1 + day - YEAR_2000)).toISOString()
  return `${date.slice(8, 10)}.${date.slice(5, 7)}.${date.slice(0, 4)}`
}

function* csvLines(): Generator<string> {
  yield `${HEADER.join(';')}\r\n`
  for (let i = 0; i < count; i++) {
    const cells = cellsOf(i).map((cell, column) => (column === 7 ? dayText(cell as number) : cell))
    yield `${cells.join(';')}\r\n`
  }
}

const strings = new Map<string, number>()

function cellXml(cell: string | number, place: string, column: number): string {
  if (typeof cell === 'number') return `<c r="${place}"${column === 7 ? ' s="1"' : ''}><v>${cell}</v></c>`
  if (!strings.has(cell)) strings.set(cell, strings.size)
  return `<c r="${place}" t="s"><v>${strings.get(cell)}</v></c>`
}

function* sheetXml(around: readonly [string, string]): Generator<string> {
  yield around[0]
  for (let i = -1; i < count; i++) {
    const cells = i < 0 ? HEADER : cellsOf(i)
    const written = cells.map((cell, column) => cellXml(cell, `${letterOf(column)}${i + 2}`, column))
    yield `<row r="${i + 2}" spans="1:${cells.length}">${written.join('')}</row>`
  }
  yield around[1]
}

function* stringsXml(around: readonly [string, string]): Generator<string> {
  yield around[0]
  for (const text of strings.keys()) yield `<si><t>${text.replaceAll('&', '&amp;')}</t></si>`
  yield around[1]
}

/** Returns the start and the end of a part of which the content is written piece by piece. */
function around(part: string, mark: string): readonly [string, string] {
  const [start, end] = part.split(mark)
  return [start!, end!]
}

const SHEET = 'xl/worksheets/sheet1.xml'
const STRINGS = 'xl/sharedStrings.xml'

async function writeWorkbook(path: string): Promise<void> {
  const parts = partsOf([{ name: 'Kunden', rows: '<mark/>' }], {
    strings: ['<mark/>'],
    formats: ['dd.mm.yyyy'],
  })
  const zip = new ZipFileWriter(path)
  for (const [name, text] of Object.entries(parts))
    if (name !== SHEET && name !== STRINGS) await zip.add(name, [text])
  await zip.add(SHEET, sheetXml(around(parts[SHEET]!, '<mark/>')))
  await zip.add(STRINGS, stringsXml(around(parts[STRINGS]!, '<si><mark/></si>')))
  zip.close()
}

mkdirSync(folder, { recursive: true })
writeFileSync(
  join(folder, 'partners.yaml'),
  `source: partners
title: Business partners
columns:
  id: Kundennummer
  name: Firma
  number: Registernummer
  court: Amtsgericht
  seat: Ort
  address: [Straße, PLZ, Ort]
  status: Status
  registered_on: seit
status: {active: [aktiv], removed: [gelöscht]}
dates: DD.MM.YYYY
`,
)
await pipeline(Readable.from(csvLines()), createWriteStream(join(folder, 'partners.csv')))
await writeWorkbook(join(folder, 'partners.xlsx'))
