/** The rules for addresses that the server may connect to. */

/** An address or a network that `OUTBOUND_ALLOW` permits, or one host with a port. */
export type OutboundRule =
  | { readonly kind: 'network'; readonly address: string; readonly prefixBits: number }
  /** `host` in lower case, an IPv6 address without brackets. */
  | { readonly kind: 'host'; readonly host: string; readonly port: number }

const PORT_MAX = 65_535

/** Parses one host with a port, e.g. `files.intern:8080` or `[::1]:8080`; `undefined` for other texts. */
export function readHostRule(text: string): OutboundRule | undefined {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9._-]{1,253})):(\d{1,5})$/.exec(text)
  const port = Number(match?.[3] ?? 0)
  if (match === null || port < 1 || port > PORT_MAX) return undefined
  return { kind: 'host', host: (match[1] ?? match[2]!).toLowerCase(), port }
}
