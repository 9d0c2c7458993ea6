/** Names as a scanner reads them: in one or two of their words a letter is taken for another that looks alike. */
import type { Noise, NoiseFamily } from '../noise.ts'
import { respelt } from './respelling.ts'

const CONFUSIONS: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/m/g, 'rn'],
  [/O/g, '0'],
  [/0/g, 'O'],
  [/o/g, '0'],
  [/l/g, '1'],
  [/1/g, 'l'],
  [/I/g, 'l'],
  [/l/g, 'I'],
  [/i/g, 'l'],
  [/S/g, '5'],
  [/5/g, 'S'],
  [/B/g, '8'],
  [/8/g, 'B'],
  [/ü/g, 'ii'],
  [/ö/g, 'o'],
  [/ä/g, 'a'],
  [/ß/g, 'B'],
  [/cl/g, 'd'],
  [/d/g, 'cl'],
  [/w/g, 'vv'],
  [/vv/g, 'w'],
  [/u/g, 'ii'],
  [/n/g, 'ri'],
  [/h/g, 'b'],
  [/e/g, 'c'],
  [/c/g, 'e'],
  [/G/g, '6'],
  [/Z/g, '2'],
  [/nn/g, 'rm'],
]

const scanned: Noise = ({ company, random }) => respelt(company.name, CONFUSIONS, 1 + random.below(2), random)

export const SCAN_NOISE: NoiseFamily = { ocr: scanned }
