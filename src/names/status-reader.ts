/** Words in a name that tell the company's status. */
import { beginsForm } from './form-reader.ts'
import type { Word } from './words.ts'

export type NameStatus = 'liquidation' | 'insolvency'

/** Words that tell it wherever they stand after the first word. */
const LONG: ReadonlyMap<string, NameStatus> = new Map([
  ['liquidation', 'liquidation'],
  ['liqui', 'liquidation'],
  ['liq', 'liquidation'],
  ['liquid', 'liquidation'],
  ['abwicklung', 'liquidation'],
  ['insolvenz', 'insolvency'],
  ['konkurs', 'insolvency'],
])

/** Closed-up abbreviations: only at the end, or beside a form. */
const SHORT: ReadonlyMap<string, NameStatus> = new Map([
  ['il', 'liquidation'],
  ['ii', 'insolvency'],
])

/** Where the status stands: words `start` … `end - 1`; `undefined` when no word tells it. */
export function findStatus(
  words: readonly Word[],
): { readonly status: NameStatus; readonly start: number; readonly end: number } | undefined {
  for (let i = words.length - 1; i > 0; i--) {
    const text = words[i]!.text
    const long = LONG.get(text)
    if (long !== undefined && isIn(words[i - 1]!.text) && i > 1)
      return { status: long, start: i - 1, end: i + 1 }
    const short = SHORT.get(text)
    if (short !== undefined && isShortStatus(words, i)) return { status: short, start: i, end: i + 1 }
  }
  return undefined
}

function isIn(text: string): boolean {
  return text === 'in' || text === 'i'
}

function isShortStatus(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]!.text
  const after = words[at + 1]
  const besideForm = beginsForm(before) || before === 'haftung' || before === 'haftungsbeschraenkt'
  if (!words[at]!.dotted) return besideForm && after === undefined && words[at]!.text === 'il'
  return besideForm || after === undefined || beginsForm(after.text)
}
