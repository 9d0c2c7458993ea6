/** Names as heard: in one or two of their words a spelling that German reads alike. */
import type { Noise, NoiseFamily } from '../noise.ts'
import { respelt } from './respelling.ts'

const RESPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/ph/gi, 'f'],
  [/(?<!p)f(?=[aeiouäöü])/gi, 'ph'],
  [/ck/gi, 'k'],
  [/(?<=[aeiouäöü])k(?=[aeiouäöü])/gi, 'ck'],
  [/tz/gi, 'z'],
  [/(?<=[aeiouäöü])z/gi, 'tz'],
  [/ie/gi, 'i'],
  [/(?<=[bdfghklmnrstwz])i(?=[bdgklmnrst][aeiou])/gi, 'ie'],
  [/ai/gi, 'ei'],
  [/ei/gi, 'ai'],
  [/ay/gi, 'ai'],
  [/ey/gi, 'ei'],
  [/ei/gi, 'ey'],
  [/\bv/gi, 'f'],
  [/\bf/gi, 'v'],
  [/dt/gi, 't'],
  [/(?<=[nr])t(?!\p{L})/giu, 'dt'],
  [/th/gi, 't'],
  [/(?<=[aeiouäöü])t(?=[aeiouäöü])/gi, 'th'],
  [/(?<=[aeiouäöü])h(?=[lmnr])/gi, ''],
  [/(?<=[aeou])(?=[lmnr][aeiou])/gi, 'h'],
  [/y/gi, 'i'],
  [/äu/gi, 'eu'],
  [/eu/gi, 'äu'],
  [/ä(?!u)/gi, 'e'],
  [/c(?=[aour])/gi, 'k'],
  [/\bk(?=[aour])/gi, 'c'],
  [/x/gi, 'ks'],
  [/chs/gi, 'x'],
  [/d(?!\p{L})/giu, 't'],
  [/g(?!\p{L})/giu, 'k'],
  [/([fklmnprst])\1/gi, '$1'],
  [/(?<=[aeiou])([flmnpt])(?=[aeiou])/gi, '$1$1'],
  [/qu/gi, 'kw'],
  [/(?<=[aeiou])s(?=[aeiou])/gi, 'ss'],
]

const heard: Noise = ({ company, random }) => respelt(company.name, RESPELLINGS, 1 + random.below(2), random)

export const SOUND_NOISE: NoiseFamily = { sound: heard }
