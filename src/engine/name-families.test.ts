/**
 * Families of spellings: the meant company is found first among others with similar names, in a normal search
 * where the spelling is the same name, else in a deep search.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkWalk } from '../../test/fixtures/check-walk.ts'
import { indexedCompanies } from '../../test/fixtures/indexed-companies.ts'
import { buildIndexImage } from './build/index-builder.ts'
import { IndexSearcher } from './searcher.ts'

const LIMITS = { exactMax: 1_000, shownMax: 1_000, relatedMax: 100, relatedComparedMax: 1000 }

/** Words of other names, so that no word of a meant name is the only one of its kind. */
const OTHERS = [
  ...['Kalkwerk Süd GmbH', 'Tonwerk und Ziegelei GmbH', 'Ostsee Reederei GmbH', 'Nordsee Fischerei eG'],
  ...['Steuerberatung Nord GmbH', 'Wirtschaftsprüfung Nord AG', 'Gerda Sommer Moden e.K.', 'Otto Sommer KG'],
  ...['Adler Automaten GmbH', 'Falken-Apotheke Inh. Hans Meier', 'Linden-Apotheke Inh. Gerda Schulz e.K.'],
  ...['Genossenschaft Nord eG', 'Partnerschaft Nord', 'Vertriebsgesellschaft Nord mbH', 'Haus und Hof GmbH'],
  ...['Verlag am Forum GmbH', 'Bau und Boden GmbH', 'Helbig Technik GmbH', 'Nachfolger gesucht GmbH'],
]

/** Queries of one family by the name that each means. */
type Family = Readonly<Record<string, readonly string[]>>

const SAME: Readonly<Record<string, Family>> = {
  'a glued form or Nachf.': {
    'Julius Schlichter Nachf.': ['Julius Schlichternachfl.', 'JULIUS SCHLICHTERNACHF'],
    'Milchhof Rottweilerheim eG': ['Milchhof Rottweilerheimeingetragene Genossenschaft'],
    'Zunder Vertriebsgesellschaft mbH': [
      'Zunder Vertr iebsgesellschaft mbH',
      'Zunder VertriebsgesellschaftmbH',
    ],
  },
  'SE & Co. and a body': {
    'Rumpf SE & Co. KG': ['Rumpf SE & Co KG', 'rumpf se und co kg', 'Rumpf SE&Co.KG'],
    'Pumpf SE & Co. KGaA': ['Pumpf SE & Cie. KGaA', 'Pumpf SE + Co KG aA'],
  },
  initials: {
    'F. O. R. U. M. Verlag GmbH': ['FORUM Verlag GmbH', 'F.O.R.U.M. Verlag', 'f. o. r. u. m. verlag gmbh'],
    'KWS-Massivbau GmbH': ['K.W.S.-Massivbau GmbH', 'K.W.S. Massivbau', 'K. W. S. Massivbau GmbH'],
  },
  'a plus sign without spaces': {
    'hestomed+helbig GmbH': ['hestomed + helbig', 'Hestomed & Helbig GmbH', 'hestomed und helbig gmbh'],
  },
  'a registered sole trader': {
    'Lumpazi e.K.': [
      'Lumpazi e.Kfm.',
      'Lumpazi e. Kfr.',
      'Lumpazi eingetragene Kauffrau',
      'Lumpazi eingetr. Kfm.',
    ],
  },
  quotes: {
    '„Grantlhuber“ Bau GmbH': ['Grantlhuber Bau GmbH', '«Grantlhuber» Bau', "'Grantlhuber' Bau GmbH"],
  },
  'a dot between words': {
    'Q.UX Energie Deutschland GmbH': ['qux energie deutschland', 'Q UX Energie Deutschland GmbH'],
    'zwackel.com Deutschland GmbH': ['zwackelcom deutschland', 'zwackel com Deutschland GmbH'],
  },
}

