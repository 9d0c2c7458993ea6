/** How one part of the OpenAPI document names another. */

export type Json = Readonly<Record<string, unknown>>

export function headerRef(name: string): Json {
  return { $ref: `#/components/headers/${name}` }
}

/** Those that tell how the limits of a key stand. */
export function limitHeaderRefs(): Json {
  return { 'RateLimit-Policy': headerRef('RateLimit-Policy'), RateLimit: headerRef('RateLimit') }
}

export function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}
