/** E-mail addresses in one canonical form. */

/** Longest address in SMTP (RFC 5321, 4.5.3.1, without the two brackets). */
export const EMAIL_MAX = 254
const LOCAL_MAX = 64

/**
 * The part before the `@`: dots only inside and never doubled. Stricter than the standard: no quotes, no
 * comments.
 */
const LOCAL = /^[a-z0-9_+'-]+(?:\.[a-z0-9_+'-]+)*$/
/** A host name; its last label has only letters. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

/**
 * Parses an address to the form in which it is stored, compared and used: lower case, host names with umlauts
 * in punycode (`xn--…`). `undefined` if it is not a valid address.
 */
export function readEmail(text: string): string | undefined {
  const lower = text.trim().normalize('NFC').toLowerCase()
  const at = lower.lastIndexOf('@')
  const local = lower.slice(0, Math.max(0, at))
  const domain = networkName(lower.slice(at + 1))
  const email = `${local}@${domain}`
  const fits = email.length <= EMAIL_MAX && local.length <= LOCAL_MAX
  return fits && LOCAL.test(local) && !local.endsWith("'") && DOMAIN.test(domain) ? email : undefined
}

function networkName(domain: string): string {
  const isPlain = !/[^\p{ASCII}]/u.test(domain)
  if (isPlain || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return domain
  return URL.parse(`http://${domain}/`)?.hostname ?? ''
}

/** Masks an address so that only its owner recognises it: `a…@example.org`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}

/** Returns the part after the last `@`. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}
