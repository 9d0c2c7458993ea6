/** The languages that the service speaks to people: German unless English is asked for. */
import { readWeights } from './accept.ts'

export const LANGUAGES = ['de', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** One text for people in both languages. */
export type Text = Readonly<Record<Language, string>>

/** From `Accept-Language`; whatever is neither German nor English leaves the default. */
export function chooseLanguage(header: string | undefined): Language {
  if (header === undefined) return 'de'
  let best: { language: Language; quality: number } = { language: 'de', quality: 0 }
  for (const { value, quality } of readWeights(header)) {
    const language = value.split('-')[0]
    if ((language === 'de' || language === 'en') && quality > best.quality) best = { language, quality }
  }
  return best.language
}
