/** Tells Mantine where the choice of colours lies, so that all pages share it. */
import type { MantineColorSchemeManager } from '@mantine/core'
import { onSeenAgain } from './choices.ts'
import { keepScheme, readScheme } from './colours.ts'

let stop = () => {}

export const COLOURS: MantineColorSchemeManager = {
  get: readScheme,
  set: keepScheme,
  subscribe: (onUpdate) => {
    stop = onSeenAgain(() => onUpdate(readScheme()))
  },
  unsubscribe: () => stop(),
  clear: () => keepScheme('auto'),
}
