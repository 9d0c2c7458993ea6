/** The pages about keys, loaded together. */
export { KeyPage } from './key-page.tsx'
export { KeysPage } from './keys-page.tsx'
