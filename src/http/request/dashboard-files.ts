/** Port: the built dashboard, as it lies in memory. */

/** The two pages that Vite builds: the app, and the light search page. */
export const ENTRIES = ['app', 'search'] as const
export type Entry = (typeof ENTRIES)[number]

/** What stands in the built pages where the nonce of the answer goes. */
export const NONCE_MARK = '__NONCE__'

export interface Asset {
  readonly mediaType: string
  readonly bytes: Uint8Array
  /** Packed ahead, by content coding; absent where packing gains nothing. */
  readonly packed: { readonly br?: Uint8Array; readonly gzip?: Uint8Array }
}

export interface DashboardFiles {
  /** HTML with `NONCE_MARK` in it; `undefined`: the dashboard was not built. */
  entry(name: Entry): string | undefined
  /** A file below `/assets/`, whose name holds a hash of its content. */
  asset(name: string): Asset | undefined
  /** The address of a file by the name that it was built from: `scalar.js` is `/assets/scalar-Dx4kXJAl.js`. */
  addressOf(source: string): string | undefined
}
