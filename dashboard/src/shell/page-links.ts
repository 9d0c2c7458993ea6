/** The entries of the menu. An area appears in it as soon as it has a page. */
import type { ComponentType } from 'react'
import { ACCOUNT_PAGES } from '../pages/account/routes.ts'
import { KEYS_PAGES } from '../pages/keys/routes.ts'
import { MATCHES_PAGES } from '../pages/matches/routes.ts'
import { OPERATOR_PAGES } from '../pages/operator/routes.ts'
import { SEARCH_PAGES } from '../pages/search/routes.ts'
import { USAGE_PAGES } from '../pages/usage/routes.ts'
import { WATCHES_PAGES } from '../pages/watches/routes.ts'
import { BellIcon, ChartIcon, KeyIcon, ListIcon, PersonIcon, SearchIcon, SlidersIcon } from './icons.tsx'

export interface PageLink {
  readonly word: 'search' | 'matches' | 'watches' | 'keys' | 'usage' | 'account' | 'operator'
  readonly to: string
  readonly icon: ComponentType<{ size?: number }>
}

const LINKS: readonly (PageLink & { readonly pages: readonly unknown[] })[] = [
  { word: 'search', to: '/search', icon: SearchIcon, pages: SEARCH_PAGES },
  { word: 'matches', to: '/matches', icon: ListIcon, pages: MATCHES_PAGES },
  { word: 'watches', to: '/watches', icon: BellIcon, pages: WATCHES_PAGES },
  { word: 'keys', to: '/keys', icon: KeyIcon, pages: KEYS_PAGES },
  { word: 'usage', to: '/usage', icon: ChartIcon, pages: USAGE_PAGES },
  { word: 'account', to: '/account', icon: PersonIcon, pages: ACCOUNT_PAGES },
  { word: 'operator', to: '/operator', icon: SlidersIcon, pages: OPERATOR_PAGES },
]

export function pageLinks(isOperator: boolean): readonly PageLink[] {
  return LINKS.filter(({ word, pages }) => pages.length > 0 && (word !== 'operator' || isOperator))
}
