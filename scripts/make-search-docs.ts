/**
 * Writes the learned weights of the score, and the results of the queries in `docs/search.md` and its German version, searched in the sample in the
 * repository. Review the difference before you commit it: the pages are a contract.
 *
 *   node scripts/make-search-docs.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { companiesOf } from '../bench/corpus/real-companies.ts'
import { buildIndexImage } from '../src/adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../src/adapters/embedded/name-index.ts'
import {
  formPoints,
  LEI_IN_FORCE,
  LEI_POINTS,
  POINT_STEPS,
  type PointStep,
  type ProminenceFact,
} from '../src/names/ranking/prominence.ts'
import { FEATURES } from '../src/names/ranking/shared-score.ts'
import { LEGAL_FORMS } from '../src/names/reading/legal-form.ts'
import type { Hit } from '../src/names/search/page.ts'
import type { SearchQuery } from '../src/names/search/query.ts'
import type { Status } from '../src/names/search/status.ts'

const ROOT = resolve(import.meta.dirname, '..')
export const SEARCH_PAGES = ['docs/search.md', 'docs/de/search.md']

/** Fenced blocks that are marked `search`. */
const BLOCK = /(?<=^```search\n)[\s\S]*?(?=^```$)/gm
/** `? name` or `? deep: name`, optionally followed by a status: `{removed}`. */
const QUESTION = /^\? (deep: )?(.*?)(?: \{(\w+)\})?$/
/** Hits shown of one result; `…` stands for further ones. */
const SHOWN_HITS = 3

/** The table of the learned weights, between marks. */
const WEIGHTS = /(?<=^<!-- weights -->\n)[\s\S]*?(?=^<!-- \/weights -->$)/m

/** Returns the page with the learned weights of the score. */
export function withWeights(page: string, language: 'de' | 'en'): string {
  const head = language === 'de' ? '| Merkmal | Gewicht |' : '| feature | weight |'
  const rows = FEATURES.map((feature) => `| ${feature[language]} | ${feature.weight} |`)
  return page.replace(WEIGHTS, `${[head, '|---|--:|', ...rows].join('\n')}\n`)
}

/** The table of the prominence, between marks. */
const PROMINENCE = /(?<=^<!-- prominence -->\n)[\s\S]*?(?=^<!-- \/prominence -->$)/m

/** What the table says of each fact. */
const PROMINENCE_TEXTS: Readonly<Record<ProminenceFact, { readonly en: string; readonly de: string }>> = {
  legal_form: { en: 'the legal form', de: 'die Rechtsform' },
  lei: { en: 'an LEI in force', de: 'ein gültiger LEI' },
  subsidiaries: {
    en: 'companies with an LEI whose direct or ultimate parent it is',
    de: 'Unternehmen mit LEI, deren direkte oder oberste Mutter es ist',
  },
  years_in_register: {
    en: 'years from the first entry to the newest date of its sources',
    de: 'Jahre von der ersten Eintragung bis zum neuesten Stand seiner Quellen',
  },
  announcements: {
    en: 'announcements, except announced removals; of a form with points not the first',
    de: 'Bekanntmachungen, außer angekündigten Löschungen; bei einer Rechtsform mit Punkten die erste nicht',
  },
  documents_filed: {
    en: 'announcements of filed documents, in addition; of a form with points not the first',
    de: 'Bekanntmachungen eingereichter Dokumente, zusätzlich; bei einer Rechtsform mit Punkten die erste nicht',
  },
  former_names: { en: 'former names', de: 'frühere Namen' },
}

/** Returns the page with the points of every fact. */
export function withProminence(page: string, language: 'de' | 'en'): string {
  const head =
    language === 'de' ? '| `fact` | Angabe | Wert | Punkte |' : '| `fact` | what | value | points |'
  const byPoints = Map.groupBy(LEGAL_FORMS, ({ code }) => formPoints(code))
  const forms = Array.from(byPoints)
    .sort(([a], [b]) => b - a)
    .map(([points, of]) =>
      prominenceRow('legal_form', of.map(({ code }) => code).join(', '), points, language),
    )
  const numbers = Object.entries(POINT_STEPS).flatMap(([fact, steps]: [string, readonly PointStep[]]) =>
    steps.map(({ from, points }) => prominenceRow(fact as ProminenceFact, `≥ ${from}`, points, language)),
  )
  const rows = [...forms, prominenceRow('lei', LEI_IN_FORCE.join(', '), LEI_POINTS, language), ...numbers]
  return page.replace(PROMINENCE, `${[head, '|---|---|---|--:|', ...rows].join('\n')}\n`)
}

