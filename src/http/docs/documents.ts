/**
 * The table of contents of `/docs`: pages from files of the repository, and pages generated from the routes.
 */
import type { Language, Text } from '../protocol/language.ts'

/** One page of the documentation. */
export interface DocsEntry {
  /** Address of the page. */
  readonly path: string
  readonly title: Text
  /** A description in one sentence. */
  readonly about: Text
  /** Files of the text in the repository; absent if the page is generated from code. */
  readonly files?: Readonly<Record<Language, string>>
}

/** A page with a file for each language. */
export type DocumentEntry = Required<DocsEntry>

/** Pages under one heading. */
export interface DocsGroup {
  readonly title: Text
  readonly entries: readonly DocsEntry[]
}

const inBoth = (name: string) => ({ en: `docs/${name}.md`, de: `docs/de/${name}.md` })

/** All pages by group, in the order of the table of contents. */
export const DOCS_GROUPS: readonly DocsGroup[] = [
  {
    title: { de: 'Anleitungen', en: 'Guides' },
    entries: [
      {
        path: '/docs/guides/first-result',
        files: inBoth('guides/first-result'),
        title: { de: 'Von null zum ersten Treffer', en: 'From zero to the first result' },
        about: {
          de: 'Starten, Schlüssel, erste Suche mit curl und mit einem Programm.',
          en: 'Start, key, first search with curl and from a program.',
        },
      },
      {
        path: '/docs/guides/match-a-list',
        files: inBoth('guides/match-a-list'),
        title: { de: 'Eine Kundenliste abgleichen', en: 'Match a list of customers' },
        about: {
          de: 'Aus einer CSV-Datei mit Namen wird eine mit Registernummern und dem Stand jeder Zeile.',
          en: 'A CSV file of names becomes one with register numbers and the state of every row.',
        },
      },
      {
        path: '/docs/guides/keep-a-copy',
        files: inBoth('guides/keep-a-copy'),
        title: { de: 'Eine Kopie aktuell halten', en: 'Keep a copy in step' },
        about: {
          de: 'Einmal die Liste lesen, danach nur noch, was sich geändert hat.',
          en: 'Read the list once, and from then on only what has changed.',
        },
      },
    ],
  },
  {
    title: { de: 'Nachschlagen', en: 'Reference' },
    entries: [
      {
        path: '/docs/api',
        files: inBoth('api'),
        title: { de: 'Die Schnittstelle', en: 'The API' },
        about: {
          de: 'Jeder Endpunkt mit Beispiel, Schlüssel und Rechte, Kosten und Grenzen.',
          en: 'Every endpoint with an example, keys and rights, costs and limits.',
        },
      },
      {
        path: '/docs/reference',
        title: { de: 'Alle Felder', en: 'Every field' },
        about: {
          de: 'Felder, Parameter, Köpfe und Fehler jedes Endpunkts als Tabelle.',
          en: 'Fields, parameters, headers and errors of every endpoint as tables.',
        },
      },
      {
        path: '/docs/errors',
        files: inBoth('errors'),
        title: { de: 'Fehler', en: 'Errors' },
        about: {
          de: 'Jeder Code: was er heißt, woher er kommt, was zu tun ist.',
          en: 'Every code: what it means, where it comes from, what to do.',
        },
      },
      {
        path: '/docs/search',
        files: inBoth('search'),
        title: { de: 'Was eine Suche findet', en: 'What a search finds' },
        about: {
          de: 'Normal und umfassend, die Reihenfolge der Treffer, was die Punkte bedeuten.',
          en: 'Normal and deep, the order of hits, what the scores mean.',
        },
      },
      {
        path: '/docs/names',
        files: inBoth('names'),
        title: { de: 'Wie ein Name gelesen wird', en: 'How a name is read' },
        about: {
          de: 'Schreibweisen, Rechtsformen, Abkürzungen, Registernummern.',
          en: 'Ways of writing, legal forms, abbreviations, register numbers.',
        },
      },
    ],
  },
  {
    title: { de: 'Werkzeuge', en: 'Tools' },
    entries: [
      {
        path: '/docs/try',
        title: { de: 'Ausprobieren', en: 'Try it' },
        about: { de: 'Anfragen aus dem Browser senden.', en: 'Send requests from the browser.' },
      },
      {
        path: '/docs/sandbox',
        files: inBoth('sandbox'),
        title: { de: 'Testschlüssel', en: 'Test keys' },
        about: {
          de: 'Ein kleines Register, das sich nie ändert, mit Texten, die jeden Fehler hervorrufen.',
          en: 'A small register that never changes, with texts that provoke each error.',
        },
      },
      {
        path: '/docs/client',
        files: { en: 'clients/typescript/README.md', de: 'docs/de/client.md' },
        title: { de: 'TypeScript-Client', en: 'TypeScript client' },
        about: {
          de: 'Ein Client ohne Abhängigkeiten für Node, Deno, Bun und Browser.',
          en: 'A client without dependencies for Node, Deno, Bun and browsers.',
        },
      },
      {
        path: '/openapi.json',
        title: { de: 'OpenAPI-Dokument', en: 'OpenAPI document' },
        about: {
          de: 'Für Generatoren und Prüfprogramme: OpenAPI 3.1.',
          en: 'For generators and checkers: OpenAPI 3.1.',
        },
      },
    ],
  },
]

/** All pages that have files. */
export const DOCUMENTS: readonly DocumentEntry[] = DOCS_GROUPS.flatMap(({ entries }) =>
  entries.flatMap((entry) => (entry.files === undefined ? [] : [{ ...entry, files: entry.files }])),
)

/** Returns the address of the document's Markdown. */
export function textPath({ path }: DocumentEntry, language: Language): string {
  return `${language === 'de' ? path.replace('/docs/', '/docs/de/') : path}.md`
}
