/**
 * The password policy: a minimum length, and no password that attackers try first. There are no rules about
 * kinds of characters.
 */
import type { Reason } from '../reasons.ts'

/** Shortest password, in code points. */
export const PASSWORD_MIN = 12
/** Longest password, in code points. */
export const PASSWORD_MAX = 256
/** A password made of repetitions of a piece this long or shorter is refused: `passwortpasswort`. */
const PIECE_MAX = 12
/** Fewest different characters of a password. */
const CHARACTERS_MIN = 5

/** Rows of keys and of characters in order, as used in keyboard walks. */
const FORWARD_ROWS = [
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
const ROWS = [...FORWARD_ROWS, ...FORWARD_ROWS.map((row) => [...row].reverse().join(''))]
/** Shortest run along a row that counts. */
const RUN_MIN = 3

/** Names of this product, which attackers try first. */
const OWN_NAMES = ['firmensuche', 'company', 'unternehmen']

/** Passwords that attackers try first, in lower case. */
export type CommonPasswords = Pick<ReadonlySet<string>, 'has'>

/** The texts that a password is compared with. */
export interface PasswordContext {
  readonly common: CommonPasswords
  /** The e-mail address of the account. */
  readonly email: string
}

/** Why a password is refused. */
export type PasswordReason = Extract<Reason, `password_${string}`>

/**
 * Returns why a password is refused; `undefined` = it is accepted. It is checked in NFC, the form that is
 * hashed.
 */
export function passwordFault(
  password: string,
  { common, email }: PasswordContext,
): PasswordReason | undefined {
  const length = [...password.normalize('NFC')].length
  if (length < PASSWORD_MIN) return 'password_short'
  if (length > PASSWORD_MAX) return 'password_long'
  const lower = password.normalize('NFC').toLowerCase()
  if (isLikeAddress(lower, email)) return 'password_like_address'
  return isCommon(lower, common) ? 'password_common' : undefined
}

/** Whether it is the address, or its letters are only parts of the address or product names. */
function isLikeAddress(lower: string, email: string): boolean {
  const bare = lettersOf(lower)
  const parts = [email, email.split('@')[0]!, email.split('@')[1]!, email.split('@')[1]!.split('.').at(-2)!]
  const words = [...OWN_NAMES, ...parts.filter((part) => part.length >= 3).map(lettersOf)]
  return lower === email || isMadeOf(bare, words)
}

/**
 * Whether it is a common password, also repeated or with digits and signs around it, a number, or a keyboard
 * walk.
 */
function isCommon(lower: string, common: CommonPasswords): boolean {
  if (new Set(lower).size < CHARACTERS_MIN || common.has(lower)) return true
  const piece = pieceOf(lower)
  if (piece.length <= PIECE_MAX && piece.length < lower.length) return true
  if (isKeyboardWalk(lower) || NUMBER.test(lower)) return true
  const bare = plain(lower)
  return common.has(bare) || isCommonPair(bare, common)
}

/** Dates and telephone numbers. */
const NUMBER = /^[\d .:/+-]+$/

/** Whether it is two common passwords one after the other. */
function isCommonPair(bare: string, common: CommonPasswords): boolean {
  for (let cut = 4; cut <= bare.length - 4; cut++) {
    if (common.has(bare.slice(0, cut)) && common.has(bare.slice(cut))) return true
  }
  return false
}

/** Returns the shortest text whose repetitions make the whole text; the last one may be cut. */
function pieceOf(text: string): string {
  for (let length = 1; length < text.length; length++) {
    const piece = text.slice(0, length)
    if (piece.repeat(Math.ceil(text.length / length)).startsWith(text)) return piece
  }
  return text
}

/** Whether it consists of runs along rows of keys, each of `RUN_MIN` or more. */
function isKeyboardWalk(lower: string): boolean {
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

/** The number of characters from `at` that follow one another in the row. */
function sharedRun(text: string, at: number, row: string): number {
  const start = row.indexOf(text[at]!)
  if (start < 0) return 0
  let length = 0
  while (at + length < text.length && row[start + length] === text[at + length]) length++
  return length
}

/** Removes digits and signs at both ends, and replaces digits inside with the letters that they stand for. */
function plain(lower: string): string {
  const inner = lower.replace(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, '')
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

/** Whether nothing is left when the words are removed. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  let rest = text
  for (const word of words) if (word !== '') rest = rest.replaceAll(word, '')
  return rest.length === 0 && text !== ''
}
