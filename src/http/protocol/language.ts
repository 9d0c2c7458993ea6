/** The languages of texts for people: German by default, English on request. */
import { readWeights } from './accept.ts'

/** All supported languages, the default first. */
export const LANGUAGES = ['de', 'en'] as const
/** One of `LANGUAGES`. */
export type Language = (typeof LANGUAGES)[number]

/** One text in all languages. */
export type Text = Readonly<Record<Language, string>>

/** Returns the language that `Accept-Language` prefers. German if it contains neither German nor English. */
export function chooseLanguage(header: string | undefined): Language {
  if (header === undefined) return 'de'
  let best: { language: Language; quality: number } = { language: 'de', quality: 0 }
  for (const { value, quality } of readWeights(header)) {
    const language = value.split('-')[0]
    if ((language === 'de' || language === 'en') && quality > best.quality) best = { language, quality }
  }
  return best.language
}
