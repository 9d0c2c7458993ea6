/** The arrays that an index is made of, and what each holds. Everything is flat and can be shared by threads. */

/** Bytes of one element by block. `starts` blocks have one element more than there are things. */
export const BLOCK_ELEMENT_BYTES = {
  /** Distinct words of all names, sorted by code point: UTF-8, starts. */
  wordBytes: 1,
  wordStarts: 4,
  /** What a word tells (`lay-weights.ts`). */
  wordWeights: 4,
  /** Words by the hash of their letters. */
  wordBucketStarts: 4,
  wordBuckets: 4,
  /** Documents that hold a word, ascending; by word. */
  postingStarts: 4,
  postings: 4,
  /** Words in more than one of `DENSE_SHARE` live documents, ascending, and one bit a live document for each. */
  denseWords: 4,
  denseBitmaps: 4,
  /** Joined runs of hyphen chains, sorted; the same letters may stand there once for each number of parts. */
  joinBytes: 1,
  joinStarts: 4,
  joinBucketStarts: 4,
  joinBuckets: 4,
  joinParts: 1,
  joinFirstLetters: 1,
  joinPostingStarts: 4,
  joinPostings: 4,
  /** A document's words in order: word × 2, + 1 when a hyphen follows. */
  forward: 4,
  forwardStarts: 4,
  /** Pairs of words that stand side by side (`lay-neighbours.ts`). */
  bigramFilter: 4,
  /** By document: form × 2, + 1 when the form stands in the name. */
  documentForms: 2,
  /** By document: the letters of its words, umlauts and sharp s loose. */
  letterCounts: 1,
  nameBytes: 1,
  nameStarts: 4,
  /** By former name: the company that had it. */
  formerOwners: 4,
  /** By zone (live, removed, former) and number of words: first document. */
  groupStarts: 4,
  /** By company: what a hit shows and filters look at; see `company-rows.ts`. */
  companyRows: 4,
  seatBytes: 1,
  seatStarts: 4,
  /** Register numbers, sorted by digits: current and former ones. */
  numberDigits: 4,
  numberKinds: 1,
  numberCourts: 2,
  numberSuffixes: 2,
  numberOwners: 4,
  /** Documents by the hash of their letters, and where each bucket starts. */
  exactNameStarts: 4,
  exactNameDocuments: 4,
  /** Words in order fall into runs of one beginning (`near-beginnings.ts`): first word, first joined word of each, in turn. */
  prefixes: 4,
  /** Beginnings by the hashes of what is left when letters are taken out: low bits the beginning, high bits of the hash. */
  deletionHashStarts: 4,
  deletionHashEntries: 4,
  /** By word: which letters, and how many. */
  wordSignatures: 4,
  joinSignatures: 4,
  /** Words, then joined words, by the hash of their loose key and of their sound. */
  looseKeyStarts: 4,
  looseKeyTerms: 4,
  soundStarts: 4,
  soundTerms: 4,
  /** Documents by the hash of their initials. */
  initialsStarts: 4,
  initialsDocuments: 4,
} as const

export type BlockName = keyof typeof BLOCK_ELEMENT_BYTES
type ArrayOf<Bytes> = Bytes extends 1 ? Uint8Array : Bytes extends 2 ? Uint16Array : Uint32Array

/** All blocks of one index. */
export type Blocks = { readonly [Name in BlockName]: ArrayOf<(typeof BLOCK_ELEMENT_BYTES)[Name]> }

/** Documents are numbered zone by zone, in each zone by rank. */
export const ZONES = { live: 0, removed: 1, former: 2 } as const
export type Zone = (typeof ZONES)[keyof typeof ZONES]

/** More distinct words than this count as this many. */
export const NAME_WORDS_MAX = 1023
/** Groups of one zone: one for every number of words, and one end. */
export const GROUPS_PER_ZONE = NAME_WORDS_MAX + 2

/** Largest count of letters that is kept for a document: names with more letters have this count. */
export const LETTER_COUNT_MAX = 255
