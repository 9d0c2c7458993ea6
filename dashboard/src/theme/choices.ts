/**
 * Language and colour scheme, chosen for all pages of the product. They are stored in cookies, because the
 * server reads them for the documentation and the error pages.
 */

/** The names of the cookies. The first script of both pages reads them too. */
export type ChoicePlace = 'fs_language' | 'fs_colours'

/** The same lifetime as on the server. */
const MAX_AGE_S = 31_536_000

/** Returns the stored choice; `undefined` if there is none, or if the browser stores no cookies. */
export function chosenIn(place: ChoicePlace): string | undefined {
  return new RegExp(`(?:^|; )(?:__Host-)?${place}=(\\w+)`).exec(document.cookie)?.[1]
}

/** Stores a choice in this browser. Without cookies it is lost with the page. */
export function chooseIn(place: ChoicePlace, value: string): void {
  const isSecure = location.protocol === 'https:'
  const name = isSecure ? `__Host-${place}` : place
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${name}=${value}; Max-Age=${MAX_AGE_S}; Path=/${isSecure ? '; Secure' : ''}; SameSite=Lax`
}

/**
 * Calls `listener` when the page becomes visible again, because another page may have changed a choice.
 * Returns a function that stops it.
 */
export function onVisibleAgain(listener: () => void): () => void {
  const check = () => {
    if (document.visibilityState === 'visible') listener()
  }
  document.addEventListener('visibilitychange', check)
  addEventListener('pageshow', check)
  return () => {
    document.removeEventListener('visibilitychange', check)
    removeEventListener('pageshow', check)
  }
}
