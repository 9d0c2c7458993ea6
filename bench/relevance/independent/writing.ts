/** Independent noise of spacing, abbreviations, inflection and language: how whole words are written otherwise. */
import type { Random } from '../../corpus/random.ts'
import type { NoiseFamily } from '../noise.ts'
import { bothWays, joined, replacedAt, type Swap, split, swapped, wordsOf } from './parts.ts'

/** Second parts of compounds that people write as a word of their own. */
const COMPOUND_ENDS =
  'bau|technik|service|handel|handels|verwaltung|verwaltungs|beteiligung|beteiligungs|vertrieb|vertriebs|gesellschaft|haus|werk|werke|transporte|logistik|beratung|systeme|anlagen|reinigung|management|immobilien|kontor|markt|center|zentrum|medien|druck|druckerei|hof|dienst|dienste|pflege|betrieb|betriebe|fabrik|verlag|verein|schule|planung|bearbeitung|verarbeitung|verwertung|vermietung|stiftung|genossenschaft|park|energie|kraft|tankstelle|gastronomie|touristik|reisen'
const COMPOUND = new RegExp(`(\\p{L}{4,}?)(${COMPOUND_ENDS})(?!\\p{L})`, 'giu')

/** Full word and what people write for it. Stems, not whole words: German puts them into compounds. */
const ABBREVIATIONS: readonly Swap[] = [
  ['gesellschaft', 'ges.'],
  ['verwaltung', 'verw.'],
  ['vermögensverwaltung', 'VV'],
  ['beteiligungs', 'bet.'],
  ['beteiligungen', 'bet.'],
  ['handels', 'hdls.'],
  ['handel', 'hdl.'],
  ['immobilien', 'immo'],
  ['international', 'intl.'],
  ['deutschland', 'dtl.'],
  ['management', 'mgmt'],
  ['gebrüder', 'gebr.'],
  ['sankt', 'st.'],
  ['straße', 'str.'],
  [' und ', ' u. '],
  ['ingenieur', 'ing.'],
  ['technik', 'techn.'],
  ['vertriebs', 'vertr.'],
  ['consulting', 'cons.'],
  ['nachfolger', 'nachf.'],
  ['inhaber', 'inh.'],
  ['elektrotechnik', 'el.-technik'],
  ['maschinen', 'masch.'],
  ['doktor', 'dr.'],
  ['professor', 'prof.'],
  ['steuerberatungsgesellschaft', 'stbg'],
  ['wirtschaftsprüfungsgesellschaft', 'wpg'],
  ['rechtsanwaltsgesellschaft', 'ra-ges.'],
  ['grundstücks', 'grdst.'],
  ['bauunternehmen', 'bauuntern.'],
  ['unternehmens', 'untern.'],
  ['versicherungs', 'vers.'],
  ['wohnungsbau', 'wohnb.'],
  ['landwirtschaft', 'landw.'],
  ['dienstleistungen', 'dienstl.'],
  ['dienstleistungs', 'dl-'],
  ['produktions', 'prod.'],
  ['entwicklungs', 'entw.'],
  ['gemeinnützige', 'gem.'],
  ['förderverein', 'fv'],
  ['sportverein', 'sv'],
  ['freiwillige feuerwehr', 'ff'],
  ['bäckerei', 'bäck.'],
  ['apotheke ', 'apo. '],
  ['telekommunikation', 'telekom.'],
  ['informations', 'info'],
  ['automobile', 'autom.'],
  ['solutions', 'sol.'],
  ['services', 'svcs'],
  ['holding', 'hldg'],
]

/** German and English words for one thing, as company names have them. */
const LANGUAGES: readonly Swap[] = bothWays([
  ['Deutschland', 'Germany'],
  ['Handels', 'Trading'],
  ['Handel', 'Trade'],
  ['Immobilien', 'Real Estate'],
  ['Service', 'Services'],
  ['Gruppe', 'Group'],
  ['Systeme', 'Systems'],
  ['Beratung', 'Consulting'],
  ['Logistik', 'Logistics'],
  ['Energie', 'Energy'],
  ['Technologie', 'Technology'],
  ['Technologien', 'Technologies'],
  ['Elektronik', 'Electronics'],
  ['Zentrum', 'Center'],
  ['Bau', 'Construction'],
  ['Stiftung', 'Foundation'],
  ['Medien', 'Media'],
  ['Industrie', 'Industries'],
  ['Reisen', 'Travel'],
  ['Werbung', 'Advertising'],
  ['Lösungen', 'Solutions'],
  ['Verlag', 'Publishing'],
  ['Musik', 'Music'],
  ['Produktion', 'Production'],
  ['Chemie', 'Chemicals'],
  ['Maschinen', 'Machinery'],
  ['Werkzeuge', 'Tools'],
  ['Europa', 'Europe'],
  ['Bayern', 'Bavaria'],
  ['München', 'Munich'],
  ['Köln', 'Cologne'],
  ['Nürnberg', 'Nuremberg'],
  ['Freunde', 'Friends'],
  ['Sicherheit', 'Security'],
  ['Vermögens', 'Asset'],
  ['Partner', 'Partners'],
  ['Club', 'Klub'],
  ['Contor', 'Kontor'],
])

