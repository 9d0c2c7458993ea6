/** Where the transport writes what happened. It is never given names, query strings, bodies or tokens. */
export interface Log {
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}
