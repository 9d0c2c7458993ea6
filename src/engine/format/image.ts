/**
 * The index as bytes: one shared buffer that every thread reads, identical to the file it is saved as. It
 * holds a magic number, length and checksum of the header, the header as JSON, then the sections, each padded
 * to 8 bytes.
 */
import { crc32 } from 'node:zlib'
import type { SectionName, Sections } from './layout.ts'
import { SECTION_ELEMENT_BYTES } from './layout.ts'

/**
 * Version of the format. Raised whenever bytes or their meaning change; files of other versions are refused
 * and rebuilt.
 */
export const IMAGE_FORMAT = 27
const MAGIC = 'FSUCHIDX'
const PREAMBLE_BYTES = 16
const ALIGNMENT = 8
/** A longer header means that the file is damaged. */
const HEADER_BYTES_MAX = 16 * 1024 * 1024

/** Metadata of an image. */
export interface ImageFacts {
  readonly snapshotNumber: number
  readonly sequence: number
  /**
   * Identifies the change with the number `sequence`: another store may have the same number.
   */
  readonly changeId: string
  readonly builtAtMs: number
  readonly companies: number
  /** Current and former names. */
  readonly documents: number
  /** Names with more words count as having this many. */
  readonly wordsMax: number
  /** Texts of the codes that the sections store: `forms[code]` is the legal form. */
  readonly forms: readonly string[]
  readonly courts: readonly string[]
  readonly suffixes: readonly string[]
  readonly dates: readonly string[]
}

interface SectionEntry {
  readonly name: SectionName
  /** Byte offset from the start of the image. */
  readonly offset: number
  /** Without padding. */
  readonly bytes: number
  /** CRC-32 of the section with its padding. */
  readonly crc: number
}

/** The header of an image: metadata, total size and the location of every section. */
export interface ImageHeader extends ImageFacts {
  readonly format: number
  readonly bytesTotal: number
  readonly sections: readonly SectionEntry[]
}

/** An index as one shared buffer. Posted to another thread, it refers to the same memory. */
export interface IndexImage {
  readonly bytes: SharedArrayBuffer
}

/** A validated image, or why it was refused. */
export type ReadImage =
  | { readonly kind: 'image'; readonly image: IndexImage; readonly header: ImageHeader }
  | { readonly kind: 'refused'; readonly reason: string }

const padded = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT

/** Number of elements of each section. */
export type SectionLengths = { readonly [Name in SectionName]: number }

/** An image whose sections are still to be filled. */
export interface DraftImage {
  /** Views on the image's memory, all zeros at first. */
  readonly sections: Sections
  /** Writes the header with the checksums and returns the image. Call it after every section is filled. */
  finish(): IndexImage
}

/** Allocates an image with room for sections of these lengths. */
export function allocateImage(lengths: SectionLengths, facts: ImageFacts): DraftImage {
  const headerLength = encodeHeader(locateSections(lengths, 2 ** 48), facts, 2 ** 48).length
  const entries = locateSections(lengths, PREAMBLE_BYTES + padded(headerLength))
  const last = entries.at(-1) as SectionEntry
  const bytesTotal = last.offset + padded(last.bytes)
  const image = { bytes: new SharedArrayBuffer(bytesTotal) }
  const finish = () => {
    const view = new Uint8Array(image.bytes)
    const checked = entries.map((entry) => ({ ...entry, crc: crc32(sectionBytes(view, entry)) }))
    writeHeader(view, encodeHeader(checked, facts, bytesTotal), padded(headerLength))
    return image
  }
  return { sections: sectionsAt(image, entries), finish }
}

/**
 * Moves the sections into one shared buffer behind their header. The memory of each section is released as
 * soon as it is copied (its array is empty then), so that two copies of the whole index never exist at once.
 */
export function writeImage(sections: Sections, facts: ImageFacts): IndexImage {
  const draft = allocateImage(lengthsOf(sections), facts)
  moveSections(sections, draft)
  return draft.finish()
}

/** Fills sections of a draft from arrays of the same lengths and releases these arrays. */
export function moveSections(sections: Partial<Sections>, draft: DraftImage): void {
  for (const name of Object.keys(sections) as SectionName[]) {
    const section = sections[name] as Sections[SectionName]
    draft.sections[name].set(section)
    if (section.buffer instanceof ArrayBuffer) release(section.buffer)
  }
}

/** Returns the number of elements of each given section. */
export function lengthsOf<Some extends Partial<Sections>>(
  sections: Some,
): { readonly [Name in keyof Some]: number } {
  const lengths = Object.entries(sections).map(([name, section]) => [
    name,
    (section as Sections[SectionName]).length,
  ])
  return Object.fromEntries(lengths)
}

