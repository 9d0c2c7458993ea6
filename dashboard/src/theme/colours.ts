/** Light, dark, or as the system has it; one choice for the app and the light search page. */
export const SCHEMES = ['light', 'dark', 'auto'] as const
export type Scheme = (typeof SCHEMES)[number]

/** Where the choice lies in `localStorage`; the first script of both pages reads it too. */
export const SCHEME_PLACE = 'fs_colours'

export function readScheme(): Scheme {
  const kept = keptUnder(SCHEME_PLACE)
  return kept === 'light' || kept === 'dark' ? kept : 'auto'
}

/** Chooses and paints at once. */
export function chooseScheme(scheme: Scheme): void {
  keepUnder(SCHEME_PLACE, scheme)
  paint(scheme)
}

function paint(scheme: Scheme): void {
  const isDark = scheme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark'
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
}

/** Paints again whenever the system changes between day and night, while that is what was chosen. */
export function followSystem(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    if (readScheme() === 'auto') paint('auto')
  })
}

/** `localStorage` throws where a browser forbids it: then nothing is kept. */
export function keptUnder(place: string): string | null {
  try {
    return localStorage.getItem(place)
  } catch {
    return null
  }
}

export function keepUnder(place: string, value: string): void {
  try {
    localStorage.setItem(place, value)
  } catch {
    // Chosen for this page only.
  }
}
