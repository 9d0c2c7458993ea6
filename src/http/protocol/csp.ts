/** Security headers for the pages of the dashboard. */

/** Bytes of a nonce: 128 bits, the minimum that the CSP specification requires. */
export const NONCE_BYTES = 16

/**
 * Returns the `Content-Security-Policy` of a page of the dashboard. It allows only scripts that carry the
 * nonce of this response, and scripts that those load; nothing from other origins; no framing. Styles may
 * also carry the nonce, because components insert some at run time.
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

/**
 * `Permissions-Policy`: browser features that no page uses are off; passkeys are allowed on the own origin
 * only.
 */
const PERMISSIONS = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone'],
  ...['midi', 'payment', 'usb'],
]
  .map((feature) => `${feature}=()`)
  .concat('publickey-credentials-create=(self)', 'publickey-credentials-get=(self)')
  .join(', ')

/** Headers of every page of the dashboard besides its content security policy. */
export const PAGE_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'permissions-policy': PERMISSIONS,
} as const

/**
 * `Strict-Transport-Security` for every response of a server with an https address: one year, without
 * `includeSubDomains`, because other hosts of the domain may belong to others.
 */
export const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000' } as const
