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
 * Returns what the page of a link shows before its button is pressed. It changes nothing, so a mail scanner
 * that opens the link does no harm.
 *
 * @throws {Failure} as `needOpenLink`.
 */
export async function describeLink(
  needs: AccountNeeds<'accounts' | 'clock' | 'secrets' | 'site'>,
  { visitor, token }: AccountCommands['describeLink']['params'],
): Promise<LinkView> {
  const link = needOpenLink(await needs.accounts.link(tokenHashOf(needs, token)), needs.clock.nowMs())
  const isOwn = isOwnBrowser(needs, link, visitor)
  return {
    kind: link.kind,
    // An invited person got this link by e-mail and fills in the same address at sign-up.
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
