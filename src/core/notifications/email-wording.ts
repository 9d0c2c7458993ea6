/** The types of e-mail texts. */
import type { Language } from '../identity/account.ts'
import type { EmailData, EmailKind } from './email.ts'

/** The texts of one e-mail in one language, as plain text; the rendering escapes it. */
export interface EmailWords {
  /** The subject line. Its first words name the topic. */
  readonly subject: string
  /** Paragraphs before the facts and the button. */
  readonly says: readonly string[]
  /** Label and value of the rows of a table after the paragraphs. */
  readonly rows?: readonly (readonly [label: string, value: string])[]
  /** The text of the button; absent if there is nothing to open. */
  readonly button?: string
  /** Paragraphs after the button. */
  readonly hints?: readonly string[]
}

/** Formats values in the language of the e-mail. */
export interface ValueFormats {
  /** Formats a time: `21. November 2026 um 18:05 MEZ`. */
  readonly time: (ms: number) => string
  /** Formats a day: `21. November 2026`. */
  readonly day: (ms: number) => string
  readonly number: (value: number) => string
}

/** The target of the button: the e-mail's own link, the page of its key, or another page of the dashboard. */
export type EmailPage = 'link' | 'key' | '/signin' | '/reset' | '/keys' | '/usage' | '/account' | '/operator'

/** The texts of a kind of e-mail in every language. */
export interface EmailText<Data> {
  readonly page?: EmailPage
  readonly words: Readonly<Record<Language, (data: Data, formats: ValueFormats) => EmailWords>>
}

/** The texts of some kinds. */
export type EmailTexts<Kind extends EmailKind> = { readonly [K in Kind]: EmailText<EmailData[K]> }

/** Formats a length of time in whole units: `60 Sekunden`, `24 hours`. */
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
