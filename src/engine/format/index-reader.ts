/** Reads an index image: its sections, and the fields of one document or one company. */

import { countryOfArea, courtNameOfArea } from '../../names/reading/register-area.ts'
import { formatNumber, REGISTER_TYPES } from '../../names/reading/register-number.ts'
import { ACTIVE_STATUS } from '../../names/search/indexed-company.ts'
import type { CompanyRecord } from '../../names/search/page.ts'
import { STATUSES, type Status } from '../../names/search/status.ts'
import {
  compareRowUuids,
  courtIn,
  dateIn,
  digitsIn,
  formIn,
  seatIn,
  staticRankIn,
  statusIn,
  suffixIn,
  typeIn,
} from './company-rows.ts'
import { hasForeignNumber } from './foreign-numbers.ts'
import type { ImageHeader, IndexImage } from './image.ts'
import { headerOf, sectionsOf } from './image.ts'
import type { Sections, Zone } from './layout.ts'
import { GROUPS_PER_ZONE, ZONES } from './layout.ts'
import type { HashedTerms, TermDictionary } from './term-dictionary.ts'
import { sparseIndexOf } from './term-dictionary.ts'
import { uuidBuffer, uuidText } from './uuid-text.ts'

/** An open image: sections, the two term dictionaries and texts. It holds no state of a search. */
export interface IndexReader {
  readonly header: ImageHeader
  readonly sections: Sections
  readonly words: TermDictionary
  readonly joins: TermDictionary
  /** The words of seats. */
  readonly seatWords: HashedTerms
  /** Bitmaps of live documents, for words that have one. */
  readonly liveBitmaps: ReadonlyMap<number, Uint32Array>
  /** Bitmaps of removed documents, for words that have one. */
  readonly removedBitmaps: ReadonlyMap<number, Uint32Array>
  /** Sections of text as Buffers, which decode fastest, and a buffer for the text of a uuid. */
  readonly texts: {
    readonly names: Buffer
    readonly seats: Buffer
    readonly foreignNumbers: Buffer
    readonly uuidBuffer: Buffer
    /** Seats that were decoded before. */
    readonly seatCache: (string | undefined)[]
  }
}

/** Opens an image. The reader keeps views on the image's bytes and copies none of them. */
export function openIndex(image: IndexImage): IndexReader {
  const header = headerOf(image)
  const sections = sectionsOf(image, header)
  return {
    ...{
      header,
      sections,
      words: wordsOf(sections),
      joins: joinsOf(sections),
      seatWords: seatWordsOf(sections),
    },
    liveBitmaps: bitmapsByWord(sections.denseWords, sections.denseBitmaps),
    removedBitmaps: bitmapsByWord(sections.removedDenseWords, sections.removedDenseBitmaps),
    texts: textsOf(sections),
  }
}

function textsOf({ nameBytes, seatBytes, seatStarts, foreignNumberBytes }: Sections): IndexReader['texts'] {
  const seatCache = new Array<string | undefined>(seatStarts.length - 1)
  return {
    ...{ names: bufferOver(nameBytes), seats: bufferOver(seatBytes) },
    ...{ foreignNumbers: bufferOver(foreignNumberBytes), uuidBuffer: uuidBuffer(), seatCache },
  }
}

function wordsOf({ wordBytes, wordStarts, wordBucketStarts, wordBuckets }: Sections): TermDictionary {
  const sparseIndex = sparseIndexOf(wordBytes, wordStarts)
  return {
    bytes: wordBytes,
    starts: wordStarts,
    bucketStarts: wordBucketStarts,
    buckets: wordBuckets,
    sparseIndex,
  }
}

function joinsOf({ joinBytes, joinStarts, joinBucketStarts, joinBuckets }: Sections): TermDictionary {
  const sparseIndex = sparseIndexOf(joinBytes, joinStarts)
  return {
    bytes: joinBytes,
    starts: joinStarts,
    bucketStarts: joinBucketStarts,
    buckets: joinBuckets,
    sparseIndex,
  }
}

function seatWordsOf(sections: Sections): HashedTerms {
  const { seatWordBytes: bytes, seatWordStarts: starts } = sections
  return { bytes, starts, bucketStarts: sections.seatWordBucketStarts, buckets: sections.seatWordBuckets }
}

function bitmapsByWord(words: Uint32Array, bitmaps: Uint32Array): ReadonlyMap<number, Uint32Array> {
  const length = bitmaps.length / Math.max(1, words.length)
  return new Map(Array.from(words, (word, i) => [word, bitmaps.subarray(i * length, (i + 1) * length)]))
}

/**
 * Returns the first document of a zone with `words` words or more; the end of the zone when there is none.
 */
export function groupStart({ header, sections }: IndexReader, zone: Zone, wordCount: number): number {
  const group = zone * GROUPS_PER_ZONE + Math.min(wordCount, header.wordsMax + 1)
  return sections.groupStarts[group] as number
}

