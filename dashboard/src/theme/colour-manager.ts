/** Connects Mantine with the stored colour scheme, which all pages share. */
import type { MantineColorSchemeManager } from '@mantine/core'
import { onVisibleAgain } from './choices.ts'
import { keepScheme, readScheme } from './colours.ts'

let stop = () => {}

export const COLOURS: MantineColorSchemeManager = {
  get: readScheme,
  set: keepScheme,
  subscribe: (onUpdate) => {
    stop = onVisibleAgain(() => onUpdate(readScheme()))
  },
  unsubscribe: () => stop(),
  clear: () => keepScheme('auto'),
}
