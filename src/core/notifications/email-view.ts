/** A letter in the folder of a house without a mail server. */
export interface EmailView {
  readonly id: string
  readonly atMs: number
  readonly to: string
  readonly subject: string
  readonly kind: string
}

export interface WholeEmail extends EmailView {
  readonly text: string
  readonly links: readonly string[]
}
