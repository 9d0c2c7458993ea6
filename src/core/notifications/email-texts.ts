/** What every kind of letter says, in German and English. */
import type { LetterData, LetterKind } from './email.ts'
import { KEY_LETTERS } from './email-texts-keys.ts'
import { LINK_LETTERS } from './email-texts-links.ts'
import { SAFETY_LETTERS } from './email-texts-security.ts'
import type { LetterText, LetterTexts } from './email-wording.ts'

const LETTER_TEXTS: LetterTexts<LetterKind> = { ...LINK_LETTERS, ...SAFETY_LETTERS, ...KEY_LETTERS }

/** The text of a kind. The caller's data is of that kind, as `NewLetter` ties both. */
export function textOf<Kind extends LetterKind>(kind: Kind): LetterText<LetterData[Kind]> {
  return LETTER_TEXTS[kind] as LetterText<LetterData[Kind]>
}
