/** Formats the numbers and times of the page about usage in its language. */
import { useMemo } from 'react'
import { useLanguage } from '../../words/language.tsx'

const LOCALES = { de: 'de-DE', en: 'en-GB' } as const
const NOTHING = '–'

export function useNumbers() {
  const { language } = useLanguage()
  return useMemo(() => numbersIn(LOCALES[language]), [language])
}

function numbersIn(locale: string) {
  const whole = new Intl.NumberFormat(locale)
  const fine = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const hour = new Intl.DateTimeFormat(locale, {
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const day = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const short = {
    hour: new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }),
    midnight: new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit' }),
    day: new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', timeZone: 'UTC' }),
  }
  const units = (unit: string) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
  const [seconds, minutes] = [units('second'), units('minute')]
  return {
    whole: (value: number) => whole.format(value),
    share: (part: number, all: number) => (all === 0 ? NOTHING : percent.format(part / all)),
    /** Latencies are accurate to a quarter, so two digits are enough. */
    ms: (value: number | null) => (value === null ? NOTHING : `${fine.format(value)} ms`),
    /** Formats the start of an hour (an ISO time) or a day (`2026-11-21`). */
    step: (at: string) => (at.length === 10 ? day : hour).format(new Date(at)),
    /** Formats a time for an axis: hours in the zone of this browser, days in UTC. */
    axis: (ms: number, step: 'hour' | 'day') => axisText(ms, step, short),
    seconds: (count: number) => (count % 60 === 0 ? minutes.format(count / 60) : seconds.format(count)),
  }
}

function axisText(
  ms: number,
  step: 'hour' | 'day',
  short: Readonly<Record<'hour' | 'midnight' | 'day', Intl.DateTimeFormat>>,
): string {
  if (step === 'day') return short.day.format(ms)
  return new Date(ms).getHours() === 0 ? short.midnight.format(ms) : short.hour.format(ms)
}
