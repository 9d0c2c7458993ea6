/** The API reference for people: one page, generated from the table of routes, in German or English. */
import { TENTHS } from '../../core/access/limits.ts'
import type { FailureCode } from '../../core/failure.ts'
import { inputSchema, outputSchema } from '../openapi/document.ts'
import { errorsOf } from '../openapi/route-errors.ts'
import type { Language, Text } from '../protocol/language.ts'
import { ERROR_CATALOGUE, statusOf } from '../request/error-catalogue.ts'
import { escapeHtml } from '../request/plain-pages.ts'
import { type Route, requiresKey, scopeOf } from '../request/route.ts'
import type { FramedPage, PageLanguage } from './docs-frame.ts'
import { INTRODUCTION, LABELS } from './reference-texts.ts'

interface FieldSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly items?: FieldSchema
  readonly anyOf?: readonly FieldSchema[]
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  /** The descriptions. */
  readonly de?: string
  readonly en?: string
}

/** Longer lists of values are cut; the OpenAPI document contains all values. */
const VALUES_SHOWN_MAX = 8

/** Returns the reference of these routes. */
export function referencePage(routes: readonly Route[], reading: PageLanguage): FramedPage {
  const { language, carried } = reading
  const title = LABELS.title[language]
  const main = [
    `<h1>${title}</h1>`,
    INTRODUCTION[language],
    ...routes.map((route) => routeSection(route, language, carried)),
    `<h2 id="errors">${LABELS.errors[language]}</h2>`,
    `<p>${Object.keys(ERROR_CATALOGUE)
      .map((code) => errorLink(code as FailureCode, carried))
      .join(', ')}</p>`,
  ]
  const sections = routes.map(({ id, summary }) => ({ id, title: text(summary[language]) }))
  return { path: '/docs/reference', title, main: main.join('\n'), sections }
}

function routeSection(route: Route, language: Language, carried: string): string {
  const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
  return [
    `<section aria-labelledby="${route.id}">`,
    `<h2 id="${route.id}">${text(route.summary[language])}</h2>`,
    `<p><code><span class="method">${route.method}</span> ${text(path)}</code></p>`,
    `<p>${prose(route.description[language])}</p>`,
    `<p class="facts">${factsOf(route, language).join(' · ')}</p>`,
    example(route),
    fieldTable(LABELS.body[language], route.body && (inputSchema(route.body) as FieldSchema), language),
    fieldTable(LABELS.query[language], inputSchema(route.query) as FieldSchema, language),
    fieldTable(
      LABELS.result[language],
      route.result && (outputSchema(route.result) as FieldSchema),
      language,
    ),
    headerTable(route, language),
    `<p>${LABELS.errors[language]}: ${errorsOf(route)
      .map((code) => errorLink(code, carried))
      .join(', ')}</p>`,
    '</section>',
  ].join('\n')
}

function factsOf(route: Route, language: Language): readonly string[] {
  if (!requiresKey(route)) return [LABELS.noKey[language]]
  const scope = scopeOf(route)
  const right =
    scope === undefined ? LABELS.anyKey[language] : `${LABELS.scope[language]}: <code>${text(scope)}</code>`
  return [right, `${LABELS.cost[language]}: ${route.costTenths / TENTHS}`]
}

function example(route: Route): string {
  const lines = [`curl "$BASE_URL${route.example}"`]
  if (route.access !== 'public') lines.push(`  -H "Authorization: Bearer $API_KEY"`)
  if (route.body) {
    lines.push(`  -H "Content-Type: application/json"`, `  -d '${JSON.stringify(route.exampleBody)}'`)
  }
  return `<pre tabindex="0"><code>${text(lines.join(' \\\n'))}</code></pre>`
}

function fieldTable(caption: string, schema: FieldSchema | undefined, language: Language): string {
  const fields = Object.entries(schema?.items?.properties ?? schema?.properties ?? {})
  if (fields.length === 0) return ''
  const required = schema?.items?.required ?? schema?.required ?? []
  const rows = fields.map(([name, field]) => {
    const must = required.includes(name) ? ` (${LABELS.required[language]})` : ''
    return [`<code>${text(name)}</code>${must}`, typeText(field, language), prose(field[language] ?? '')]
  })
  return table(caption, [LABELS.field, LABELS.type, LABELS.meaning], rows, language)
}

function headerTable(route: Route, language: Language): string {
  if (route.resultHeaders.length === 0) return ''
  const rows = route.resultHeaders.map((header) => [
    `<code>${text(header.name)}</code>`,
    prose(header[language]),
  ])
  return table(LABELS.headers[language], [LABELS.header, LABELS.meaning], rows, language)
}

function table(
  caption: string,
  heads: readonly Text[],
  rows: readonly (readonly string[])[],
  language: Language,
): string {
  const head = heads.map((cell) => `<th scope="col">${cell[language]}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')
  return `<h3>${caption}</h3>
<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>
${body}
</tbody></table></div>`
}

function errorLink(code: FailureCode, carried: string): string {
  return `<a href="/docs/errors${carried}#${code}">${statusOf(code)} <code>${code}</code></a>`
}

function typeText(field: FieldSchema, language: Language): string {
  const bounds = [
    field.default === undefined
      ? ''
      : `${LABELS.standard[language]} <code>${text(JSON.stringify(field.default))}</code>`,
    field.minimum === undefined ? '' : `≥ ${field.minimum}`,
    field.maximum === undefined || field.maximum > 1e9 ? '' : `≤ ${field.maximum}`,
  ]
  return [typeName(field), ...bounds.filter((bound) => bound !== '')].join(', ')
}

function typeName(field: FieldSchema): string {
  if (field.items !== undefined) return `[ ${typeName(field.items)} ]`
  if (field.enum !== undefined) return valuesText(field.enum)
  if (field.anyOf !== undefined) return field.anyOf.map(typeName).join(' | ')
  if (field.properties !== undefined) return `{ ${Object.keys(field.properties).map(text).join(', ')} }`
  return text(field.format ?? [field.type ?? ''].flat().join(' | '))
}

function valuesText(values: readonly unknown[]): string {
  const shown = values.slice(0, VALUES_SHOWN_MAX).map((value) => `<code>${text(String(value))}</code>`)
  return shown.join(', ') + (values.length > VALUES_SHOWN_MAX ? ' …' : '')
}

const text = escapeHtml

/** Returns a text as HTML, with `code` in backticks. */
function prose(source: string): string {
  return text(source).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
