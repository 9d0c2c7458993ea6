/** Generates requests from the OpenAPI document: valid ones, and invalid variants of them. */
import fc from 'fast-check'
import type { Json, Operation, Parameter } from './document-answers.ts'

/** A request before it is written: broken in parts that a writer of bytes has no more. */
export interface Draft {
  readonly operation: Operation
  readonly method: string
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** Written instead of the query, or of the body, when it is there. */
  readonly rawQuery?: string
  readonly rawBody?: string | Buffer
  /** What the document says of it: `sound` must be answered, `broken` must be refused; `undefined`: either. */
  readonly is: 'sound' | 'broken' | undefined
}

/** Values that exist in the service, so that valid requests find something. */
export interface Known {
  /** Of keys that may do everything, by kind. */
  readonly auths: { readonly live: string; readonly test: string }
  readonly words: readonly string[]
  readonly uuids: readonly string[]
  readonly numbers: readonly string[]
  /** Cursors that were given out, of every kind. */
  readonly cursors: readonly string[]
  /** Of keys that have ended, or never were. */
  readonly deadAuths: readonly string[]
}

/** Texts that are known to cause errors in services. */
export const HARD_TEXTS = [
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\u202eHbmG\u202c',
  '\u200f\u061c\u200e',
  'Mu\u0308ller',
  'M\u00fcller',
  `e${'\u0301'.repeat(200)}`,
  '\ufeff',
  '\u2028\u2029',
  '\u{1f3ed}\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  'ǅ ŉ ß ẞ ﬁ İ ı',
  "' OR 1=1 --",
  '" OR * NEAR(',
  '%00',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  '{{7*7}}',
  '1e400',
  'a '.repeat(250),
  '*'.repeat(500),
]

/** Made once: the tables of texts take longer to make than many requests. */
const graphemes = fc.string({ unit: 'grapheme', maxLength: 30 })
/** Any code points, halves of surrogates and what stands for no character among them. */
const codePoints = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 40 })
  .map((points) => String.fromCodePoint(...points))
const anyText = fc.oneof(fc.constantFrom(...HARD_TEXTS), codePoints, graphemes)
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 2, arbitrary: anyText },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[null, true, 'true', 0, -1, 1.5, 1e21, 2 ** 53, '', '0', '00', ' 5', '0x10', [], [[]], {}],
      ...['x'.repeat(501), 'x'.repeat(4097)],
    ),
  },
)

/** Values that a schema of the document allows; `field` says which of what is known belongs there. */
export function soundValue(schema: Json, field: string, known: Known): fc.Arbitrary<unknown> {
  const { type, enum: values, format, minimum, maximum } = schema
  if (Array.isArray(values)) return fc.constantFrom(...values)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return soundInteger(Number(minimum ?? 0), Number(maximum ?? 1000))
  if (type === 'array') return soundList(schema, field, known)
  if (type === 'object') return soundObject(schema, known)
  if (format === 'uuid') return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...known.uuids) }, fc.uuid())
  if (format === 'date') return instant.map((at) => at.toISOString().slice(0, 10))
  if (format === 'date-time') return instant.map((at) => at.toISOString())
  return soundText(schema, field, known)
}

const instant = fc.date({ min: new Date('2015-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })

function soundInteger(min: number, max: number): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min, max: Math.min(max, min + 10) }) },
    { weight: 1, arbitrary: fc.integer({ min, max }) },
    { weight: 1, arbitrary: fc.constantFrom(min, max) },
  )
}

function soundList(schema: Json, field: string, known: Known): fc.Arbitrary<unknown[]> {
  const item = soundValue(schema.items as Json, field, known)
  const [minLength, most] = [Number(schema.minItems ?? 0), Number(schema.maxItems ?? 10)]
  return fc.oneof(
    { weight: 30, arbitrary: fc.array(item, { minLength, maxLength: Math.min(most, 3) }) },
    { weight: 1, arbitrary: fc.array(item, { minLength, maxLength: most, size: 'max' }) },
  )
}

function soundObject(schema: Json, known: Known): fc.Arbitrary<object> {
  const properties = Object.entries(schema.properties as Record<string, Json>)
  const required = (schema.required ?? []) as string[]
  const fields = properties.map(([name, inner]) => {
    const value = soundValue(inner, name, known)
    return [name, required.includes(name) ? value : seldom(name, value)] as const
  })
  return fc.record(Object.fromEntries(fields)).map((made) => JSON.parse(JSON.stringify(made)))
}