const ALIKE: Readonly<Record<string, Family>> = {
  'a short word for initials, and the reverse': {
    'GeKo Zeitwerkerei GmbH': ['G & K Zeitwerkerei', 'G. + K. Zeitwerkerei'],
    'B. & M. Zopfbauerei GmbH': ['BAMA Zopfbauerei', 'BSM Zopfbauerei'],
    'P-S-A Quellprojekte GmbH': ['P.I.S.A. Quellprojekte', 'PISA Quellprojekte'],
    'GERMO Wallgut GmbH': ['G E M O Wallgut'],
  },
  'glued words and spaces within words': {
    'Hokema Partnerschaft': ['Hokemapartnerschaft', 'Hokemapartnerschaftsgesellschaft'],
    'Teak Limited': ['TeakLimited'],
    'Otto Wagenknecht Nachf. GmbH': ['Otto Wagenknechtnachfolger GmbH', 'OttoWagenknecht Nachf. GmbH'],
    'Quexmann Handelsgesellschaft mbH': [
      ...['Quexmann Ha ndelsgesellschaft mbH', 'Quexmann Handels gesellschaft mbH'],
      ...['Quexmann Handelsgesellsch aft mbH', 'Quex mann Handelsgesellschaft mbH'],
    ],
  },
  'suspended hyphens': {
    'Ostsee- und Nordseefischerei GmbH': ['Ostseefischerei und Nordseefischerei GmbH'],
    'Kalkwerkbetriebs und Tonwerkbetriebs GmbH': ['Kalkwerk- und Tonwerkbetriebs GmbH'],
    'Obstbau und Obstvermarktung Zipfel GmbH': ['Obstbau und -vermarktung Zipfel GmbH'],
    'Beerenbau und -vermarktung Zipfel GmbH': ['Beerenbau und Beerenvermarktung Zipfel GmbH'],
  },
  'an inserted or lost und': {
    'Grumbach Steuerberatung Wirtschaftsprüfung GmbH': [
      'Grumbach Steuerberatung und Wirtschaftsprüfung GmbH',
    ],
    'Brumbach & Söhne KG': ['Brumbach Söhne KG'],
    'Wendel-Zunft GmbH': ['Wendel+Zunft GmbH'],
  },
  'another owner of the same sign': {
    'Adler-Apotheke Inh. Meier': ['Adler-Apotheke Inhaber Schulz e.K.', 'Adler-Apotheke Inh. Gerda Sommer'],
    'Zimtstern Bäckerei Inhaberin Gerda Sommer e.Kfr.': ['Zimtstern Bäckerei Inh. Otto Frost e.Kfm.'],
    'Wolkenhof Reitstall e.K.': ['Wolkenhof Reitstall Inhaber Hans Peter Wendelstein e.K.'],
  },
  'another sign of the same owner': {
    'Wanduhren Trudi Wackernagel e.K.': ['Porzellanhaus Kübel Inh. Trudi Wackernagel, Küchenchefin'],
  },
}

function searcherOf(names: readonly string[]): IndexSearcher {
  const facts = { snapshotNumber: 1, sequence: 1, nowMs: 1 }
  return new IndexSearcher(buildIndexImage([indexedCompanies(names)], facts), LIMITS)
}

const NAMES = [...[SAME, ALIKE].flatMap((all) => Object.values(all)).flatMap(Object.keys), ...OTHERS]
const searcher = searcherOf(NAMES)

function firstOf(name: string, deep: boolean): string | undefined {
  return searcher.search({ name, deep, limit: 1 }).hits[0]?.record.name
}

for (const [title, family] of Object.entries(SAME))
  test(`${title}: a normal search finds the same name first`, () => {
    for (const [name, queries] of Object.entries(family))
      for (const query of queries) assert.equal(firstOf(query, false), name, query)
  })

for (const [title, family] of Object.entries(ALIKE))
  test(`${title}: a deep search finds the meant name first`, () => {
    for (const [name, queries] of Object.entries(family))
      for (const query of queries) assert.equal(firstOf(query, true), name, query)
  })

test('the queries of all families find the same as brute force', () => {
  const companies = indexedCompanies(NAMES)
  for (const family of [SAME, ALIKE].flatMap((all) => Object.values(all)))
    for (const name of Object.values(family).flat())
      checkWalk(searcher, companies, { name, deep: true, limit: 20 }, LIMITS)
})
