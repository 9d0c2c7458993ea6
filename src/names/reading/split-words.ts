/** Splitting of a text into words. */

/** One word of a text and what surrounded it. */
export interface Word {
  text: string
  /** A dot stood in the word or right after it: `e.V.`, `Ges.` */
  dotted: boolean
  /** A hyphen without spaces joins it to the next word. */
  hyphen: boolean
  /** Only a dot stood between it and the word before. */
  afterDot: boolean
  /** The word was joined from dotted initials: `e.V.` */
  fromInitials: boolean
  /** Where it stands in the folded text, in UTF-16 units: `[start, end)`. */
  start: number
  end: number
}

const LETTER = 1
const APOSTROPHE = 2
const DOT = 3
const HYPHEN = 4
const AND = 5
const BREAK = 6

const ASCII_KINDS = kindsOfAscii()
const APOSTROPHES = '’‘´ʼ′‛'
const HYPHENS = '‐‑–—−⸗'
const ANY_LETTER = /[\p{L}\p{N}\p{M}]/u
const DIGIT = /\d/

function kindsOfAscii(): Uint8Array {
  const kinds = new Uint8Array(128).fill(BREAK)
  for (const char of 'abcdefghijklmnopqrstuvwxyz0123456789') kinds[char.charCodeAt(0)] = LETTER
  for (const char of "'`") kinds[char.charCodeAt(0)] = APOSTROPHE
  for (const char of '&+') kinds[char.charCodeAt(0)] = AND
  kinds['.'.charCodeAt(0)] = DOT
  // In old print the hyphen is a double stroke: `Müller=Bau`.
  for (const char of '-=') kinds[char.charCodeAt(0)] = HYPHEN
  return kinds
}

function kindAt(text: string, i: number): number {
  const code = text.charCodeAt(i)
  if (code < 128) return ASCII_KINDS[code]!
  if (code >= 0xd800 && code <= 0xdfff) return kindOfSurrogate(text, i, code)
  const char = text[i]!
  if (ANY_LETTER.test(char)) return LETTER
  if (APOSTROPHES.includes(char)) return APOSTROPHE
  return HYPHENS.includes(char) ? HYPHEN : BREAK
}

/** Returns the kind of the whole surrogate pair for both of its halves. A lone surrogate is a break. */
function kindOfSurrogate(text: string, i: number, code: number): number {
  const start = code >= 0xdc00 ? i - 1 : i
  const point = text.codePointAt(start) ?? 0
  return point > 0xffff && ANY_LETTER.test(String.fromCodePoint(point)) ? LETTER : BREAK
}

/**
 * Returns the words of a folded text: runs of letters and digits. An apostrophe between letters is removed
 * (`jack's` → `jacks`); `&`, `+`, and `u.` or `u` between words are the word `und`; dotted initials are
 * joined (`e. v.` → `ev`).
 */
export function splitWords(folded: string): Word[] {
  const words: Word[] = []
  let gap = BREAK
  let hasInitials = false
  let i = 0
  while (i < folded.length) {
    const kind = kindAt(folded, i)
    if (kind !== LETTER) {
      gap = gapAfter(words, gap, kind, i)
      i++
      continue
    }
    const end = wordEnd(folded, i + 1)
    pushWord(words, folded.slice(i, end), gap, i)
    if (end - i === 1) hasInitials = true
    gap = 0
    i = end
  }
  return hasInitials ? joinInitials(words) : words
}

/** Returns the index after the word. An apostrophe inside it is part of it. */
function wordEnd(folded: string, from: number): number {
  let i = from
  while (i < folded.length) {
    const kind = kindAt(folded, i)
    if (kind === APOSTROPHE && i + 1 < folded.length && kindAt(folded, i + 1) === LETTER) i += 2
    else if (kind === LETTER) i++
    else break
  }
  return i
}

