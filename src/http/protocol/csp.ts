/** What browsers are told to refuse on pages of the dashboard. */

/** Bytes of a nonce: 128 bits, as the specification of CSP asks. */
export const NONCE_BYTES = 16

/**
 * Only scripts that carry the nonce of this very answer, and those that they load themselves; nothing from elsewhere;
 * no page of ours in another's frame. Styles may also carry the nonce, because components write some as they run.
 */
export function dashboardPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/** What no page of ours uses; passkeys are for our own pages only. */
const PERMISSIONS = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone'],
  ...['midi', 'payment', 'usb'],
]
  .map((feature) => `${feature}=()`)
  .concat('publickey-credentials-create=(self)', 'publickey-credentials-get=(self)')
  .join(', ')

/** The headers of every page of the dashboard beside its policy. */
export const PAGE_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'permissions-policy': PERMISSIONS,
} as const

/** For every answer of a house that people reach over https: a year; the host alone, since its neighbours are not ours. */
export const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000' } as const
