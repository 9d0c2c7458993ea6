/** Umlauts and ß as other keyboards have them. */
import type { Noise, NoiseFamily } from '../noise.ts'

const WITH_E: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
}
const WITHOUT_E: Readonly<Record<string, string>> = { ä: 'a', ö: 'o', ü: 'u', ß: 's', Ä: 'A', Ö: 'O', Ü: 'U' }

const written =
  (letters: Readonly<Record<string, string>>): Noise =>
  ({ company }) => {
    const text = company.name.replace(/[äöüßÄÖÜ]/g, (letter) => letters[letter] as string)
    return text === company.name ? undefined : text
  }

export const UMLAUT_NOISE: NoiseFamily = {
  'umlaut as ae': written(WITH_E),
  'umlaut as a': written(WITHOUT_E),
}
