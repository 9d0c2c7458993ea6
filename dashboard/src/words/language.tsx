/**
 * German or English: chosen by switch, else the account's, else the browser's, else German. Plain React,
 * because the light search page uses it too. Words lie in one file per area as `Record<Language, …>`: a
 * missing one does not compile.
 */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { chooseIn, chosenIn, onSeenAgain } from '../theme/choices.ts'

export const LANGUAGES = ['de', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

interface LanguageChoice {
  readonly language: Language
  /** Kept in this browser. */
  readonly choose: (language: Language) => void
  /** For now, without being kept: the language of whoever is signed in. */
  readonly follow: (language: Language) => void
}

const Chosen = createContext<LanguageChoice>({ language: 'de', choose: () => {}, follow: () => {} })

/** Of this browser: what was chosen here, else what the browser asks for. */
export function readLanguage(): Language {
  const chosen = chosenLanguage()
  if (chosen !== undefined) return chosen
  return navigator.language.toLowerCase().startsWith('en') ? 'en' : 'de'
}

/** Whether a language was chosen in this browser by a switch. */
export function hasChosenLanguage(): boolean {
  return chosenLanguage() !== undefined
}

function chosenLanguage(): Language | undefined {
  const chosen = chosenIn('fs_language')
  return LANGUAGES.find((one) => one === chosen)
}

export function Languages({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(readLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  useEffect(() => onSeenAgain(() => setLanguage((now) => chosenLanguage() ?? now)), [])
  const choose = useCallback((next: Language) => {
    chooseIn('fs_language', next)
    setLanguage(next)
  }, [])
  const choice = useMemo(() => ({ language, choose, follow: setLanguage }), [language, choose])
  return <Chosen value={choice}>{children}</Chosen>
}

export function useLanguage(): LanguageChoice {
  return useContext(Chosen)
}

/** The words of one area in the language of the page. */
export function useWords<Words>(words: Readonly<Record<Language, Words>>): Words {
  return words[useLanguage().language]
}
