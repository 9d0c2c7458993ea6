import type { Language } from './language.tsx'

const ENGLISH_CREDIT = /^from (?<name>.+)$/

/** Returns the attribution of a source in the language of the page: in German, `from X` as `Daten: X`. */
export function creditText(attribution: string, language: Language): string {
  const name = ENGLISH_CREDIT.exec(attribution)?.groups?.name
  return language === 'de' && name !== undefined ? `Daten: ${name}` : attribution
}
