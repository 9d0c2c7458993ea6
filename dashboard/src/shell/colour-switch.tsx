import { useMantineColorScheme } from '@mantine/core'
import { useWords } from '../words/language.tsx'
import { SHELL } from '../words/shell.ts'
import { Choice } from './choice.tsx'
import { MoonIcon, ScreenIcon, SunIcon } from './icons.tsx'

/** Light, dark, or the scheme of the system, for this browser. */
export function ColourSwitch() {
  const words = useWords(SHELL)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const options = [
    { value: 'light', label: words.light, face: <SunIcon size={16} /> },
    { value: 'dark', label: words.dark, face: <MoonIcon size={16} /> },
    { value: 'auto', label: words.auto, face: <ScreenIcon size={16} /> },
  ] as const
  return <Choice label={words.colours} value={colorScheme} options={options} onChoose={setColorScheme} />
}
