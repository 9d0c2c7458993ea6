/** Formats numbers and times in the language of the page. */
import { useMemo } from 'react'
import { type Language, useLanguage } from './language.tsx'

export interface Format {
  readonly number: (value: number) => string
  /** `21.11.2026, 18:05` */
  readonly moment: (iso: string | number) => string
  /** `21.11.2026` */
  readonly day: (iso: string | number) => string
  /**
   * `vor 3 Minuten`, `in 14 Tagen`; `gerade eben` and `gleich` for less than a minute. The exact time is
   * shown in the `title`.
   */
  readonly ago: (iso: string | number) => string
}

const LOCALES: Readonly<Record<Language, string>> = { de: 'de-DE', en: 'en-GB' }
/**
 * Tolerated difference between the clocks of server and browser, so that a recent event is not in the future.
 */
const CLOCK_SKEW_S = 10
const NOW = {
  de: { past: 'gerade eben', soon: 'gleich' },
  en: { past: 'just now', soon: 'in a moment' },
} satisfies Record<Language, unknown>
const STEPS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

export function formatFor(language: Language): Format {
  const locale = LOCALES[language]
  const numbers = new Intl.NumberFormat(locale)
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const spans = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return {
    number: (value) => numbers.format(value),
    moment: (iso) => moments.format(new Date(iso)),
    day: (iso) => days.format(new Date(iso)),
    ago: (iso) => {
      const seconds = (new Date(iso).getTime() - Date.now()) / 1_000
      const step = STEPS.find(([, length]) => Math.abs(seconds) >= length)
      if (step !== undefined) return spans.format(Math.trunc(seconds / step[1]), step[0])
      return seconds > CLOCK_SKEW_S ? NOW[language].soon : NOW[language].past
    },
  }
}

export function useFormat(): Format {
  const { language } = useLanguage()
  return useMemo(() => formatFor(language), [language])
}