function release(buffer: ArrayBuffer): void {
  if (buffer.resizable) buffer.resize(0)
  else buffer.transfer(0)
}

/**
 * Assigns offsets to the sections from `start` on. Checksums get the largest value, so that the header does
 * not grow when the real ones replace them.
 */
function locateSections(lengths: SectionLengths, start: number): SectionEntry[] {
  let offset = start
  return (Object.keys(SECTION_ELEMENT_BYTES) as SectionName[]).map((name) => {
    const bytes = lengths[name] * SECTION_ELEMENT_BYTES[name]
    const entry = { name, offset, bytes, crc: 0xffffffff }
    offset += padded(bytes)
    return entry
  })
}

function encodeHeader(entries: readonly SectionEntry[], facts: ImageFacts, bytesTotal: number): Uint8Array {
  const header: ImageHeader = { format: IMAGE_FORMAT, ...facts, bytesTotal, sections: entries }
  return new TextEncoder().encode(JSON.stringify(header))
}

function writeHeader(view: Uint8Array, json: Uint8Array, room: number): void {
  view.set(new TextEncoder().encode(MAGIC), 0)
  view.fill(0x20, PREAMBLE_BYTES, PREAMBLE_BYTES + room)
  view.set(json, PREAMBLE_BYTES)
  const numbers = new DataView(view.buffer)
  numbers.setUint32(8, room, true)
  numbers.setUint32(12, crc32(view.subarray(PREAMBLE_BYTES, PREAMBLE_BYTES + room)), true)
}

function sectionBytes(view: Uint8Array, entry: SectionEntry): Uint8Array {
  return view.subarray(entry.offset, entry.offset + padded(entry.bytes))
}

/** Validates the bytes of a file. The reason of a refusal is a sentence for a log. */
export function readImage(bytes: SharedArrayBuffer): ReadImage {
  const refused = (reason: string): ReadImage => ({ kind: 'refused', reason })
  const view = new Uint8Array(bytes)
  const header = readHeader(view)
  if (typeof header === 'string') return refused(header)
  if (header.bytesTotal !== view.length) return refused('The index file is shorter or longer than it says.')
  const damaged = header.sections.find((entry) => crc32(sectionBytes(view, entry)) !== entry.crc)
  if (damaged !== undefined)
    return refused(`The index file is damaged: the checksum of ${damaged.name} is wrong.`)
  return { kind: 'image', image: { bytes }, header }
}

function readHeader(view: Uint8Array): ImageHeader | string {
  if (view.length < PREAMBLE_BYTES) return 'The index file is too short to be one.'
  const magic = new TextDecoder().decode(view.slice(0, MAGIC.length))
  if (magic !== MAGIC) return 'The file is not an index file.'
  const numbers = new DataView(view.buffer)
  const length = numbers.getUint32(8, true)
  if (length > HEADER_BYTES_MAX || PREAMBLE_BYTES + length > view.length)
    return 'The index file is cut off in its header.'
  const json = view.slice(PREAMBLE_BYTES, PREAMBLE_BYTES + length)
  if (crc32(json) !== numbers.getUint32(12, true))
    return 'The index file is damaged: the checksum of its header is wrong.'
  const header = JSON.parse(new TextDecoder().decode(json)) as ImageHeader
  if (header.format !== IMAGE_FORMAT)
    return `The index file has format ${header.format}, this version reads ${IMAGE_FORMAT}.`
  return header
}

/**
 * Returns the header of an image that was built or validated before.
 *
 * @throws Error when the header is not valid.
 */
export function headerOf(image: IndexImage): ImageHeader {
  const header = readHeader(new Uint8Array(image.bytes))
  if (typeof header === 'string') throw new Error(header)
  return header
}

/** Returns the sections of an image as typed arrays over its buffer, without copying. */
export function sectionsOf(image: IndexImage, header: ImageHeader): Sections {
  return sectionsAt(image, header.sections)
}

function sectionsAt(image: IndexImage, entries: readonly SectionEntry[]): Sections {
  const sections = entries.map(({ name, offset, bytes }) => {
    return [name, arrayOver(image.bytes, offset, bytes, SECTION_ELEMENT_BYTES[name])]
  })
  return Object.fromEntries(sections) as Sections
}

function arrayOver(shared: SharedArrayBuffer, offset: number, bytes: number, elementBytes: 1 | 2 | 4) {
  if (elementBytes === 1) return new Uint8Array(shared, offset, bytes)
  if (elementBytes === 2) return new Uint16Array(shared, offset, bytes / elementBytes)
  return new Uint32Array(shared, offset, bytes / elementBytes)
}