function prominenceRow(fact: ProminenceFact, value: string, points: number, language: 'de' | 'en'): string {
  return `| \`${fact}\` | ${PROMINENCE_TEXTS[fact][language]} | ${value} | ${points} |`
}

/** The table of the kinds of legal forms, between marks. */
const FORM_KINDS = /(?<=^<!-- form-kinds -->\n)[\s\S]*?(?=^<!-- \/form-kinds -->$)/m

/** What the table calls each kind; the unknown form has none. */
const FORM_KIND_TEXTS: Readonly<Record<string, { readonly en: string; readonly de: string }>> = {
  partnership: { en: 'partnership', de: 'Personengesellschaft' },
  corporation: { en: 'corporation', de: 'Kapitalgesellschaft' },
  cooperative: { en: 'cooperative', de: 'Genossenschaft' },
  association: { en: 'association', de: 'Verein' },
  foundation: { en: 'foundation', de: 'Stiftung' },
  'sole trader': { en: 'sole trader', de: 'Einzelunternehmen' },
  public: { en: 'under public law', de: 'öffentlich-rechtlich' },
  branch: { en: 'branch of a foreign company', de: 'Zweigniederlassung' },
}

/** Returns the page with the legal forms of every kind. */
export function withFormKinds(page: string, language: 'de' | 'en'): string {
  const head = language === 'de' ? '| Art | Rechtsformen |' : '| kind | legal forms |'
  const rows = Object.entries(FORM_KIND_TEXTS).map(([kind, text]) => {
    const codes = LEGAL_FORMS.filter((form) => form.kind === kind).map(({ code }) => code)
    return `| ${text[language]} | ${codes.join(', ')} |`
  })
  return page.replace(FORM_KINDS, `${[head, '|---|---|', ...rows].join('\n')}\n`)
}

/** Returns the language of a page. */
export function languageOf(file: string): 'de' | 'en' {
  return file.startsWith('docs/de/') ? 'de' : 'en'
}

/** Builds the index of the sample. */
export function sampleIndex(): EmbeddedNameIndex {
  const index = new EmbeddedNameIndex()
  const batches = companiesOf(join(ROOT, 'data/sample'))
  index.publish(buildIndexImage(batches, { snapshotNumber: 1, sequence: 0, nowMs: 0 }))
  return index
}

/** Returns the examples of a page: each is the line of the query and the lines of its result. */
export function examplesOf(page: string): string[] {
  return [...page.matchAll(BLOCK)].flatMap(([block]) => block.split(/^(?=\? )/m))
}

/** Returns the example with the result of the index. */
export function answeredExample(example: string, index: EmbeddedNameIndex): string {
  const [line = ''] = example.split('\n')
  const { hits } = index.search(questionOf(line))
  const shown = hits.length === 0 ? ['nothing'] : hits.slice(0, SHOWN_HITS).map(shownHit)
  if (hits.length > SHOWN_HITS) shown.push('…')
  return [line, ...shown.map((one) => `  ${one}`), ''].join('\n')
}

function questionOf(line: string): SearchQuery {
  const [, deep, name = '', status] = QUESTION.exec(line) ?? []
  const asked = { name, deep: deep !== undefined, limit: SHOWN_HITS + 1 }
  return status === undefined ? asked : { ...asked, status: [status as Status] }
}

function shownHit({ kind, score, record, reasons, matchedName, matchedOn }: Hit): string {
  const former = matchedOn === 'former_name' ? `, formerly ${matchedName}` : ''
  return `${kind.padEnd(8)} ${String(score).padStart(3)}  ${record.name}, ${record.registrationNumber}${former}  [${reasons.join(', ')}]`
}

if (import.meta.main) {
  const index = sampleIndex()
  const answered = (block: string) =>
    block
      .split(/^(?=\? )/m)
      .map((example) => answeredExample(example, index))
      .join('')
  for (const file of SEARCH_PAGES) {
    const path = join(ROOT, file)
    const page = readFileSync(path, 'utf8').replace(BLOCK, answered)
    const language = languageOf(file)
    writeFileSync(path, withFormKinds(withProminence(withWeights(page, language), language), language))
  }
}
