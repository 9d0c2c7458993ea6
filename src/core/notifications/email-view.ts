/** A letter in the folder of a house without a mail server. */
export interface LetterView {
  readonly id: string
  readonly atMs: number
  readonly to: string
  readonly subject: string
  readonly kind: string
}

export interface WholeLetter extends LetterView {
  readonly text: string
  readonly links: readonly string[]
}
