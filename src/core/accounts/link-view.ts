import type { LinkKind } from '../notifications/link-kind.ts'

/** What the page of a link shows before its button is pressed. */
export interface LinkView {
  readonly kind: LinkKind
  /** The whole address for an invitation or in the browser that signed up, otherwise masked. */
  readonly email: string
  /** Whether the password is required, because the browser is not the one that signed up. */
  readonly needsPassword: boolean
  readonly expiresAtMs: number
}
