/** The page about usage, fetched when it is opened. */
export { UsagePage } from './usage-page.tsx'