/** A name is nearly always there where one may be; a cursor must belong to its question, so it is rare. */
function seldom(field: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const weight = field === 'name' ? 8 : field === 'cursor' ? 0.1 : 1
  return fc.oneof(
    { weight: 40, arbitrary: fc.constant(undefined) },
    { weight: Math.round(weight * 20), arbitrary: value },
  )
}

function soundText(schema: Json, field: string, known: Known): fc.Arbitrary<string> {
  const [minLength, maxLength] = [Number(schema.minLength ?? 0), Number(schema.maxLength ?? 500)]
  const pattern = String(schema.pattern ?? '')
  const form = new RegExp(pattern, 'u')
  const isSound = (text: string) =>
    text.length >= minLength && [...text].length <= maxLength && form.test(text) && text.isWellFormed()
  if (/cursor|since/.test(field)) return fc.constantFrom(...known.cursors)
  if (pattern === '^\\d{1,5}$') return fc.stringMatching(form)
  const words = fc.constantFrom(...known.words)
  return fc.oneof(
    { weight: 6, arbitrary: fc.array(words, { minLength: 1, maxLength: 4 }).map((all) => all.join(' ')) },
    { weight: 2, arbitrary: words.map((word) => word.slice(0, 3).trim()).filter(isSound) },
    { weight: 2, arbitrary: fc.constantFrom(...known.numbers) },
    { weight: 1, arbitrary: graphemes.filter(isSound) },
    { weight: 1, arbitrary: fc.constantFrom(...HARD_TEXTS.filter(isSound)) },
  )
}

/** Generates a request that the document allows. */
export function soundRequest(operation: Operation, known: Known): fc.Arbitrary<Draft> {
  const { parameters, requestBody, method } = operation
  const body = requestBody
    ? soundValue(requestBody.content['application/json'].schema, '', known)
    : fc.constant(undefined)
  const values = fc.record(
    Object.fromEntries(parameters.map((each) => [each.name, parameterValue(each, known)])),
  )
  const media = fc.constantFrom(...Object.keys(operation.responses[200]?.content ?? {}), '*/*')
  const language = fc.constantFrom('de', 'en', 'fr;q=0.4, *')
  const { live, test } = known.auths
  const auth = fc.oneof(
    { weight: 5, arbitrary: fc.constant(live) },
    { weight: 1, arbitrary: fc.constant(test) },
  )
  return fc
    .tuple(values, body, media, language, auth)
    .map(([given, made, accept, language, authorization]) => ({
      operation,
      method,
      path: pathOf(operation, given),
      query: queryOf(parameters, given),
      headers: {
        authorization,
        accept,
        'accept-language': language,
        ...(made !== undefined && { 'content-type': 'application/json' }),
        ...(given['If-None-Match'] !== undefined && { 'if-none-match': String(given['If-None-Match']) }),
      },
      body: made,
      is: 'sound' as const,
    }))
}

function parameterValue(parameter: Parameter, known: Known): fc.Arbitrary<unknown> {
  if (parameter.in === 'header') return fc.constantFrom(undefined, undefined, '"x"', 'W/"1"', '*')
  const value = soundValue(parameter.schema, parameter.name, known)
  return parameter.required ? value : seldom(parameter.name, value)
}

function pathOf({ path }: Operation, given: Json): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => String(given[name]))
}

function queryOf(parameters: readonly Parameter[], given: Json): [string, string][] {
  return parameters
    .filter((parameter) => parameter.in === 'query' && given[parameter.name] !== undefined)
    .flatMap(({ name }) => [given[name]].flat().map((value): [string, string] => [name, String(value)]))
}

type Break = (draft: Draft) => fc.Arbitrary<Draft>

