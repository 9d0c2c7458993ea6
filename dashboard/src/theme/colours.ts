/** The colour scheme: light, dark, or that of the system; one choice for all pages. */
import { chooseIn, chosenIn, onVisibleAgain } from './choices.ts'

export const SCHEMES = ['light', 'dark', 'auto'] as const
export type Scheme = (typeof SCHEMES)[number]

export function readScheme(): Scheme {
  const chosen = chosenIn('fs_colours')
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto'
}

/** Stores the scheme and applies it. */
export function chooseScheme(scheme: Scheme): void {
  keepScheme(scheme)
  paint(scheme)
}

/** Stores the scheme in this browser. */
export function keepScheme(scheme: Scheme): void {
  chooseIn('fs_colours', scheme)
}

function paint(scheme: Scheme): void {
  const isDark = scheme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark'
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
}

/**
 * Applies the scheme again when that of the system changes (if it was chosen), and after a choice on another
 * page.
 */
export function followSystem(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    if (readScheme() === 'auto') paint('auto')
  })
  onVisibleAgain(() => paint(readScheme()))
}
