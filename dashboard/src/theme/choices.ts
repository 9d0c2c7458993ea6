/**
 * What was chosen by switch for all pages of the product. It lies in cookies, because the server reads it
 * too: for the documentation and the pages of errors. In the documentation a language can be chosen as well.
 */

/** The names of the cookies; the first script of both pages reads them too. */
export type ChoicePlace = 'fs_language' | 'fs_colours'

/** As long as the server keeps it. */
const MAX_AGE_S = 31_536_000

/** `undefined`: nothing was chosen, or the browser keeps no cookies. */
export function chosenIn(place: ChoicePlace): string | undefined {
  return new RegExp(`(?:^|; )(?:__Host-)?${place}=(\\w+)`).exec(document.cookie)?.[1]
}

/** Chooses for this browser; where it keeps no cookies, for this page only. */
export function chooseIn(place: ChoicePlace, value: string): void {
  const isSecure = location.protocol === 'https:'
  const name = isSecure ? `__Host-${place}` : place
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${name}=${value}; Max-Age=${MAX_AGE_S}; Path=/${isSecure ? '; Secure' : ''}; SameSite=Lax`
}

/**
 * Calls when the page is seen again, after something may have been chosen on another one; answers how to
 * stop.
 */
export function onSeenAgain(hear: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') hear()
  }
  document.addEventListener('visibilitychange', look)
  addEventListener('pageshow', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    removeEventListener('pageshow', look)
  }
}
