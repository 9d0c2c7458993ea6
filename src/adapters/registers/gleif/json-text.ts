/** Reads texts in parsed JSON. Pure. */

/** Returns whether a value is an object with properties. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the text at a path of names with dots between, which may be in a property `$`; '' if there is none. */
export function textAt(value: unknown, path: string): string {
  let part = value
  if (path !== '') for (const key of path.split('.')) part = isObject(part) ? part[key] : undefined
  const text = isObject(part) ? part.$ : part
  return typeof text === 'string' ? text.trim() : ''
}