/** Generates an invalid variant of a valid request, with one or two faults. */
export function brokenRequest(sound: fc.Arbitrary<Draft>): fc.Arbitrary<Draft> {
  const one = (draft: Draft) => {
    const ways = BREAKS.filter(([isFor]) => isFor(draft))
    // Only the way that was chosen is made: there are many, and making one costs as much as a request.
    return fc
      .oneof(...ways.map(([, weight, make]) => ({ weight, arbitrary: fc.constant(make) })))
      .chain((make) => make(draft))
  }
  return sound
    .chain(one)
    .chain((draft) =>
      fc.oneof(
        { weight: 3, arbitrary: fc.constant(draft) },
        { weight: 1, arbitrary: one(draft).map((twice) => ({ ...twice, is: undefined })) },
      ),
    )
}

const always = () => true
const hasBody = ({ body, rawBody }: Draft) => body !== undefined && rawBody === undefined
const hasObject = (draft: Draft) => hasBody(draft) && typeof draft.body === 'object' && draft.body !== null
const hasParameters = ({ operation, rawQuery }: Draft) =>
  rawQuery === undefined && operation.parameters.some((each) => each.in === 'query')

const BREAKS: [(draft: Draft) => boolean, number, Break][] = [
  [hasParameters, 8, breakParameter],
  [hasObject, 12, breakField],
  [hasBody, 3, breakBytes],
  [always, 1, (draft) => fc.constant({ ...draft, query: [...draft.query, ['unknown', '1']], is: 'broken' })],
  [
    always,
    1,
    (draft) =>
      fc
        .constantFrom('%', '%zz', '%ff%fe', '&&&=', '?a', `x=${'%41'.repeat(3000)}`, 'limit=1;limit=2')
        .map((rawQuery) => ({ ...draft, rawQuery, is: undefined })),
  ],
  [
    always,
    1,
    (draft) =>
      fc
        .constantFrom('api_key=1', 'token=x', `q=fs_live_${'a'.repeat(38)}`)
        .map((rawQuery) => ({ ...draft, rawQuery, is: 'broken' })),
  ],
  [always, 2, breakHeader],
  [always, 1, breakPath],
  [
    always,
    1,
    (draft) =>
      fc
        .constantFrom('PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'GET', 'POST')
        .map((method) => ({ ...draft, method, is: undefined })),
  ],
]

/** A parameter with any value, or one time too often. */
function breakParameter(draft: Draft): fc.Arbitrary<Draft> {
  const names = draft.operation.parameters.filter((each) => each.in === 'query')
  return fc
    .tuple(
      fc.constantFrom(...names),
      fc.oneof(
        anyText,
        anyValue.map((value) => String(JSON.stringify(value))),
      ),
      fc.boolean(),
    )
    .map(([{ name, schema }, value, isRepeated]) => {
      const isScalar = schema.type !== 'array'
      const others = draft.query.filter(([other]) => other !== name)
      const values: [string, string][] = isRepeated
        ? [
            [name, value],
            [name, value],
          ]
        : [[name, value]]
      return { ...draft, query: [...others, ...values], is: isScalar && isRepeated ? 'broken' : undefined }
    })
}

/** Generates a body with one field, at any depth, changed to any value, removed, or added. */
function breakField(draft: Draft): fc.Arbitrary<Draft> {
  const places = placesOf(draft.body)
  return fc.tuple(fc.constantFrom(...places), anyValue, fc.nat(9)).map(([place, value, how]) => {
    const body = structuredClone(draft.body)
    const change = how === 0 ? remove : how === 1 ? addUnknown : replace
    return { ...draft, body: change(body, place, value), is: undefined }
  })
}

type Place = readonly string[]

function placesOf(value: unknown, place: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [place]
  return [place, ...Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...place, name]))]
}

function parentOf(body: unknown, place: Place): Record<string, unknown> {
  const inside = (value: unknown, step: string) => (value as Record<string, unknown>)[step]
  return place.slice(0, -1).reduce(inside, body) as Record<string, unknown>
}

function replace(body: unknown, place: Place, value: unknown): unknown {
  const name = place.at(-1)
  if (name === undefined) return value
  const parent = parentOf(body, place)
  parent[name] = value
  return body
}

function remove(body: unknown, place: Place): unknown {
  const name = place.at(-1)
  if (name === undefined) return null
  const parent = parentOf(body, place)
  delete parent[name]
  return body
}

function addUnknown(body: unknown, place: Place, value: unknown): unknown {
  return replace(body, [...place.slice(0, -1), 'unknown'], value)
}

