/** An e-mail in the folder that a server without a mail server writes to. */
export interface EmailView {
  readonly id: string
  readonly atMs: number
  readonly to: string
  readonly subject: string
  readonly kind: string
}

/** The same with its text and its links. */
export interface WholeEmail extends EmailView {
  readonly text: string
  readonly links: readonly string[]
}
