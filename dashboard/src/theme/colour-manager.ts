/** Tells Mantine where the choice of colours lies, so that both entries share it. */
import { localStorageColorSchemeManager } from '@mantine/core'
import { SCHEME_PLACE } from './colours.ts'

export const COLOURS = localStorageColorSchemeManager({ key: SCHEME_PLACE })
