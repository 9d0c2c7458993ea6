/**
 * Routes of the documentation: documents of the repository, reference, try-it page, OpenAPI document, and
 * `/llms.txt`.
 */
import { z } from 'zod'
import { openApiDocument } from '../openapi/document.ts'
import { contentTypeOf } from '../protocol/content-type.ts'
import { LANGUAGES, type Language } from '../protocol/language.ts'
import { type Look, languageCookie, lookOf } from '../request/reader-preferences.ts'
import { type Answer, type Call, defineRoute, type HttpNeeds, type Route } from '../request/route.ts'
import { type FramedPage, framedPage, type PageLanguage } from './docs-frame.ts'
import { servedText } from './document-links.ts'
import { DOCUMENTS, type DocumentEntry, textPath } from './documents.ts'
import { llmsText } from './llms-text.ts'
import { overviewPage } from './overview-page.ts'
import { readDocument } from './read-document.ts'
import { referencePage } from './reference-page.ts'
import { renderDocument } from './render-document.ts'
import { tryPage } from './try-page.ts'

/** Language of the page; `Accept-Language` decides if it is absent. */
const query = z.strictObject({ lang: z.enum(LANGUAGES).optional() })
type DocsCall = Call<z.output<typeof query>>

const shared = {
  method: 'GET',
  access: 'public',
  costTenths: 0,
} as const

/**
 * Returns the routes of the documentation. `api` contains the routes that the pages describe; `version` is
 * that of the product.
 */
export function docsRoutes(api: readonly Route[], version: string): readonly Route[] {
  return [
    pageRoute('docs', '/docs', (reading) => overviewPage(api, reading)),
    pageRoute('reference', '/docs/reference', (reading) => referencePage(api, reading)),
    readerRoute('tryIt', '/docs/try', async (reading, look, { dashboard }) =>
      tryPage(reading, look, dashboard.addressOf('scalar.js')),
    ),
    ...DOCUMENTS.map((entry) =>
      pageRoute(idOf(entry.path), entry.path, (reading) => documentPage(entry, reading)),
    ),
    ...DOCUMENTS.flatMap(textRoutes),
    textRoute('llms', '/llms.txt', 'text/plain', 'en', async () => llmsText()),
    openApiRoute(api, version),
  ]
}

async function documentPage(entry: DocumentEntry, reading: PageLanguage): Promise<FramedPage> {
  const file = entry.files[reading.language]
  const text = await readDocument(file)
  const { title, html, sections } = await renderDocument(file, text, reading.carried)
  return { path: entry.path, title, main: html, sections }
}

/** Returns the operation id of a path: `/docs/de/api.md` → `docsDeApiMd`. */
function idOf(path: string): string {
  return path.slice(1).replaceAll(/[/.-](\w)/g, (_sign, letter: string) => letter.toUpperCase())
}

/**
 * Returns a function that calls `make` once and reuses its result; it calls `make` again only after a
 * failure.
 */
export function madeOnce<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}

/**
 * Creates the route of a page. Its content is built on first request for each language and `carried`, and
 * framed for each reader.
 */
function pageRoute(
  id: string,
  path: string,
  make: (reading: PageLanguage) => FramedPage | Promise<FramedPage>,
): Route {
  const made = new Map<string, () => Promise<FramedPage>>()
  return readerRoute(id, path, async (reading, look) => {
    const name = reading.language + reading.carried
    const known = made.get(name) ?? madeOnce(async () => make(reading))
    made.set(name, known)
    return framedPage(await known(), reading, look)
  })
}

/**
 * Creates the route of a page in its reader's language and colours. A chosen language is stored for the whole
 * product.
 */
function readerRoute(
  id: string,
  path: string,
  make: (reading: PageLanguage, look: Look, needs: HttpNeeds) => Promise<Answer>,
): Route {
  return defineRoute({
    ...shared,
    id,
    path,
    query,
    produces: ['text/html'],
    async answer(needs, call) {
      const look = await lookOf(needs, call.headers)
      const page = await make(pageLanguageOf(call, look), look, needs)
      return isChoice(call, look)
        ? { ...page, headers: { ...page.headers, 'set-cookie': languageCookie(needs.site, call.query.lang) } }
        : page
    },
  })
}

/**
 * Returns the language of a request. A language in the address is carried on by links until the cookie has
 * it.
 */
function pageLanguageOf({ query: { lang } }: DocsCall, { language, chosenLanguage }: Look): PageLanguage {
  if (lang === undefined) return { language, carried: '' }
  return { language: lang, carried: lang === chosenLanguage ? '' : `?lang=${lang}` }
}

/**
 * Whether the reader chose the language by a link of this site. A link from elsewhere affects only its page.
 */
function isChoice(
  call: DocsCall,
  { chosenLanguage }: Look,
): call is DocsCall & { query: { lang: Language } } {
  const from = call.headers['sec-fetch-site']
  const { lang } = call.query
  return lang !== undefined && lang !== chosenLanguage && (from === undefined || from === 'same-origin')
}

/** Creates the routes of a document as Markdown, one for each language. */
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
  const text = madeOnce(make)
  return defineRoute({
    ...shared,
    id,
    path,
    produces: media === 'text/plain' ? [media] : [media, 'text/plain'],
    async answer(_needs, call) {
      return {
        status: 200,
        headers: { 'content-type': contentTypeOf(call.media), 'content-language': language },
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
    produces: ['application/json', 'application/vnd.oai.openapi+json'],
    answer(_needs, call) {
      const language = call.query.lang ?? call.language
      const text = texts.get(language) ?? JSON.stringify(openApiDocument(api, version, language))
      texts.set(language, text)
      return {
        status: 200,
        headers: {
          'content-type': contentTypeOf(call.media),
          'content-language': language,
          'access-control-allow-origin': '*',
        },
        body: text,
      }
    },
  })
}
