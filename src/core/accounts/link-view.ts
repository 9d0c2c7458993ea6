import type { LinkKind } from '../notifications/link-kind.ts'

/** What the page of a link shows before its button is pressed. */
export interface LinkView {
  readonly kind: LinkKind
  /** Masked unless this browser asked for it. */
  readonly email: string
  /** The browser is another one than asked: the password decides. */
  readonly needsPassword: boolean
  readonly expiresAtMs: number
}
