import { lazyPage, type PageRoute } from '../../page-route.ts'

/** Where letters are read in a house without a mail server. */
export const LETTERS_PAGES: readonly PageRoute[] = [
  { path: '/letters', frame: 'plain', page: lazyPage(() => import('./index.tsx'), 'LettersPage') },
]
