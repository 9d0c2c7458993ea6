/** References between parts of the OpenAPI document. */

/** A JSON object of the document. */
export type Json = Readonly<Record<string, unknown>>

/** Returns a reference to a header that is described once for all responses. */
export function headerRef(name: string): Json {
  return { $ref: `#/components/headers/${name}` }
}

/** Returns references to the headers with the limits of a key. */
export function limitHeaderRefs(): Json {
  return { 'RateLimit-Policy': headerRef('RateLimit-Policy'), RateLimit: headerRef('RateLimit') }
}

/** Returns a reference to a named schema. */
export function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}
