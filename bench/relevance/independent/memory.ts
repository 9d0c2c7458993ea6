/** Independent noise of memory and habit: forms, places, persons, order, and what stands around a name in an address. */
import type { NoiseFamily } from '../noise.ts'
import { bothWays, joined, type Swap, split, swapped, wordsOf } from './parts.ts'

const FORMS = ['GmbH', 'AG', 'KG', 'OHG', 'UG', 'GmbH & Co. KG', 'e.K.', 'mbH', 'Ltd.']

/** Slips that are made in forms alone. */
const GARBLED: Readonly<Record<string, readonly string[]>> = {
  GmbH: ['Gmbh', 'G.m.b.H.', 'GMBH', 'GbmH', 'GmbG', 'Gmb H', 'G mbH', 'GmBH', 'gmbh', 'GmH', 'GnbH'],
  AG: ['A.G.', 'Ag', 'A G', 'Akt.-Ges.', 'AktG'],
  KG: ['K.G.', 'Kg', 'K G', 'Komm.-Ges.', 'Kommanditges.'],
  'GmbH & Co. KG': [
    'GmbH&CoKG',
    'GmbH u. Co',
    'GmbH+Co.KG',
    'GmbH & Co',
    'GmbH&Co. Kg',
    'GmbH und Co KG',
    'Gmbh & Co.',
  ],
  'e.V.': ['eV', 'e V', 'E.V.', 'ev.', 'e.v'],
  'e.K.': ['eK', 'e K', 'e.Kfm.', 'e. Kfr.', 'ek'],
  eG: ['e.G.', 'EG', 'eg', 'e G'],
  'UG (haftungsbeschränkt)': ['UG', 'UG haftungsbeschr.', 'UG (hb)', 'U.G.', 'Ug haftungsbeschränkt'],
}

const CITIES = [
  'Berlin',
  'Hamburg',
  'München',
  'Köln',
  'Frankfurt',
  'Stuttgart',
  'Leipzig',
  'Bremen',
  'Hannover',
  'Kassel',
]
const FIRST_NAMES = [
  'Karl',
  'Hans',
  'Peter',
  'Michael',
  'Thomas',
  'Andreas',
  'Stefan',
  'Werner',
  'Klaus',
  'Jürgen',
  'Wolfgang',
  'Heinz',
  'Günter',
  'Manfred',
  'Uwe',
  'Frank',
  'Bernd',
  'Dieter',
  'Horst',
  'Helmut',
  'Martin',
  'Christian',
  'Markus',
  'Alexander',
  'Matthias',
  'Jörg',
  'Ralf',
  'Heinrich',
  'Otto',
  'Walter',
  'Rolf',
  'Josef',
  'Johann',
  'Franz',
  'Wilhelm',
  'Friedrich',
  'Hermann',
  'Ernst',
  'Robert',
  'Georg',
  'Paul',
  'Maria',
  'Monika',
  'Petra',
  'Sabine',
  'Andrea',
  'Claudia',
  'Susanne',
  'Birgit',
  'Karin',
  'Martina',
]
const LAST_NAMES = [
  'Müller',
  'Schmidt',
  'Schneider',
  'Fischer',
  'Weber',
  'Wagner',
  'Becker',
  'Hoffmann',
  'Krüger',
  'Lehmann',
]
const FIRST_NAME = new RegExp(`(?<!\\p{L})(${FIRST_NAMES.join('|')}) (?=\\p{Lu})`, 'u')

const PREPOSITION = /^(?:in|zu|von|bei|an|für)$/

