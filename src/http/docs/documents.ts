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

/** The address of a document, and its files. */
const placesOf = (name: string) => ({
  path: `/docs/${name}`,
  files: { en: `docs/${name}.md`, de: `docs/de/${name}.md` },
})

/** All pages by group, in the order of the table of contents. */
export const DOCS_GROUPS: readonly DocsGroup[] = [
  {
    title: { de: 'Anleitungen', en: 'Guides' },
    entries: [
      {
        ...placesOf('guides/first-result'),
        title: { de: 'Erste Schritte', en: 'Getting started' },
        about: {
          de: 'Server starten, Schlüssel speichern, mit curl und aus einem Programm suchen.',
          en: 'Start the server, store the key, search with curl and from a program.',
        },
      },
      {
        ...placesOf('guides/match-a-list'),
        title: { de: 'Eine Kundenliste abgleichen', en: 'Match a list of customers' },
        about: {
          de: 'Ergänzt eine CSV-Datei mit Namen um Registernummern und den Status jeder Zeile.',
          en: 'Adds register numbers and the state of every row to a CSV file of names.',
        },
      },
      {
        ...placesOf('guides/keep-a-copy'),
        title: { de: 'Eine Kopie aktuell halten', en: 'Keep a copy up to date' },
        about: {
          de: 'Lies die Liste einmal vollständig, danach nur noch die Änderungen.',
          en: 'Read the full list once, then only the changes.',
        },
      },
      {
        ...placesOf('guides/assistants'),
        title: { de: 'Einen Assistenten verbinden', en: 'Connect an assistant' },
        about: {
          de: 'Claude, VS Code, ChatGPT und andere suchen selbst nach Unternehmen (MCP).',
          en: 'Let Claude, VS Code, ChatGPT and others look up companies themselves (MCP).',
        },
      },
      {
        ...placesOf('guides/openrefine'),
        title: { de: 'Mit OpenRefine abgleichen', en: 'Reconcile with OpenRefine' },
        about: {
          de: 'Gleiche eine Tabelle ohne Programm ab und ergänze Spalten.',
          en: 'Match a table without a program, and add columns.',
        },
      },
    ],
  },
  {
    title: { de: 'Referenz', en: 'Reference' },
    entries: [
      {
        ...placesOf('api'),
        title: { de: 'API', en: 'API' },
        about: {
          de: 'Alle Endpunkte mit Beispielen, Schlüsseln, Berechtigungen, Kosten und Limits.',
          en: 'All endpoints with examples, keys, permissions, costs and limits.',
        },
      },
      {
        path: '/docs/reference',
        title: { de: 'Alle Felder', en: 'All fields' },
        about: {
          de: 'Felder, Parameter, Header und Fehler jedes Endpunkts als Tabelle.',
          en: 'Fields, parameters, headers and errors of every endpoint as tables.',
        },
      },
      {
        ...placesOf('errors'),
        title: { de: 'Fehler', en: 'Errors' },
        about: {
          de: 'Bedeutung, Ursache und Lösung jedes Fehlercodes.',
          en: 'Meaning, cause and solution of every error code.',
        },
      },
      {
        ...placesOf('webhooks'),
        title: { de: 'Webhooks', en: 'Webhooks' },
        about: {
          de: 'Signierte Ereignisse empfangen und prüfen: Versuche, Reihenfolge, Wiederholung, neues Secret.',
          en: 'Receive and verify signed events: attempts, order, replay, a new secret.',
        },
      },
      {
        ...placesOf('search'),
        title: { de: 'Was eine Suche findet', en: 'What a search finds' },
        about: {
          de: 'Normale und erweiterte Suche, die Reihenfolge der Treffer und die Bedeutung der Punkte.',
          en: 'Normal and deep search, the order of hits, and the meaning of scores.',
        },
      },
      {
        ...placesOf('names'),
        title: { de: 'Wie ein Name gelesen wird', en: 'How a name is read' },
        about: {
          de: 'Schreibweisen, Rechtsformen, Abkürzungen, Registernummern.',
          en: 'Spellings, legal forms, abbreviations, register numbers.',
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
        about: { de: 'Sende Anfragen aus dem Browser.', en: 'Send requests from the browser.' },
      },
      {
        ...placesOf('sandbox'),
        title: { de: 'Testschlüssel', en: 'Test keys' },
        about: {
          de: 'Ein kleines Testregister, das sich nie ändert, mit Texten, die jeden Fehler auslösen.',
          en: 'A small test register that never changes, with texts that simulate each error.',
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
        path: '/docs/client-python',
        files: { en: 'clients/python/README.md', de: 'docs/de/client-python.md' },
        title: { de: 'Python-Client', en: 'Python client' },
        about: {
          de: 'Ein synchroner und asynchroner Client, auch für DataFrames von pandas und polars.',
          en: 'A synchronous and asynchronous client, also for DataFrames of pandas and polars.',
        },
      },
      {
        path: '/openapi.json',
        title: { de: 'OpenAPI-Dokument', en: 'OpenAPI document' },
        about: {
          de: 'OpenAPI 3.1 für Codegeneratoren und Prüfprogramme.',
          en: 'OpenAPI 3.1 for code generators and validators.',
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