function breakBytes(draft: Draft): fc.Arbitrary<Draft> {
  const text = JSON.stringify(draft.body)
  const cut = fc.nat(Math.max(0, text.length - 2)).map((at) => text.slice(0, at))
  const flipped = fc.tuple(fc.nat(text.length - 1), fc.nat(255)).map(([at, byte]) => {
    const bytes = Buffer.from(text)
    bytes[at % bytes.length] = byte
    return bytes
  })
  const other = fc.constantFrom(
    Buffer.from(text, 'utf16le'),
    Buffer.concat([Buffer.from(text), Buffer.from([0xff])]),
    `\ufeff${text}`,
    `${text}${text}`,
    '['.repeat(20_000),
    `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
    `{"name":"a","name":${text}}`,
    '{"__proto__":{"deep":true},"name":"a"}',
    `${text}${' '.repeat(70_000)}`,
    '1'.repeat(400),
    `${text},`,
    "{'name':'a'}",
    'NaN',
    '',
  )
  return fc.oneof(cut, flipped, other).map((rawBody) => ({ ...draft, rawBody, is: undefined }))
}

function breakHeader(draft: Draft): fc.Arbitrary<Draft> {
  const changes: Record<string, string>[] = [
    ...['image/png', ';', 'text/csv;q=0', 'application/problem+json', '*/json', 'a'.repeat(9000)].map(
      (accept) => ({
        accept,
      }),
    ),
    ...[
      '',
      'text/plain',
      'application/json; charset=latin1',
      'application/json;',
      'multipart/form-data',
      '/',
    ].map((type) => ({ 'content-type': type })),
    ...['gzip', 'identity', 'br, gzip'].map((coding) => ({ 'content-encoding': coding })),
    ...['', 'Bearer', 'Bearer ', 'Basic YTpi', 'bearer x', `Bearer ${'a'.repeat(9000)}`].map(
      (authorization) => ({
        authorization,
      }),
    ),
    ...['\u00e4', 'x'.repeat(65), '', 'a b'].map((id) => ({ 'x-request-id': id })),
    ...['de;q=2', '-', 'en-'.repeat(500)].map((language) => ({ 'accept-language': language })),
    { origin: 'null' },
    { cookie: '__Host-session=x' },
    { expect: '100-continue' },
    { 'transfer-encoding': 'identity' },
    { 'x-http-method-override': 'DELETE' },
    { 'x-forwarded-for': '::1, unknown' },
  ]
  return fc
    .constantFrom(...changes)
    .map((change) => ({ ...draft, headers: { ...draft.headers, ...change }, is: undefined }))
}

function breakPath(draft: Draft): fc.Arbitrary<Draft> {
  const last = draft.path.lastIndexOf('/')
  const changes = [
    `${draft.path}/x`,
    `${draft.path}//`,
    `/${draft.path}`.replace('//', '/x/'),
    `${draft.path.slice(0, last)}//${draft.path.slice(last + 1)}`,
    draft.path.toUpperCase(),
    `${draft.path}%2F`,
    `${draft.path}%00`,
    `${draft.path};a=b`,
    `${draft.path.slice(0, last)}/%zz`,
    `${draft.path.slice(0, last)}/${encodeURIComponent('ä'.repeat(1000))}`,
  ]
  return fc.constantFrom(...changes).map((path) => ({ ...draft, path, is: undefined }))
}

/** Generates a request with an ended or invalid key. */
export function withDeadKey(sound: fc.Arbitrary<Draft>, { deadAuths }: Known): fc.Arbitrary<Draft> {
  return fc.tuple(sound, fc.constantFrom(...deadAuths)).map(([draft, authorization]) => ({
    ...draft,
    headers: { ...draft.headers, authorization },
    is: undefined,
  }))
}

/** Returns the request as it is sent. */
export function written(draft: Draft) {
  const { method, path, query, headers, body, rawQuery, rawBody } = draft
  const text = rawQuery ?? query.map((pair) => pair.map(percent).join('=')).join('&')
  const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
  return {
    method: method as 'GET',
    url: text === '' ? path : `${path}?${text}`,
    headers,
    ...(payload !== undefined && { payload }),
  }
}

/** As bytes: half a surrogate has no UTF-8, so it is written as three bytes that are none either. */
function percent(text: string): string {
  if (text.isWellFormed()) return encodeURIComponent(text)
  return encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')
}
