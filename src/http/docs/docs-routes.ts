/** The pages about the API: documents of the repository, reference, try-it page, OpenAPI document, and their contents for programs. */
import { z } from 'zod'
import { openApiDocument } from '../openapi/document.ts'
import { LANGUAGES, type Language } from '../protocol/language.ts'
import { type Answer, type Call, defineRoute, type HttpNeeds, type Route } from '../request/route.ts'
import { framedPage, type Reading } from './docs-frame.ts'
import { servedText } from './document-links.ts'
import { DOCUMENTS, type DocumentEntry, textPath } from './documents.ts'
import { llmsText } from './llms-text.ts'
import { overviewPage } from './overview-page.ts'
import { readDocument } from './read-document.ts'
import { referencePage } from './reference-page.ts'
import { renderDocument } from './render-document.ts'
import { tryPage } from './try-page.ts'

/** Without it `Accept-Language` decides. */
const query = z.strictObject({ lang: z.enum(LANGUAGES).optional() })
type DocsCall = Call<z.output<typeof query>>

const shared = {
  method: 'GET',
  access: 'public',
  costTenths: 0,
  bodyBytesMax: 0,
  body: undefined,
  result: undefined,
  resultHeaders: [],
  otherAnswers: [],
  errors: ['invalid_request'],
  description: { de: '', en: '' },
} as const

/** `api` is what the pages describe, `version` that of the product. */
export function docsRoutes(api: readonly Route[], version: string): readonly Route[] {
  return [
    pageRoute('docs', '/docs', { de: 'Dokumentation', en: 'Documentation' }, (reading) =>
      overviewPage(api, reading),
    ),
    pageRoute('reference', '/docs/reference', { de: 'Alle Felder', en: 'Every field' }, (reading) =>
      referencePage(api, reading),
    ),
    pageRoute('tryIt', '/docs/try', { de: 'Ausprobieren', en: 'Try it' }, (reading, { dashboard }) =>
      tryPage(reading, dashboard.addressOf('scalar.js')),
    ),
    ...DOCUMENTS.map((entry) =>
      pageRoute(idOf(entry.path), entry.path, entry.title, (reading) => documentPage(entry, reading)),
    ),
    ...DOCUMENTS.flatMap(textRoutes),
    textRoute('llms', '/llms.txt', 'text/plain', 'en', async () => llmsText()),
    openApiRoute(api, version),
  ]
}

async function documentPage(entry: DocumentEntry, reading: Reading): Promise<Answer> {
  const file = entry.files[reading.language]
  const text = await readDocument(file)
  const { title, html, sections } = await renderDocument(file, text, reading.carried)
  return framedPage({ path: entry.path, title, main: html, sections }, reading)
}

/** `/docs/de/api.md` → `docsDeApiMd` */
function idOf(path: string): string {
  return path.slice(1).replaceAll(/[/.-](\w)/g, (_sign, letter: string) => letter.toUpperCase())
}

/** What `make` gave, which is asked again only when it failed. */
export function onceMade<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** One answer for each language and way of asking for it, made when it is asked for first. */
function pageRoute(
  id: string,
  path: string,
  summary: Route['summary'],
  make: (reading: Reading, needs: HttpNeeds) => Answer | Promise<Answer>,
): Route {
  const made = new Map<string, () => Promise<Answer>>()
  return defineRoute({
    ...shared,
    id,
    path,
    query,
    example: path,
    summary,
    produces: ['text/html'],
    answer(needs, call) {
      const reading = readingOf(call)
      const name = reading.language + reading.carried
      const known = made.get(name) ?? onceMade(async () => make(reading, needs))
      made.set(name, known)
      return known()
    },
  })
}

function readingOf({ query: { lang }, language }: DocsCall): Reading {
  return lang === undefined ? { language, carried: '' } : { language: lang, carried: `?lang=${lang}` }
}

/** The text of a document in each language, as Markdown. */
function textRoutes(entry: DocumentEntry): readonly Route[] {
  return LANGUAGES.map((language) => {
    const file = entry.files[language]
    const path = textPath(entry, language)
    return textRoute(idOf(path), path, 'text/markdown', language, async () =>
      servedText(file, await readDocument(file)),
    )
  })
}

function textRoute(
  id: string,
  path: string,
  media: string,
  language: Language,
  make: () => Promise<string>,
): Route {
  const text = onceMade(make)
  return defineRoute({
    ...shared,
    id,
    path,
    query: z.strictObject({}),
    example: path,
    summary: { de: path, en: path },
    produces: media === 'text/plain' ? [media] : [media, 'text/plain'],
    async answer(_needs, call) {
      return {
        status: 200,
        headers: { 'content-type': `${call.media}; charset=utf-8`, 'content-language': language },
        body: await text(),
      }
    },
  })
}

function openApiRoute(api: readonly Route[], version: string): Route {
  const texts = new Map<Language, string>()
  return defineRoute({
    ...shared,
    id: 'openApi',
    path: '/openapi.json',
    query,
    example: '/openapi.json',
    summary: { de: 'OpenAPI-Dokument', en: 'OpenAPI document' },
    produces: ['application/json', 'application/vnd.oai.openapi+json'],
    answer(_needs, call) {
      const { language } = readingOf(call)
      const text = texts.get(language) ?? JSON.stringify(openApiDocument(api, version, language))
      texts.set(language, text)
      return {
        status: 200,
        headers: {
          'content-type': `${call.media}; charset=utf-8`,
          'content-language': language,
          'access-control-allow-origin': '*',
        },
        body: text,
      }
    },
  })
}
