/** The pages about lists, loaded together. */
export { MatchPage } from './match-page.tsx'
export { MatchesPage } from './matches-page.tsx'
