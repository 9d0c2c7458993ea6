/** The log of a process: fields and a message for each line, for the operators. */
export interface ProcessLog {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
  /** Writes the buffered lines. */
  flush(): void
}
