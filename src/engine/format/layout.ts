/** The sections of an index: flat typed arrays that threads can share, and what each holds. */

/**
 * Bytes per element of each section. A section named `…Starts` holds offsets and has one element more than
 * there are items.
 */
export const SECTION_ELEMENT_BYTES = {
  /** Distinct words of all names, sorted by code point: UTF-8 bytes and offsets. */
  wordBytes: 1,
  wordStarts: 4,
  /** Weights of words (`write-term-weights.ts`), as 32-bit floats. */
  wordWeights: 4,
  /** Words by the hash of their letters. */
  wordBucketStarts: 4,
  wordBuckets: 4,
  /** Posting lists: documents that hold a word, ascending; by word. */
  postingStarts: 4,
  postings: 4,
  /**
   * Words in more than one of `DENSE_SHARE` live documents, ascending, and a bitmap of live documents for
   * each.
   */
  denseWords: 4,
  denseBitmaps: 4,
  /** The same over the removed documents, for words that are as common among them. */
  removedDenseWords: 4,
  removedDenseBitmaps: 4,
  /**
   * Joined words: runs of hyphenated words written as one, sorted. Equal letters occur once per number of
   * parts.
   */
  joinBytes: 1,
  joinStarts: 4,
  joinBucketStarts: 4,
  joinBuckets: 4,
  joinParts: 1,
  joinFirstLetters: 1,
  joinPostingStarts: 4,
  joinPostings: 4,
  /** Forward index: a document's words in order, as word × 2, + 1 when a hyphen follows. */
  forward: 4,
  forwardStarts: 4,
  /** Adjacent words of one letter each: first and second word, sorted, and the documents that have them. */
  letterPairs: 4,
  letterPairStarts: 4,
  letterPairPostings: 4,
  /** Bloom filter of adjacent words (`bigram-filter.ts`). */
  bigramFilter: 4,
  /** By document: form × 2, + 1 when the form is part of the name. */
  documentForms: 2,
  /** By document: number of letters of its words, umlauts and sharp s in their loose spelling. */
  letterCounts: 1,
  nameBytes: 1,
  nameStarts: 4,
  /** By former or other name: its company. */
  formerOwners: 4,
  /** By zone (live, removed, former, other) and number of words: first document. */
  groupStarts: 4,
  /** By company: the fields that hits show and filters read (`company-rows.ts`). */
  companyRows: 4,
  seatBytes: 1,
  seatStarts: 4,
  /** Distinct folded words of all seats, with the seats that hold each, ascending. */
  seatWordBytes: 1,
  seatWordStarts: 4,
  seatWordBucketStarts: 4,
  seatWordBuckets: 4,
  seatWordPostingStarts: 4,
  seatWordPostings: 4,
  /** Seats by the hash of their folded text. */
  seatBucketStarts: 4,
  seatBuckets: 4,
  /** Register numbers, current and former, sorted by digits; foreign ones by a hash behind all digits. */
  numberDigits: 4,
  numberKinds: 1,
  numberCourts: 2,
  numberSuffixes: 2,
  numberOwners: 4,
  /** By foreign number of a row: the number as shown. */
  foreignNumberBytes: 1,
  foreignNumberStarts: 4,
  /** Documents by the hash of their letters, and the offset of each bucket. */
  exactNameStarts: 4,
  exactNameDocuments: 4,
  /** Ranges of words with the same prefix of `PREFIX_LETTERS` letters: the first word of each. */
  prefixes: 4,
  /**
   * Prefixes by the hashes of their deletion neighbourhood: low bits the prefix, high bits of the hash above
   * them.
   */
  deletionHashStarts: 4,
  deletionHashEntries: 4,
  /** By word: signature of its letters and length (`deletion-hashes.ts`). */
  wordSignatures: 4,
  /** Words by the hash of their loose key and of their phonetic code. */
  looseKeyStarts: 4,
  looseKeyTerms: 4,
  soundStarts: 4,
  soundTerms: 4,
  /** Documents by the hash of their initials. */
  initialsStarts: 4,
  initialsDocuments: 4,
} as const

/** The name of a section. */
export type SectionName = keyof typeof SECTION_ELEMENT_BYTES
type ArrayOf<Bytes> = Bytes extends 1 ? Uint8Array : Bytes extends 2 ? Uint16Array : Uint32Array

/** All sections of one index. */
export type Sections = { readonly [Name in SectionName]: ArrayOf<(typeof SECTION_ELEMENT_BYTES)[Name]> }

/** Documents are numbered zone by zone, and by rank within a zone. */
export const ZONES = { live: 0, removed: 1, former: 2, other: 3 } as const
/** The number of a zone. */
export type Zone = (typeof ZONES)[keyof typeof ZONES]
/** A zone of current names: one document for each company. */
export type CurrentZone = typeof ZONES.live | typeof ZONES.removed

/** Returns whether the names of a zone are current ones. */
export function isCurrent(zone: Zone): zone is CurrentZone {
  return zone <= ZONES.removed
}

/** Names with more distinct words count as having this many. */
export const NAME_WORDS_MAX = 1023
/** Groups of one zone: one for every number of words, and its end. */
export const GROUPS_PER_ZONE = NAME_WORDS_MAX + 2

/** Largest number of letters that is stored for a document; longer names get this value. */
export const LETTER_COUNT_MAX = 255
