/** The rule for signing up without an invitation. */
import { domainOf } from './email-address.ts'
import type { Site } from './site.ts'

/**
 * Whether the address may sign up by itself, with or without an account. Invitations and set-up codes do not
 * need this.
 */
export function maySignUp({ signUp }: Pick<Site, 'signUp'>, email: string): boolean {
  if (signUp === 'open') return true
  return signUp !== 'closed' && signUp.domains.includes(domainOf(email))
}
