/** Words of a name that state the company's status. */
import { startsForm } from './find-form.ts'
import type { Word } from './split-words.ts'

/** A status that a name can state. */
export type NameStatus = 'liquidation' | 'insolvency'

/**
 * The meaning of a status word. `none`: in formation or under construction; these words are not part of the
 * name either.
 */
type StatusWord = NameStatus | 'none'

/** Words that state a status after `in`, anywhere in the name. */
const STATUS_WORDS: ReadonlyMap<string, StatusWord> = new Map<string, StatusWord>([
  ...['liquidation', 'liqui', 'liqu', 'liq', 'liquid', 'liqi', 'liqudation', 'abwicklung'].map(
    (word) => [word, 'liquidation'] as const,
  ),
  ['insolvenz', 'insolvency'],
  ['konkurs', 'insolvency'],
  ['gruendung', 'none'],
  ['aufbau', 'none'],
])

/**
 * Joined abbreviations that count only at the end or next to a form. `i.G.` is in Gründung, `i.A.` im Aufbau.
 * `i.I.` and `i.K.` (in Konkurs) count only right after a company's form: `Schützenverein Hausen i.K.` is in
 * the Killertal, `Haslach i.K.` in the Kinzigtal.
 */
const STATUS_ABBREVIATIONS: ReadonlyMap<string, StatusWord> = new Map<string, StatusWord>([
  ['il', 'liquidation'],
  ['ii', 'insolvency'],
  ['ik', 'insolvency'],
  ['ig', 'none'],
  ['ia', 'none'],
])

const PREPOSITIONS: ReadonlySet<string> = new Set(['in', 'i', 'im'])

/** Removes the status words and returns the status. The first word is never a status word. */
export function extractStatus(words: readonly Word[]): {
  words: readonly Word[]
  status: NameStatus | undefined
} {
  let rest = removeTransferNote(words)
  let status: NameStatus | undefined
  for (let at = rest.length - 1; at > 0; at--) {
    const length = statusLength(rest, at)
    if (length === 0) continue
    const meaning = STATUS_WORDS.get(rest[at]!.text) ?? STATUS_ABBREVIATIONS.get(rest[at]!.text)
    if (meaning !== 'none') status = meaning
    rest = rest.toSpliced(at - length + 1, length)
    at -= length - 1
  }
  return { words: rest, status }
}

/** Returns the number of words of the status that ends at this index, 0 if there is none. */
function statusLength(words: readonly Word[], at: number): number {
  const { text } = words[at]!
  if (STATUS_WORDS.has(text)) {
    const before = words[at - 1]!.text
    return at > 1 && PREPOSITIONS.has(before) && (text !== 'aufbau' || before === 'im') ? 2 : 0
  }
  return STATUS_ABBREVIATIONS.has(text) && isShortStatus(words, at) ? 1 : 0
}

function isShortStatus(words: readonly Word[], at: number): boolean {
  const word = words[at]!
  const after = words[at + 1]
  const afterForm = endsForm(words[at - 1]!.text)
  if (!word.fromInitials) return word.text === 'il' && afterForm && after === undefined
  if (STATUS_ABBREVIATIONS.get(word.text) === 'insolvency') return COMPANY_FORM_ENDS.has(words[at - 1]!.text)
  return afterForm || after === undefined || (startsForm(after.text) && word.text === 'il')
}

/**
 * Last words of the forms of companies that file for bankruptcy under their form. Associations and
 * cooperatives are not included.
 */
const COMPANY_FORM_ENDS: ReadonlySet<string> = new Set([
  ...['gmbh', 'mbh', 'haftung', 'ug', 'haftungsbeschraenkt', 'ag', 'aktiengesellschaft', 'se', 'kgaa'],
  ...['kg', 'kommanditgesellschaft', 'ohg', 'handelsgesellschaft', 'co', 'ek', 'limited', 'ltd'],
])

function endsForm(text: string): boolean {
  return startsForm(text) || text === 'haftung' || text === 'genossenschaft' || text === 'verein'
}

const NOTE_WORDS: ReadonlySet<string> = new Set(['a', 'd', 'ad', 'donau', 'hra', 'hrb', 'gnr', 'pr', 'vr'])

/**
 * Removes the note of Bavarian registers that another Amtsgericht keeps the entry: `nun AG Ingolstadt HRA
 * 472`, `** nun AG Neuburg **`.
 */
function removeTransferNote(words: readonly Word[]): readonly Word[] {
  const start = words.findIndex((word, i) => i > 0 && word.text === 'nun' && words[i + 1]?.text === 'ag')
  if (start < 0) return words
  let end = start + 3
  while (end < words.length && (NOTE_WORDS.has(words[end]!.text) || /^\d+$/.test(words[end]!.text))) end++
  return words.toSpliced(start, end - start)
}