/** Words of one trade that are taken for each other. */
const SYNONYMS: readonly Swap[] = bothWays([
  ['Handel', 'Vertrieb'],
  ['Handels', 'Vertriebs'],
  ['Service', 'Dienste'],
  ['Transporte', 'Logistik'],
  ['Transport', 'Spedition'],
  ['Immobilien', 'Grundbesitz'],
  ['Grundstücks', 'Immobilien'],
  ['Gebäudereinigung', 'Reinigung'],
  ['Autohaus', 'Automobile'],
  ['Bau', 'Hochbau'],
  ['Bauunternehmen', 'Bauunternehmung'],
  ['Baugesellschaft', 'Bau'],
  ['Beteiligungs', 'Holding'],
  ['Verwaltungs', 'Beteiligungs'],
  ['Elektro', 'Elektrotechnik'],
  ['Consulting', 'Unternehmensberatung'],
  ['Beratung', 'Beratungs'],
  ['Metallbau', 'Stahlbau'],
  ['Garten- und Landschaftsbau', 'Gartenbau'],
  ['Haustechnik', 'Heizung Sanitär'],
  ['Gastronomie', 'Gaststätten'],
  ['Pflegedienst', 'Ambulante Pflege'],
  ['Steuerberatungsgesellschaft', 'Steuerberater'],
  ['Rechtsanwaltsgesellschaft', 'Rechtsanwälte'],
  ['Bäckerei', 'Bäckerei-Konditorei'],
  ['Druckerei', 'Druck'],
  ['Software', 'IT'],
  ['Medien', 'Media'],
  ['Solutions', 'Systems'],
  ['Werkstatt', 'Service'],
  ['Verein', 'Club'],
  ['Förderverein', 'Freundeskreis'],
  ['Management', 'Verwaltung'],
  ['Maschinenbau', 'Maschinen'],
  ['Möbel', 'Einrichtungen'],
  ['Reisebüro', 'Reisen'],
  ['Werbeagentur', 'Werbung'],
  ['Produktions', 'Fertigungs'],
  ['Entwicklungs', 'Projekt'],
  ['Windpark', 'Windenergie'],
  ['Solarpark', 'Solar'],
  ['Capital', 'Invest'],
  ['Group', 'Gruppe'],
  ['Immobilien', 'Hausverwaltung'],
])

const number = (random: { below(count: number): number }, digits: number) =>
  String(random.below(9 * 10 ** (digits - 1)) + 10 ** (digits - 1))

