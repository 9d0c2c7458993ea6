import { useLanguage, useWords } from '../words/language.tsx'
import { SHELL } from '../words/shell.ts'
import { Choice } from './choice.tsx'

const OPTIONS = [
  { value: 'de', label: 'Deutsch', face: 'DE' },
  { value: 'en', label: 'English', face: 'EN' },
] as const

/** German or English, for this browser. */
export function LanguageSwitch() {
  const words = useWords(SHELL)
  const { language, choose } = useLanguage()
  return <Choice label={words.language} value={language} options={OPTIONS} onChoose={choose} />
}
