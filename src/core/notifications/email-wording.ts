/** What a letter's words are made of, apart from the words themselves. */
import type { Language } from '../identity/account.ts'
import type { EmailData, EmailKind } from './email.ts'

/** The words of one letter in one language. Plain text; the rendering escapes it. */
export interface EmailWords {
  /** Starts with the matter. */
  readonly subject: string
  /** Paragraphs before the facts and the button. */
  readonly says: readonly string[]
  /** On the button; absent where nothing is to be opened. */
  readonly button?: string
  /** Paragraphs after it. */
  readonly hints?: readonly string[]
}

/** Turns facts into words of the letter's language. */
export interface Speech {
  /** `21. November 2026 um 18:05 MEZ`. */
  readonly time: (ms: number) => string
  /** `21. November 2026`. */
  readonly day: (ms: number) => string
  readonly number: (value: number) => string
}

/** Where the button leads: the letter's own link, the page of the key that it is about, or another page of the dashboard. */
export type EmailPage = 'link' | 'key' | '/signin' | '/reset' | '/keys' | '/usage' | '/account' | '/operator'

/** A kind of letter in every language. */
export interface EmailText<Data> {
  readonly page?: EmailPage
  readonly words: Readonly<Record<Language, (data: Data, speech: Speech) => EmailWords>>
}

/** Texts of some kinds; together they have to be complete. */
export type EmailTexts<Kind extends EmailKind> = { readonly [K in Kind]: EmailText<EmailData[K]> }

/** A length of time in whole units: `60 Sekunden`, `24 hours`. */
export function spanWords(ms: number, language: Language): string {
  const seconds = ms / 1000
  const [count, unit] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, 'day']
      : seconds % 3600 === 0
        ? [seconds / 3600, 'hour']
        : seconds % 60 === 0 && seconds > 60
          ? [seconds / 60, 'minute']
          : [seconds, 'second']
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
