import { timingSafeEqual } from 'node:crypto'
import type { AccountCommands } from './account-commands.ts'
import type { AccountNeeds } from './account-needs.ts'
import type { Visitor } from './browser.ts'
import { maskEmail } from './email-address.ts'
import { type Link, tokenHashOf } from './link.ts'
import type { LinkView } from './link-view.ts'
import { needOpenLink } from './refused.ts'
import { browserHash } from './sign-up.ts'

/**
 * What the page of a link shows before its button is pressed. Changes nothing, so that a mail scanner may look too.
 *
 * @throws Failure as `needOpenLink`.
 */
export function lookAtLink(
  needs: AccountNeeds<'accounts' | 'clock' | 'secrets' | 'site'>,
  { visitor, token }: AccountCommands['lookAtLink']['params'],
): LinkView {
  const link = needOpenLink(needs.accounts.link(tokenHashOf(needs, token)), needs.clock.nowMs())
  const isOwn = isOwnBrowser(needs, link, visitor)
  return {
    kind: link.kind,
    // Who is invited types the address himself, and has it from the letter.
    email: isOwn || link.kind === 'invitation' ? link.email : maskEmail(link.email),
    needsPassword: link.kind === 'sign_up' && !isOwn,
    expiresAtMs: link.expiresAtMs,
  }
}

/** Whether the browser is the one that signed up. */
export function isOwnBrowser(
  needs: AccountNeeds<'secrets' | 'site'>,
  { browserHash: expected }: Link,
  visitor: Visitor,
): boolean {
  const found = browserHash(needs, visitor)
  return expected !== undefined && found !== undefined && timingSafeEqual(expected, found)
}
