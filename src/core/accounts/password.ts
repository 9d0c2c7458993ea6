/** Which passwords are taken. Nothing is asked of their characters: length, and not being one that is tried first. */
import type { Reason } from '../reasons.ts'

/** Bounds of a password, in code points. */
export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 256
/** Shorter repeated pieces are no password, however long their row is: `passwortpasswort`. */
const PIECE_MAX = 12
/** Different characters that a password must have. */
const CHARACTERS_MIN = 5

/** Rows of keys and of signs, as people walk along them. */
const ROWS_FORTH = [
  '1234567890',
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertzuiopü',
  'qwertyuiop',
  'azertyuiop',
  'asdfghjklöä',
  'yxcvbnm',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6zhn7ujm8ik9ol',
  '1qay2wsx3edc4rfv5tgb6zhn7ujm8ik9ol',
  '1q2w3e4r5t6z7u8i9o0p',
  '1q2w3e4r5t6y7u8i9o0p',
]
const ROWS = [...ROWS_FORTH, ...ROWS_FORTH.map((row) => [...row].reverse().join(''))]
/** Of a row at least so much is one piece. */
const RUN_MIN = 3

/** What this product is called: the first thing to be tried of a password for it. */
const OWN_NAMES = ['firmensuche', 'company', 'unternehmen']

export interface PasswordSurroundings {
  /** Passwords that are tried first, in lower case. */
  readonly common: ReadonlySet<string>
  /** Of the account. */
  readonly email: string
}

export type PasswordReason = Extract<Reason, `password_${string}`>

/** Why the password cannot be taken; `undefined` = it can. It is judged as it will be hashed: in form NFC. */
export function passwordFault(
  password: string,
  { common, email }: PasswordSurroundings,
): PasswordReason | undefined {
  const length = [...password.normalize('NFC')].length
  if (length < PASSWORD_MIN) return 'password_short'
  if (length > PASSWORD_MAX) return 'password_long'
  const lower = password.normalize('NFC').toLowerCase()
  if (isLikeAddress(lower, email)) return 'password_like_address'
  return isCommon(lower, common) ? 'password_common' : undefined
}

/** The address, its parts or our name, with digits and signs around. */
function isLikeAddress(lower: string, email: string): boolean {
  const bare = lettersOf(lower)
  const parts = [email, email.split('@')[0]!, email.split('@')[1]!, email.split('@')[1]!.split('.').at(-2)!]
  const words = [...OWN_NAMES, ...parts.filter((part) => part.length >= 3).map(lettersOf)]
  return lower === email || isMadeOf(bare, words)
}

/** A common one itself, in a row, with digits and signs around it, or a walk over the keyboard. */
function isCommon(lower: string, common: ReadonlySet<string>): boolean {
  if (new Set(lower).size < CHARACTERS_MIN || common.has(lower)) return true
  const piece = pieceOf(lower)
  if (piece.length <= PIECE_MAX && piece.length < lower.length) return true
  if (isWalk(lower) || NUMBER.test(lower)) return true
  const bare = plain(lower)
  return common.has(bare) || isCommonPair(bare, common)
}

/** Dates and telephone numbers. */
const NUMBER = /^[\d .:/+-]+$/

/** Two of the list one after the other, or one twice. */
function isCommonPair(bare: string, common: ReadonlySet<string>): boolean {
  for (let cut = 4; cut <= bare.length - 4; cut++) {
    if (common.has(bare.slice(0, cut)) && common.has(bare.slice(cut))) return true
  }
  return false
}

/** The shortest text that gives the whole when written again and again, the last time perhaps in part. */
function pieceOf(text: string): string {
  for (let length = 1; length < text.length; length++) {
    const piece = text.slice(0, length)
    if (piece.repeat(Math.ceil(text.length / length)).startsWith(text)) return piece
  }
  return text
}

/** Nothing but runs along rows of keys, of `RUN_MIN` keys or more each. */
function isWalk(lower: string): boolean {
  let at = 0
  while (at < lower.length) {
    const run = runAt(lower, at)
    if (run < RUN_MIN) return false
    at += run
  }
  return true
}

function runAt(text: string, at: number): number {
  let longest = 0
  for (const row of ROWS) {
    for (const way of [row, [...row].reverse().join('')])
      longest = Math.max(longest, sharedRun(text, at, way))
  }
  return longest
}

/** How many characters from `at` on stand in the row one after the other. */
function sharedRun(text: string, at: number, row: string): number {
  const start = row.indexOf(text[at]!)
  if (start < 0) return 0
  let length = 0
  while (at + length < text.length && row[start + length] === text[at + length]) length++
  return length
}

/** Without the digits and signs before and after, and with letters for the digits that stand for them. */
function plain(lower: string): string {
  const inner = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return inner.replaceAll(/[013457$@!]/g, (sign) => LETTERS[sign]!)
}

const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  $: 's',
  '@': 'a',
  '!': 'i',
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, '')
}

/** Whether nothing is left when the words are taken out. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  let rest = text
  for (const word of words) if (word !== '') rest = rest.replaceAll(word, '')
  return rest.length === 0 && text !== ''
}
