/** Who may sign up by himself. */
import { domainOf } from './email-address.ts'
import type { Site } from './site.ts'

/** Says nothing of whether there is an account of that address. An invitation or a set-up code opens a closed house. */
export function maySignUp({ signUp }: Pick<Site, 'signUp'>, email: string): boolean {
  if (signUp === 'open') return true
  return signUp !== 'closed' && signUp.domains.includes(domainOf(email))
}
