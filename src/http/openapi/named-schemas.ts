/** Schemas of the OpenAPI document that have a name: the types of the clients that are generated from it. */
import { type Json, ref } from './references.ts'

/** What belongs to one use of a schema, not to the schema. */
const OF_THE_USE = ['de', 'en', 'description', 'example', 'default'] as const

/**
 * Names for values of enums from which `enumName` makes none, or the same one as from another value: `A/S` and `AS`
 * differ only in a sign.
 */
const VALUE_NAMES: Readonly<Record<string, string>> = {
  '': 'EMPTY',
  'A/S': 'AKTIESELSKAB',

  '-updated_at': 'UPDATED_AT_DESCENDING',
}

/** Collects the schemas of a document that have a title, by that title. */
export class NamedSchemas {
  readonly byName: Record<string, Json> = {}

  /**
   * Returns a schema for one place of the document. Each schema in it that has a `title` is collected, and a reference
   * takes its place.
   *
   * @throws {Error} if two different schemas have the same title, which is a bug.
   */
  use({ title, ...schema }: Json): Json {
    const inner = withValueNames(this.#inside(schema))
    if (typeof title !== 'string') return inner
    const [own, ofUse] = divided(inner)
    const known = this.byName[title]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(own)) {
      throw new Error(`Two schemas have the title ${title}.`)
    }
    this.byName[title] = own
    return { ...ref(title), ...ofUse }
  }

  /** Returns the schema with what `use` makes of the schemas in it. */
  #inside({ properties, items, anyOf, ...schema }: Json): Json {
    const each = (inner: unknown) => this.use(inner as Json)
    const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, each(field)] as const)
    return {
      ...schema,
      ...(properties !== undefined && { properties: Object.fromEntries(fields) }),
      ...(items !== undefined && { items: each(items) }),
      ...(Array.isArray(anyOf) && { anyOf: anyOf.map(each) }),
    }
  }
}

function divided(schema: Json): readonly [own: Json, ofUse: Json] {
  const entries = Object.entries(schema)
  const isOfUse = ([name]: readonly [string, unknown]) => OF_THE_USE.some((other) => other === name)
  return [
    Object.fromEntries(entries.filter((entry) => !isOfUse(entry))),
    Object.fromEntries(entries.filter(isOfUse)),
  ]
}

/** Adds names for the constants of an enum whose values cannot all be names themselves. */
function withValueNames(schema: Json): Json {
  const values = schema.enum as readonly string[] | undefined
  if (values === undefined || values.every((value) => /^\w+$/.test(value))) return schema
  return { ...schema, 'x-enum-varnames': values.map(enumName) }
}

/** Returns the name of a constant for a value: `GmbH & Co. KG` → `GMBH_CO_KG`. */
function enumName(value: string): string {
  const plain = value.normalize('NFD').replaceAll(/\p{M}/gu, '')
  // The full stops of an abbreviation end no word: `S.r.l.` is `SRL`, but `company.created` has two words.
  const words = plain.replaceAll(/\.(?![a-z]{2})/g, '').match(/\w+/g) ?? []
  return VALUE_NAMES[value] ?? words.join('_').toUpperCase()
}

/**
 * Returns the schema of a request body with the default of each field in its text only. Some generators make a field
 * that has a default required, in a request too.
 */
export function withDefaultsAsText(schema: Json): Json {
  const { properties, items, default: preset, ...rest } = schema
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, withDefaultsAsText(field)])
  const shown = `\`${JSON.stringify(preset)}\``
  return {
    ...rest,
    ...(properties !== undefined && { properties: Object.fromEntries(fields) }),
    ...(items !== undefined && { items: withDefaultsAsText(items as Json) }),
    ...(preset !== undefined && {
      de: `${rest.de} Standard: ${shown}.`,
      en: `${rest.en} Default: ${shown}.`,
    }),
  }
}
