/** Port: the files of the built dashboard, in memory. */

/** The two HTML pages that Vite builds: the app, and the small search page. */
export const ENTRIES = ['app', 'search'] as const
/** One of `ENTRIES`. */
export type Entry = (typeof ENTRIES)[number]

/** Placeholder in the built pages for the nonce of the response. */
export const NONCE_MARK = '__NONCE__'

/** One built file. */
export interface Asset {
  readonly mediaType: string
  readonly bytes: Uint8Array
  /** Compressed copies by content coding; absent if compression saves nothing. */
  readonly packed: { readonly br?: Uint8Array; readonly gzip?: Uint8Array }
}

/** The files of the built dashboard. */
export interface DashboardFiles {
  /** Returns HTML with `NONCE_MARK` in it; `undefined` if the dashboard was not built. */
  entry(name: Entry): string | undefined
  /**
   * Returns a file below `/assets/`, whose name contains a hash of its content; `undefined` if there is none.
   */
  asset(name: string): Asset | undefined
  /**
   * Returns the address of a file by its name before the build: `scalar.js` gives
   * `/assets/scalar-Dx4kXJAl.js`.
   */
  addressOf(source: string): string | undefined
}