const DIGITS = ['null', 'eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun']

/** Stems become short anywhere; what is short already is written out only where it is a word. */
function abbreviated(body: string, random: Random): string | undefined {
  const short = swapped(body, ABBREVIATIONS, random, { times: 1 + random.below(2) })
  if (short !== undefined && random.share() < 0.85) return short.replace(/(?<=(?:verw|hdl|bet)\.)s/giu, '')
  const full = ABBREVIATIONS.map(([from, to]): Swap => [to, from])
  return swapped(body, full, random, { isWhole: true }) ?? short
}

/** Endings as people add, drop or change them, at the end of a word. */
const ENDINGS: readonly Swap[] = [
  ['', 's'],
  ['', "'s"],
  ["'s", 's'],
  ['s', ''],
  ['ei', 'eien'],
  ['ung', 'ungen'],
  ['ungen', 'ung'],
  ['ungs', 'ung'],
  ['e', 'en'],
  ['en', 'e'],
  ['er', 'e'],
  ['e', 'er'],
]

function inflected(body: string, random: Random): string | undefined {
  const words = [...body.matchAll(/(?<!\p{L})\p{L}{5,}(?:'s)?(?=\s|$|-)/gu)]
  const fits = words.flatMap(({ index, 0: word }) =>
    ENDINGS.filter(
      ([from, to]) => word.endsWith(from) && !(from === '' && /[sxzß]$/.test(word)) && to !== word,
    ).map(([from, to]) => ({ place: index + word.length - from.length, length: from.length, to })),
  )
  if (fits.length === 0) return undefined
  const { place, length, to } = random.oneOf(fits)
  return replacedAt(body, place, length, to)
}

/** The noises of this file by kind. */
export const WRITING_NOISE: NoiseFamily = {
  'independent hyphens': ({ company, random }) => {
    const { body, form } = split(company.name)
    const signs = [...body.matchAll(/(?<=\p{L})-(?=\p{L})|(?<=\p{L}) (?=\p{Lu})/gu)]
    if (signs.length === 0) return undefined
    const { index, 0: sign } = random.oneOf(signs)
    const by = sign === '-' ? random.oneOf([' ', '', ' - ']) : random.oneOf(['-', ' - '])
    return joined(replacedAt(body, index, 1, by), form)
  },
  'independent words glued or split': ({ company, random }) => {
    const { body, form } = split(company.name)
    const compounds = [...body.matchAll(COMPOUND)]
    const gaps = [...body.matchAll(/(?<=\p{L}) (?=\p{L})/gu)]
    if (compounds.length > 0 && (gaps.length === 0 || random.share() < 0.6)) {
      const { index, 1: first = '' } = random.oneOf(compounds)
      return joined(replacedAt(body, index + first.length, 0, ' '), form)
    }
    return gaps.length === 0 ? undefined : joined(replacedAt(body, random.oneOf(gaps).index, 1, ''), form)
  },
  'independent abbreviations': ({ company, random }) => {
    const { body, form } = split(company.name)
    const short = abbreviated(body, random)
    return short === undefined ? undefined : joined(short, form)
  },
  'independent inflected': ({ company, random }) => {
    const { body, form } = split(company.name)
    const other = inflected(body, random)
    return other === undefined ? undefined : joined(other, form)
  },
  'independent English and German': ({ company, random }) => {
    const { body, form } = split(company.name)
    const other = swapped(body, LANGUAGES, random, { isWhole: true })
    return other === undefined ? undefined : joined(other, form)
  },
  'independent dictated': ({ company, random }) => {
    const { body, form } = split(company.name)
    if (!/[\d&+.\-/]|\p{L}{14}/u.test(body)) return undefined
    const spoken = body
      .replace(/(?<![\p{L}\d])\d(?![\p{L}\d])/gu, (digit) => DIGITS[Number(digit)] as string)
      .replace(/[&+]/g, ' und ')
      .replace(/(?<=\p{L})\.(?=\p{L})/gu, random.share() < 0.2 ? ' punkt ' : ' ')
      .replace(/[-/]/g, ' ')
      .replace(COMPOUND, (whole, first, last) => (random.share() < 0.3 ? `${first} ${last}` : whole))
    return joined(spoken, form)
      .replace(/[.,()"]/g, '')
      .toLowerCase()
  },
  'independent domain': ({ company, random }) => {
    const { body, form } = split(company.name)
    const spelt = (text: string) =>
      text.toLowerCase().replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue').replace(/ß/g, 'ss')
    const words = wordsOf(spelt(body).replace(/[^a-z0-9]+/g, ' '))
    if (words.length === 0 || words.length > 3 || /gmbh|gesellschaft/i.test(body)) return undefined
    const short = /^(?:GmbH|AG|KG|UG|SE)$/.test(form) && random.share() < 0.4 ? [form.toLowerCase()] : []
    const text = [words.join(random.oneOf(['', '-'])), ...short].join('-')
    return random.oneOf([
      `${text}.de`,
      `www.${text}.de`,
      `info@${text}.de`,
      `${text}.com`,
      `https://${text}.de/`,
    ])
  },
}