/** Returns the number of distinct words of a document of the zone, at most `wordsMax`. */
export function wordCountOf({ sections }: IndexReader, zone: Zone, document: number): number {
  let group = zone * GROUPS_PER_ZONE
  while ((sections.groupStarts[group + 1] as number) <= document) group++
  return group - zone * GROUPS_PER_ZONE
}

/**
 * Returns the end of the company's group: the first company with another number of words or of another zone.
 */
export function groupEnd({ sections, header }: IndexReader, company: number): number {
  const { groupStarts } = sections
  let low = 0
  let high = groupStarts.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((groupStarts[middle] as number) <= company) low = middle + 1
    else high = middle
  }
  return Math.min(groupStarts[low] as number, header.companies)
}

/** Returns the end of a zone: the first document behind it. */
export function zoneEnd(reader: IndexReader, zone: Zone): number {
  return groupStart(reader, zone, Number.MAX_SAFE_INTEGER)
}

/** Returns the company that has or had the document's name. */
export function companyOf({ header, sections }: IndexReader, document: number): number {
  return document < header.companies
    ? document
    : (sections.formerOwners[document - header.companies] as number)
}

/** Returns the zone of a document. */
export function zoneOf(reader: IndexReader, document: number): Zone {
  if (document >= reader.header.companies)
    return document < groupStart(reader, ZONES.other, 0) ? ZONES.former : ZONES.other
  return document < groupStart(reader, ZONES.removed, 0) ? ZONES.live : ZONES.removed
}

/** Returns 0 for an active company, else 1. */
export function isInactive({ sections }: IndexReader, company: number): 0 | 1 {
  return statusIn(sections.companyRows, company) === ACTIVE_STATUS ? 0 : 1
}

/**
 * Compares documents by the tie-breakers of the hit order: active first, static rank, uuid; names of one
 * company by document.
 */
export function compareDocuments(reader: IndexReader, a: number, b: number): number {
  const companyA = companyOf(reader, a)
  const companyB = companyOf(reader, b)
  if (companyA === companyB) return a - b
  const rows = reader.sections.companyRows
  return (
    isInactive(reader, companyA) - isInactive(reader, companyB) ||
    staticRankIn(rows, companyA) - staticRankIn(rows, companyB) ||
    compareRowUuids(rows, companyA, rows, companyB)
  )
}

/** Returns a company's uuid. */
export function uuidOf({ sections, texts }: IndexReader, company: number): string {
  return uuidText(sections.companyRows, company, texts.uuidBuffer)
}

/** Returns a document's name as registered. */
export function nameOf({ texts, sections }: IndexReader, document: number): string {
  return textAt(texts.names, sections.nameStarts, document)
}

/** Returns the text of a seat. Each is decoded once per thread: there are few, and every hit shows one. */
export function seatOf({ texts, sections }: IndexReader, seat: number): string {
  const known = texts.seatCache[seat]
  if (known !== undefined) return known
  const text = textAt(texts.seats, sections.seatStarts, seat)
  texts.seatCache[seat] = text
  return text
}

/** Returns the fields of a company that a hit shows. */
export function recordOf(reader: IndexReader, company: number): CompanyRecord {
  const { header, sections } = reader
  const rows = sections.companyRows
  const area = header.courts[courtIn(rows, company)] as string
  return {
    uuid: uuidOf(reader, company),
    name: nameOf(reader, company),
    registrationNumber: numberOf(reader, company),
    status: STATUSES[statusIn(rows, company)] as Status,
    legalForm: header.forms[formIn(rows, company)] as string,
    registerCourt: courtNameOfArea(area),
    seat: seatOf(reader, seatIn(rows, company)),
    country: countryOfArea(area),
    asOf: header.dates[dateIn(rows, company)] as string,
  }
}

/** Returns the register number of a company as it is shown; '' for a company of a list. */
export function numberOf({ header, sections, texts }: IndexReader, company: number): string {
  const rows = sections.companyRows
  const type = REGISTER_TYPES[typeIn(rows, company)]
  if (type === undefined) {
    if (!hasForeignNumber(rows, company)) return ''
    return textAt(texts.foreignNumbers, sections.foreignNumberStarts, digitsIn(rows, company))
  }
  const suffix = header.suffixes[suffixIn(rows, company)] as string
  return formatNumber({ type, digits: digitsIn(rows, company), suffix })
}

/** Returns the seats by their codes. */
export function readSeats({
  seatBytes,
  seatStarts,
}: Pick<Sections, 'seatBytes' | 'seatStarts'>): readonly string[] {
  const bytes = bufferOver(seatBytes)
  return Array.from({ length: seatStarts.length - 1 }, (_, seat) => textAt(bytes, seatStarts, seat))
}

function textAt(bytes: Buffer, starts: Uint32Array, index: number): string {
  return bytes.toString('utf8', starts[index], starts[index + 1])
}

function bufferOver(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Returns whether the document's text contains a legal form. */
export function hasFormInName({ sections }: IndexReader, document: number): boolean {
  return ((sections.documentForms[document] as number) & 1) === 1
}
