/** The log of the HTTP server. It never receives names, query strings, bodies or tokens. */
export interface Log {
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}