const ANY_APOSTROPHE = /['`’‘´ʼ′‛]/g
const NOT_ASCII_WORD = /[^a-z0-9]/

function pushWord(words: Word[], slice: string, gap: number, start: number): void {
  if (gap === HYPHEN) words[words.length - 1]!.hyphen = true
  const text = NOT_ASCII_WORD.test(slice) ? slice.replace(ANY_APOSTROPHE, '') : slice
  words.push({
    text: text === 'and' ? 'und' : text,
    dotted: false,
    hyphen: false,
    afterDot: gap === DOT,
    fromInitials: false,
    start,
    end: start + slice.length,
  })
}

/**
 * Returns the gap between the last word and the next after the character at `at`: 0 for nothing, a dot, a
 * hyphen, or a break.
 */
function gapAfter(words: Word[], gap: number, kind: number, at: number): number {
  if (kind === DOT && gap === 0) {
    words[words.length - 1]!.dotted = true
    return DOT
  }
  if (kind === HYPHEN && (gap === 0 || gap === DOT)) return HYPHEN
  if (kind === AND && words.at(-1)?.text !== 'und') {
    words.push(andBetween(at, at + 1))
  }
  return BREAK
}

/** Returns the two words of a word that ends in `second`. */
export function cutWord(word: Word, second: string): [Word, Word] {
  const text = word.text.slice(0, -second.length)
  // Of a word whose text was corrected, both are written in the whole place.
  const isAsWritten = word.end - word.start === word.text.length
  const cut = word.end - second.length
  return [
    { ...word, text, hyphen: false, end: isAsWritten ? cut : word.end },
    { ...word, text: second, afterDot: false, start: isAsWritten ? cut : word.start },
  ]
}

/** Returns the word `und` for the sign or letter that stands for it at `[start, end)`. */
function andBetween(start: number, end: number): Word {
  return { text: 'und', dotted: false, hyphen: false, afterDot: false, fromInitials: false, start, end }
}

/** Initials that form a word even if spaces separate them from other initials: `Karl K. e. V.` */
const INITIAL_WORDS: ReadonlySet<string> = new Set(
  'gmbh mbh egmbh egmuh mubh muh ev ek eg kg ohg ag kgaa se gbr egbr vvag vag il iv ii ia ig bv nv sa srl sarl spa sl plc llc llp dom'.split(
    ' ',
  ),
)

/**
 * Those of them that state a status: `i.L.` does after initials, but `F. I. L.` with a space after every
 * letter is a name's initials.
 */
const STATUS_INITIALS: ReadonlySet<string> = new Set(['il', 'ii', 'ia', 'ig'])

/** Letters of the longest of them. */
const INITIALS_MAX = 5

/** Joins runs of dotted initials, and reads a lone `u` or `u.` between words as `und`. */
function joinInitials(words: Word[]): Word[] {
  const closed: Word[] = []
  let i = 0
  while (i < words.length) {
    if (isLoneU(words, i)) {
      closed.push(andBetween(words[i]!.start, words[i]!.end))
      i++
      continue
    }
    const end = runEnd(words, i)
    if (end - i < 2) closed.push(words[i]!)
    else closed.push(...joinRun(words.slice(i, end)))
    i = Math.max(end, i + 1)
  }
  return closed
}

function isLoneU(words: readonly Word[], i: number): boolean {
  const word = words[i]!
  const before = words[i - 1]
  const after = words[i + 1]
  if (word.text !== 'u' || word.hyphen || word.afterDot || before === undefined || after === undefined)
    return false
  return (
    !before.hyphen &&
    !(after.afterDot && after.text.length === 1) &&
    before.text !== 'und' &&
    after.text !== 'und' &&
    !isAmongInitials(words, i)
  )
}

/**
 * Initials next to a `u.` with which it is one of them, `F. O. R. U. M.`, although each has a space after it.
 * Next to fewer it is `und`: `F. u. H. Meier`.
 */
const INITIALS_AROUND_U_MIN = 3

function isAmongInitials(words: readonly Word[], at: number): boolean {
  if (!words[at]!.dotted) return false
  let from = at
  while (from > 0 && isSpacedInitial(words[from - 1]!)) from--
  let to = at + 1
  while (to < words.length && isSpacedInitial(words[to]!)) to++
  if (from === at || to === at + 1 || to - from <= INITIALS_AROUND_U_MIN) return false
  // `G. m. b. H. u. C. Meier`: initials of their own stand before it.
  return !INITIAL_WORDS.has(join(words.slice(from, at)))
}

function isSpacedInitial({ text, dotted, hyphen, afterDot }: Word): boolean {
  return text.length === 1 && text !== 'u' && dotted && !hyphen && !afterDot && !DIGIT.test(text)
}

/** Returns the index after the run of initials that starts at `i`, or `i` if there is none. */
function runEnd(words: readonly Word[], i: number): number {
  let end = i
  while (end < words.length && isInitial(words, end, i)) {
    end++
    const { dotted, hyphen } = words[end - 1]!
    if (!dotted || hyphen) break
  }
  return end
}

function isInitial(words: readonly Word[], at: number, start: number): boolean {
  const word = words[at]!
  if (word.text.length !== 1 || DIGIT.test(word.text)) return false
  // `A.B.C.-Verlag` is `ABC-Verlag`, but `H.-J. Müller` has two first names.
  if (word.hyphen) return at > start && word.afterDot && words[at + 1]!.text.length > 1
  if (at > start && isLoneU(words, at)) return false
  if (word.dotted || word.afterDot) return true
  // `e. V` and `m. b. H`: the last dot is often missing.
  return at > start && INITIAL_WORDS.has(join(words.slice(start, at + 1)))
}

/** Joins a run into one word, or into two if the end of the run is a word of its own. */
function joinRun(run: readonly Word[]): Word[] {
  if (run.length <= INITIALS_MAX && INITIAL_WORDS.has(join(run))) return [wordOfRun(run)]
  for (let at = Math.max(1, run.length - INITIALS_MAX); at < run.length; at++) {
    if (run[at]!.afterDot) continue
    const text = join(run.slice(at))
    if (INITIAL_WORDS.has(text) && maySplit(run, at, text))
      return [wordOfRun(run.slice(0, at)), wordOfRun(run.slice(at))]
  }
  return [wordOfRun(run)]
}

function maySplit(run: readonly Word[], at: number, text: string): boolean {
  return !STATUS_INITIALS.has(text) || run.at(-1)!.afterDot || INITIAL_WORDS.has(join(run.slice(0, at)))
}

function wordOfRun(run: readonly Word[]): Word {
  const last = run[run.length - 1]!
  return {
    text: join(run),
    dotted: true,
    hyphen: last.hyphen,
    afterDot: run[0]!.afterDot,
    fromInitials: true,
    start: run[0]!.start,
    end: last.end,
  }
}

function join(run: readonly Word[]): string {
  return run.map((word) => word.text).join('')
}
