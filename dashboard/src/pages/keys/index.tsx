/** The pages about keys, fetched together. */
export { KeyPage } from './key-page.tsx'
export { KeysPage } from './keys-page.tsx'
