/** A name as written, cut at its blanks, with the form as one piece. */
import { partsOf } from './plain-name.ts'

/** A piece of a name. */
export interface Token {
  readonly text: string
  readonly isForm: boolean
}

/** Splits a name into pieces. */
export function tokensOf(name: string): Token[] {
  const { before, form, after } = partsOf(name)
  const cut = (text: string): Token[] =>
    text
      .split(/\s+/)
      .filter((piece) => piece !== '')
      .map((piece) => ({ text: piece, isForm: false }))
  return [...cut(before), ...(form === undefined ? [] : [{ text: form.text, isForm: true }]), ...cut(after)]
}

/** Joins pieces to a name. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ')
}

/** Places of the tokens for which `isMeant`. */
export function placesWhere(tokens: readonly Token[], isMeant: (token: Token) => boolean): number[] {
  return tokens.flatMap((token, i) => (isMeant(token) ? [i] : []))
}

/** Letters and digits of a piece; the rest is punctuation. */
export function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

/** Pieces of forms and signs that tie words, as they stand between blanks; nobody moves or forgets one of them alone. */
const NO_WORD =
  /^(?:und|u|co|cie|comp|(?:co)?kg|(?:co)?ohg|[gm]*mbh|ag|ug|eg|ev|ek|kgaa|se|mit|beschränkter|haftung|gesellschaft|liquidation|insolvenz|abwicklung)$/

/** Answers whether a piece is a word of the name: no form, no part of one, no `&`. */
export function isNameWord({ text, isForm }: Token): boolean {
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return !isForm && letters !== '' && !NO_WORD.test(letters)
}

/** More of forms than `NO_WORD` knows, and what holds one: `Verwaltungs-GmbH`, `eingetragene Kauffrau`, `Partnerschaft mbB`. */
const OF_FORM =
  /(?:gmbh|mbh|kg|ohg)$|(?:kommandit|aktien)ges|^(?:mit)?beschränk|^(?:eingetragene[rsn]?|kauffrau|kaufmann|kfr|kfm|partnerschaft|mbb)$/

/** Articles and prepositions. */
const SMALL_WORD = /^(?:der|die|das|des|dem|den|für|von|vom|zu|zum|zur|in|im|am|an|auf|bei|aus)$/

/** Answers whether a piece can be put elsewhere by itself: a word of the name, and no initial or small word, which belong to what stands beside them. */
export function isMovable(token: Token): boolean {
  const letters = token.text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return isNameWord(token) && letters.length > 1 && !OF_FORM.test(letters) && !SMALL_WORD.test(letters)
}
