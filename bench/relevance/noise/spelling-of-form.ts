/** The legal form: left out, written out, abbreviated; and capital letters. */
import type { Noise, NoiseFamily } from '../noise.ts'
import { partsOf } from '../plain-name.ts'

const exact: Noise = ({ company }) => company.name

const letterCase: Noise = ({ company, random }) =>
  random.below(2) === 0 ? company.name.toUpperCase() : company.name.toLowerCase()

/** What stood between name and form goes with the form. */
const dropped: Noise = ({ company }) => {
  const { before, form, after } = partsOf(company.name)
  return form && `${before.replace(/[\s,\-–(]+$/u, '')} ${after.trim()}`.trim()
}

const written =
  (spelling: 'short' | 'long'): Noise =>
  ({ company }) => {
    const { before, form, after } = partsOf(company.name)
    if (form === undefined) return undefined
    const changed = form[spelling]
    const isOther = changed.toLowerCase() !== form.text.toLowerCase().replace(/\s+/g, ' ')
    return isOther ? before + changed + after : undefined
  }

export const FORM_NOISE: NoiseFamily = {
  exact,
  case: letterCase,
  'form dropped': dropped,
  'form spelt out': written('long'),
  'form abbreviated': written('short'),
}
