/** The legal form: left out, written out, abbreviated; and capital letters. */
import type { Noise, NoiseFamily } from '../noise.ts'
import { formsIn, partsOf } from '../plain-name.ts'

const exact: Noise = ({ company }) => company.name

const letterCase: Noise = ({ company, random }) =>
  random.below(2) === 0 ? company.name.toUpperCase() : company.name.toLowerCase()

/** Of `A GmbH & Co. B KG` nobody leaves out one half, nor writes it out. */
function hasOneForm(name: string): boolean {
  return formsIn(name).length === 1 && !/\bco\b/i.test(name.replace(partsOf(name).form?.text ?? '', ''))
}

/** What stood between name and form goes with the form. */
const dropped: Noise = ({ company }) => {
  const { before, form, after } = partsOf(company.name)
  if (form === undefined || !hasOneForm(company.name)) return undefined
  return `${before.replace(/[\s,\-–(]+$/u, '')} ${after.trim()}`.trim()
}

/** Short and long of every part that a form is made of. */
const PARTS: readonly (readonly [string, string])[] = [
  ['GmbH', 'Gesellschaft mit beschränkter Haftung'],
  ['mbH', 'mit beschränkter Haftung'],
  ['UG', 'Unternehmergesellschaft'],
  ['AG', 'Aktiengesellschaft'],
  ['KG', 'Kommanditgesellschaft'],
  ['OHG', 'offene Handelsgesellschaft'],
  ['e.V.', 'eingetragener Verein'],
  ['eG', 'eingetragene Genossenschaft'],
  ['e.K.', 'eingetragener Kaufmann'],
  ['PartG', 'Partnerschaftsgesellschaft'],
  ['Ltd.', 'Limited'],
]

/** `to`: 0 the short spelling, 1 the long one. */
const written =
  (to: 0 | 1): Noise =>
  ({ company }) => {
    const { before, form, after } = partsOf(company.name)
    if (form === undefined || !hasOneForm(company.name)) return undefined
    let text = form.text
    for (const part of PARTS) text = text.replace(wordOf(part[1 - to] as string), part[to])
    return text === form.text ? undefined : before + text + after
  }

function wordOf(text: string): RegExp {
  const escaped = text.replaceAll('.', '\\.').replaceAll(' ', '\\s+')
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu')
}

export const FORM_NOISE: NoiseFamily = {
  exact,
  case: letterCase,
  'form dropped': dropped,
  'form spelt out': written(1),
  'form abbreviated': written(0),
}
