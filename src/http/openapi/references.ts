/** How one part of the OpenAPI document names another. */

/** An object of the document. */
export type Json = Readonly<Record<string, unknown>>

/** A header that is described once for all answers. */
export function headerRef(name: string): Json {
  return { $ref: `#/components/headers/${name}` }
}

/** Those that tell how the limits of a key stand. */
export function limitHeaderRefs(): Json {
  return { 'RateLimit-Policy': headerRef('RateLimit-Policy'), RateLimit: headerRef('RateLimit') }
}

/** A schema that has a name. */
export function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}
