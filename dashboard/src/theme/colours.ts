/** Light, dark, or as the system has it; one choice for all pages. */
import { chooseIn, chosenIn, onSeenAgain } from './choices.ts'

export const SCHEMES = ['light', 'dark', 'auto'] as const
export type Scheme = (typeof SCHEMES)[number]

export function readScheme(): Scheme {
  const chosen = chosenIn('fs_colours')
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto'
}

/** Chooses and paints at once. */
export function chooseScheme(scheme: Scheme): void {
  keepScheme(scheme)
  paint(scheme)
}

/** Chooses for this browser. */
export function keepScheme(scheme: Scheme): void {
  chooseIn('fs_colours', scheme)
}

function paint(scheme: Scheme): void {
  const isDark = scheme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark'
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
}

/**
 * Paints again when the system changes between day and night, while that is what was chosen, and after a
 * choice elsewhere.
 */
export function followSystem(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    if (readScheme() === 'auto') paint('auto')
  })
  onSeenAgain(() => paint(readScheme()))
}
