/**
 * The index as bytes: one shared buffer that every thread reads, identical to the file it is saved as. It
 * holds a magic number, length and checksum of the header, the header as JSON, then the blocks, each padded
 * to 8 bytes.
 */
import { crc32 } from 'node:zlib'
import type { BlockName, Blocks } from './layout.ts'
import { BLOCK_ELEMENT_BYTES } from './layout.ts'

/**
 * Version of the format. Raised whenever bytes or their meaning change; files of other versions are refused
 * and rebuilt.
 */
export const IMAGE_FORMAT = 12
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
  /** Texts of the codes that the blocks store: `forms[code]` is the legal form. */
  readonly forms: readonly string[]
  readonly courts: readonly string[]
  readonly suffixes: readonly string[]
  readonly dates: readonly string[]
}

interface BlockEntry {
  readonly name: BlockName
  /** Byte offset from the start of the image. */
  readonly offset: number
  /** Without padding. */
  readonly bytes: number
  /** CRC-32 of the block with its padding. */
  readonly crc: number
}

/** The header of an image: metadata, total size and the location of every block. */
export interface ImageHeader extends ImageFacts {
  readonly format: number
  readonly bytesTotal: number
  readonly blocks: readonly BlockEntry[]
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

/** Number of elements of each block. */
export type BlockLengths = { readonly [Name in BlockName]: number }

/** An image whose blocks are still to be filled. */
export interface DraftImage {
  /** Views on the image's memory, all zeros at first. */
  readonly blocks: Blocks
  /** Writes the header with the checksums and returns the image. Call it after every block is filled. */
  finish(): IndexImage
}

/** Allocates an image with room for blocks of these lengths. */
export function allocateImage(lengths: BlockLengths, facts: ImageFacts): DraftImage {
  const headerLength = encodeHeader(locateBlocks(lengths, 2 ** 48), facts, 2 ** 48).length
  const entries = locateBlocks(lengths, PREAMBLE_BYTES + padded(headerLength))
  const last = entries.at(-1) as BlockEntry
  const bytesTotal = last.offset + padded(last.bytes)
  const image = { bytes: new SharedArrayBuffer(bytesTotal) }
  const finish = () => {
    const view = new Uint8Array(image.bytes)
    const checked = entries.map((entry) => ({ ...entry, crc: crc32(blockBytes(view, entry)) }))
    writeHeader(view, encodeHeader(checked, facts, bytesTotal), padded(headerLength))
    return image
  }
  return { blocks: blocksAt(image, entries), finish }
}

/**
 * Moves the blocks into one shared buffer behind their header. The memory of each block is released as soon
 * as it is copied (its array is empty then), so that two copies of the whole index never exist at once.
 */
export function writeImage(blocks: Blocks, facts: ImageFacts): IndexImage {
  const draft = allocateImage(lengthsOf(blocks), facts)
  moveBlocks(blocks, draft)
  return draft.finish()
}

/** Fills blocks of a draft from arrays of the same lengths and releases these arrays. */
export function moveBlocks(blocks: Partial<Blocks>, draft: DraftImage): void {
  for (const name of Object.keys(blocks) as BlockName[]) {
    const block = blocks[name] as Blocks[BlockName]
    draft.blocks[name].set(block)
    if (block.buffer instanceof ArrayBuffer) release(block.buffer)
  }
}

/** Returns the number of elements of each given block. */
export function lengthsOf<Some extends Partial<Blocks>>(
  blocks: Some,
): { readonly [Name in keyof Some]: number } {
  const lengths = Object.entries(blocks).map(([name, block]) => [name, (block as Blocks[BlockName]).length])
  return Object.fromEntries(lengths)
}

function release(buffer: ArrayBuffer): void {
  if (buffer.resizable) buffer.resize(0)
  else buffer.transfer(0)
}

/**
 * Assigns offsets to the blocks from `start` on. Checksums get the largest value, so that the header does not
 * grow when the real ones replace them.
 */
function locateBlocks(lengths: BlockLengths, start: number): BlockEntry[] {
  let offset = start
  return (Object.keys(BLOCK_ELEMENT_BYTES) as BlockName[]).map((name) => {
    const bytes = lengths[name] * BLOCK_ELEMENT_BYTES[name]
    const entry = { name, offset, bytes, crc: 0xffffffff }
    offset += padded(bytes)
    return entry
  })
}

function encodeHeader(entries: readonly BlockEntry[], facts: ImageFacts, bytesTotal: number): Uint8Array {
  const header: ImageHeader = { format: IMAGE_FORMAT, ...facts, bytesTotal, blocks: entries }
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

function blockBytes(view: Uint8Array, entry: BlockEntry): Uint8Array {
  return view.subarray(entry.offset, entry.offset + padded(entry.bytes))
}

/** Validates the bytes of a file. The reason of a refusal is a sentence for a log. */
export function readImage(bytes: SharedArrayBuffer): ReadImage {
  const refused = (reason: string): ReadImage => ({ kind: 'refused', reason })
  const view = new Uint8Array(bytes)
  const header = readHeader(view)
  if (typeof header === 'string') return refused(header)
  if (header.bytesTotal !== view.length) return refused('The index file is shorter or longer than it says.')
  const damaged = header.blocks.find((entry) => crc32(blockBytes(view, entry)) !== entry.crc)
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
 * Returns the header of an image that was built or validated before. @throws Error when the header is not
 * valid.
 */
export function headerOf(image: IndexImage): ImageHeader {
  const header = readHeader(new Uint8Array(image.bytes))
  if (typeof header === 'string') throw new Error(header)
  return header
}

/** Returns the blocks of an image as typed arrays over its buffer, without copying. */
export function blocksOf(image: IndexImage, header: ImageHeader): Blocks {
  return blocksAt(image, header.blocks)
}

function blocksAt(image: IndexImage, entries: readonly BlockEntry[]): Blocks {
  const blocks = entries.map(({ name, offset, bytes }) => {
    return [name, arrayOver(image.bytes, offset, bytes, BLOCK_ELEMENT_BYTES[name])]
  })
  return Object.fromEntries(blocks) as Blocks
}

function arrayOver(shared: SharedArrayBuffer, offset: number, bytes: number, elementBytes: 1 | 2 | 4) {
  if (elementBytes === 1) return new Uint8Array(shared, offset, bytes)
  if (elementBytes === 2) return new Uint16Array(shared, offset, bytes / elementBytes)
  return new Uint32Array(shared, offset, bytes / elementBytes)
}
