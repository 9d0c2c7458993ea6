/** The page about usage, loaded when it is opened. */
export { UsagePage } from './usage-page.tsx'
