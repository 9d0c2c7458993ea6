/** The parts of a workbook (XLSX, both conformance classes) beside the rows of its sheets. */
import { posix } from 'node:path'
import { PackingFault } from '../files/packing.ts'
import type { WorkbookFile } from '../files/workbook-file.ts'
import { localName, XmlFault, type XmlHandlers, XmlReader } from '../files/xml-reader.ts'
import { ENTRIES_MAX } from '../files/zip-archive.ts'
import { SHARED_STRINGS_BYTES_MAX, SharedStrings } from './shared-strings.ts'
import { builtInFormat, FORMAT_CODE_CHARS_MAX, type NumberFormat, readNumberFormat } from './xlsx-number.ts'

/** Largest part that describes the workbook, in bytes: its sheets, relationships or formats. */
export const PART_BYTES_MAX = 16 * 1024 * 1024
/** Most relationships of a part: as many as an archive has entries. */
export const RELATIONS_MAX = ENTRIES_MAX
/** Most sheets; a workbook of Excel with so many could not be opened. */
export const SHEETS_MAX = 10_000
/** Most number formats of a workbook's own; Excel allows 250. */
export const NUMBER_FORMATS_MAX = 10_000
/** Most styles of cells; Excel allows 65,490. */
export const CELL_STYLES_MAX = 65_536
/** Most characters of a cell; Excel allows as many. Longer texts are cut. */
export const CELL_CHARS_MAX = 32_767

/** A sheet with cells. */
export interface Sheet {
  readonly name: string
  readonly isHidden: boolean
  /** The name of its part. */
  readonly part: string
}

/** What is needed to read the cells of a sheet. */
export interface Workbook {
  readonly sheets: readonly Sheet[]
  readonly isFrom1904: boolean
  /** The format of numbers by the number of the style of a cell. */
  readonly formats: readonly NumberFormat[]
  readonly strings: SharedStrings
}

type Attributes = Parameters<XmlHandlers['open']>[1]

/** A relationship of a part to another one. */
interface Relation {
  readonly id: string
  /** The last word of its type: `worksheet`, `styles`. */
  readonly type: string
  readonly target: string
}

/** Reads the workbook. Throws {@link XmlFault}, {@link PackingFault} or a `TypeError` for bytes that are not UTF-8. */
export async function readWorkbook(
  file: WorkbookFile,
  stringBytesMax = SHARED_STRINGS_BYTES_MAX,
): Promise<Workbook> {
  const root = await relationsOf(file, '')
  const main = root.find(({ type }) => type === 'officeDocument')?.target
  if (main === undefined) throw new XmlFault('is no workbook')
  const relations = await relationsOf(file, main)
  const targetOf = (wanted: string) => relations.find(({ type }) => type === wanted)?.target
  return {
    ...(await readSheets(file, main, relations)),
    formats: await readFormats(file, targetOf('styles')),
    strings: await readStrings(file, targetOf('sharedStrings'), stringBytesMax),
  }
}

/** Yields the text of a part. Throws as `readWorkbook`, also if there is no such part. */
export async function* partText(
  file: WorkbookFile,
  name: string,
  bytesMax = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  const chunks = file.part(name)
  if (chunks === undefined) throw new XmlFault(`is no workbook, or lacks its part ${JSON.stringify(name)}`)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new PackingFault('unpacks_too_large')
    yield decoder.decode(chunk, { stream: true })
  }
  yield decoder.decode()
}

async function readPart(
  file: WorkbookFile,
  name: string,
  handlers: Partial<XmlHandlers>,
  bytesMax?: number,
): Promise<void> {
  const xml = new XmlReader({ open: () => {}, close: () => {}, text: () => {}, ...handlers })
  for await (const text of partText(file, name, bytesMax)) xml.feed(text)
  xml.end()
}

/** Returns the relationships of a part; of the whole package for ''. */
async function relationsOf(file: WorkbookFile, part: string): Promise<readonly Relation[]> {
  const folder = posix.dirname(part)
  const relations: Relation[] = []
  const open = (name: string, { Id: id = '', Type: type = '', Target: target = '' }: Attributes) => {
    if (name !== 'Relationship') return
    checkCount(relations.length, RELATIONS_MAX, 'relationships of a part')
    relations.push({ id, type: posix.basename(type), target: posix.resolve('/', folder, target).slice(1) })
  }
  await readPart(file, posix.join(folder, '_rels', `${posix.basename(part)}.rels`), { open }, PART_BYTES_MAX)
  return relations
}

