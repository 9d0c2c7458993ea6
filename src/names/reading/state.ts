/** The German states, and the state of a register court. */
import { COURTS, type CourtCode, courtByCode } from './court.ts'

/** The states by ISO 3166-2 code, with their names in German and English. */
export const STATES = [
  { code: 'DE-BB', name: { de: 'Brandenburg', en: 'Brandenburg' } },
  { code: 'DE-BE', name: { de: 'Berlin', en: 'Berlin' } },
  { code: 'DE-BW', name: { de: 'Baden-Württemberg', en: 'Baden-Württemberg' } },
  { code: 'DE-BY', name: { de: 'Bayern', en: 'Bavaria' } },
  { code: 'DE-HB', name: { de: 'Bremen', en: 'Bremen' } },
  { code: 'DE-HE', name: { de: 'Hessen', en: 'Hesse' } },
  { code: 'DE-HH', name: { de: 'Hamburg', en: 'Hamburg' } },
  { code: 'DE-MV', name: { de: 'Mecklenburg-Vorpommern', en: 'Mecklenburg-Western Pomerania' } },
  { code: 'DE-NI', name: { de: 'Niedersachsen', en: 'Lower Saxony' } },
  { code: 'DE-NW', name: { de: 'Nordrhein-Westfalen', en: 'North Rhine-Westphalia' } },
  { code: 'DE-RP', name: { de: 'Rheinland-Pfalz', en: 'Rhineland-Palatinate' } },
  { code: 'DE-SH', name: { de: 'Schleswig-Holstein', en: 'Schleswig-Holstein' } },
  { code: 'DE-SL', name: { de: 'Saarland', en: 'Saarland' } },
  { code: 'DE-SN', name: { de: 'Sachsen', en: 'Saxony' } },
  { code: 'DE-ST', name: { de: 'Sachsen-Anhalt', en: 'Saxony-Anhalt' } },
  { code: 'DE-TH', name: { de: 'Thüringen', en: 'Thuringia' } },
] as const

/** ISO 3166-2 code of a state: `DE-BY`. */
export type StateCode = (typeof STATES)[number]['code']

/** The codes of all states. */
export const STATE_CODES: readonly StateCode[] = STATES.map(({ code }) => code)

/**
 * Returns the state of a court, which is that of the companies in its register; `undefined` for an unknown
 * court.
 */
export function stateOfCourt(court: string): StateCode | undefined {
  const state = courtByCode(court)?.state
  return state === undefined ? undefined : (`DE-${state}` as StateCode)
}

/** Returns the codes of all courts of a state, former courts included. */
export function courtsOfState(state: StateCode): readonly CourtCode[] {
  return COURTS.filter(({ code }) => stateOfCourt(code) === state).map(({ code }) => code)
}