/** The noises of this file by kind. */
export const MEMORY_NOISE: NoiseFamily = {
  'independent wrong form': ({ company, random }) => {
    const { body, form } = split(company.name)
    if (form === '') return undefined
    const other = random.oneOf(FORMS)
    return other === form ? undefined : joined(body, other)
  },
  'independent form misplaced': ({ company, random }) => {
    const { body, form } = split(company.name)
    const words = wordsOf(body)
    if (form === '' || words.length < 2) return undefined
    return random.share() < 0.4 ? joined(form, body) : joined(words[0] as string, form, ...words.slice(1))
  },
  'independent form garbled': ({ company, random }) => {
    const { body, form } = split(company.name)
    const slips = GARBLED[form]
    if (slips === undefined) return undefined
    const isGlued = random.share() < 0.15
    return isGlued ? `${body}${random.oneOf(slips)}` : joined(body, random.oneOf(slips))
  },
  'independent city or branch added': ({ company: { name, seat }, random }) => {
    const { body, form } = split(name)
    const city = seat !== '' && random.share() < 0.6 ? seat : random.oneOf(CITIES)
    if (name.includes(city)) return undefined
    return random.oneOf([
      joined(body, city, form),
      `${name}, ${city}`,
      `${name} (${city})`,
      `${name} - ${city}`,
      `${name} Niederlassung ${city}`,
      `${name}, Filiale ${city}`,
      `${name} Werk ${city}`,
      `${name} NL ${city}`,
    ])
  },
  'independent city dropped': ({ company: { name, seat } }) => {
    const { body, form } = split(name)
    const city = wordsOf(seat)[0] ?? ''
    if (city.length < 4) return undefined
    const words = wordsOf(body)
    const isCity = (word: string | undefined) => word?.toLowerCase().startsWith(city.toLowerCase()) === true
    const rest = words.filter((word, i) => !isCity(word) && !(PREPOSITION.test(word) && isCity(words[i + 1])))
    return rest.length < 2 || rest.length === words.length ? undefined : joined(...rest, form)
  },
  'independent person added': ({ company: { name }, random }) => {
    const { body, form } = split(name)
    const person = `${random.oneOf(FIRST_NAMES)} ${random.oneOf(LAST_NAMES)}`
    return random.oneOf([
      `${name} Inh. ${person}`,
      `${name}, Inhaber ${person}`,
      `${name} z. Hd. ${person}`,
      `${person}, ${name}`,
      joined(body, person, form),
    ])
  },
  'independent first name dropped': ({ company: { name } }) => {
    const without = name.replace(FIRST_NAME, '')
    return without === name || wordsOf(split(without).body).length < 2 ? undefined : without
  },
  'independent initials': ({ company, random }) => {
    const { body, form } = split(company.name)
    if (FIRST_NAME.test(body)) {
      const initial = body.replace(
        FIRST_NAME,
        (_, first: string) => `${first.slice(0, 1)}${random.oneOf(['. ', ' ', '.'])}`,
      )
      return joined(initial, form)
    }
    const dotted = /(?<!\p{L})\p{Lu}\. ?(?:\p{Lu}\. ?)+/u.exec(body)?.[0]
    if (dotted !== undefined) return joined(body.replace(dotted, `${dotted.replace(/[. ]/g, '')} `), form)
    const letters = /(?<![\p{L}\p{N}])(?!GMBH|[AKU]G)\p{Lu}{2,5}(?![\p{L}\p{N}])/u.exec(body)?.[0]
    if (letters === undefined) return undefined
    return joined(body.replace(letters, [...letters].join(random.oneOf(['.', ' ', '. ']))), form)
  },
  'independent words reordered': ({ company, random }) => {
    const { body, form } = split(company.name)
    const words = wordsOf(body.replace(/,/g, ''))
    if (
      words.length < 2 ||
      words.some((word) => /^(?:&|\+|und|u\.|für|der|die|das|von|des|im|am|in|zu)$/i.test(word))
    )
      return undefined
    const [first = '', second = '', ...rest] = words
    const last = words.at(-1) as string
    const choices = [
      [last, ...words.slice(0, -1)],
      [...words.slice(1), first],
      [`${second},`, first, ...rest],
    ]
    return joined(...random.oneOf(choices), form)
  },
  'independent half remembered': ({ company, random }) => {
    const { body, form } = split(company.name)
    const other = swapped(body, SYNONYMS, random, { isWhole: true })
    return other === undefined ? undefined : joined(other, form)
  },
  'independent 30 characters': ({ company: { name }, known }) => {
    const cut = name.slice(0, 30).trimEnd()
    return name.length <= 33 || known.namesBeginning(cut, 10) > 10 ? undefined : cut
  },
  'independent trailing junk': ({ company: { name, seat }, random }) =>
    random.oneOf([
      `${name} Tel. 0${number(random, 3)}/${number(random, 6)}`,
      `${name} +49 ${number(random, 3)} ${number(random, 7)}`,
      `${name} c/o ${random.oneOf(FIRST_NAMES)} ${random.oneOf(LAST_NAMES)}`,
      `${name} c/o Regus`,
      `${name} Abt. Einkauf`,
      `${name} - Buchhaltung -`,
      `${name} Postfach ${number(random, 4)}`,
      `${name} USt-ID DE${number(random, 9)}`,
      `${name} Kd.-Nr. ${number(random, 5)}`,
      `${name}, Hauptstr. ${number(random, 2)}, ${number(random, 5)} ${seat}`,
      `Firma ${name}`,
      `An die ${name}`,
      `${name} (Kreditor ${number(random, 6)})`,
      `${name} Germany`,
      `${name} *gesperrt*`,
    ]),
}