async function readSheets(
  file: WorkbookFile,
  main: string,
  relations: readonly Relation[],
): Promise<Pick<Workbook, 'sheets' | 'isFrom1904'>> {
  const sheets: Sheet[] = []
  const worksheets = new Map(
    relations.filter(({ type }) => type === 'worksheet').map(({ id, target }) => [id, target]),
  )
  let isFrom1904 = false
  const open = (element: string, attributes: Attributes) => {
    if (element === 'workbookPr') isFrom1904 = isTrue(attributes.date1904)
    if (element !== 'sheet') return
    const { name = '', state = 'visible' } = attributes
    const id = Object.entries(attributes).find(([key]) => key.includes(':') && localName(key) === 'id')?.[1]
    const part = worksheets.get(id ?? '')
    if (part === undefined) return
    checkCount(sheets.length, SHEETS_MAX, 'sheets')
    sheets.push({ name, isHidden: state !== 'visible', part })
  }
  await readPart(file, main, { open }, PART_BYTES_MAX)
  return { sheets, isFrom1904 }
}

/** @throws {XmlFault} if there are already as many as there may be. */
function checkCount(count: number, max: number, what: string): void {
  if (count >= max) throw new XmlFault(`has more than ${max} ${what}`)
}

function isTrue(value = ''): boolean {
  return value === '1' || value === 'true'
}

/** Returns the formats of the styles of cells, in their order. */
async function readFormats(file: WorkbookFile, part: string | undefined): Promise<readonly NumberFormat[]> {
  const own = new Map<string, NumberFormat>()
  const formats: NumberFormat[] = []
  let isInCellStyles = false
  const open = (name: string, { numFmtId: id = '0', formatCode = '' }: Attributes) => {
    if (name === 'numFmt') {
      checkCount(own.size, NUMBER_FORMATS_MAX, 'number formats')
      own.set(id, ownFormat(id, formatCode, part))
    } else if (name === 'cellXfs') isInCellStyles = true
    else if (name === 'xf' && isInCellStyles) {
      checkCount(formats.length, CELL_STYLES_MAX, 'styles of cells')
      formats.push(own.get(id) ?? builtInFormat(Number(id)))
    }
  }
  const close = (name: string) => {
    if (name === 'cellXfs') isInCellStyles = false
  }
  if (part !== undefined) await readPart(file, part, { open, close }, PART_BYTES_MAX)
  return formats
}

function ownFormat(id: string, code: string, part = ''): NumberFormat {
  if (code.length <= FORMAT_CODE_CHARS_MAX) return readNumberFormat(code)
  const place = `number format ${JSON.stringify(id.slice(0, 20))} of its part ${JSON.stringify(part)}`
  throw new XmlFault(`has more than ${FORMAT_CODE_CHARS_MAX} characters in the ${place}`)
}

/** Reads the shared texts. */
async function readStrings(
  file: WorkbookFile,
  part: string | undefined,
  bytesMax: number,
): Promise<SharedStrings> {
  const strings = new SharedStrings(bytesMax)
  const text = new RichText()
  const open = (name: string) => {
    if (name === 'si') text.clear()
    else text.open(name)
  }
  const close = (name: string) => {
    text.close(name)
    if (name === 'si' && !strings.add(text.read())) throw new PackingFault('unpacks_too_large')
  }
  if (part !== undefined) await readPart(file, part, { open, close, text: (piece) => text.add(piece) })
  return strings
}

/** A text of runs with different fonts. How it is pronounced is left out. */
export class RichText {
  #text = ''
  #isText = false
  #isPhonetic = false

  /** Whether a text has begun and not ended. */
  get isOpen(): boolean {
    return this.#isText
  }

  clear(): void {
    this.#text = ''
  }

  open(name: string): void {
    if (name === 't') this.#isText = !this.#isPhonetic
    else if (name === 'rPh') this.#isPhonetic = true
  }

  close(name: string): void {
    if (name === 't') this.#isText = false
    else if (name === 'rPh') this.#isPhonetic = false
  }

  add(piece: string): void {
    if (this.#isText && this.#text.length <= CELL_CHARS_MAX)
      this.#text = (this.#text + piece).slice(0, CELL_CHARS_MAX)
  }

  read(): string {
    return unescapedText(this.#text)
  }
}

/** Returns a text with the characters that XML cannot contain, which are written as `_x000D_`. */
export function unescapedText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
