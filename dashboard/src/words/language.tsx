/**
 * The language of the pages: chosen by switch, else that of the account, else that of the browser, else
 * German. Without libraries, because the light search page uses it too. Texts are in one file per area as
 * `Record<Language, …>`, so that a missing one does not compile.
 */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { chooseIn, chosenIn, onVisibleAgain } from '../theme/choices.ts'

export const LANGUAGES = ['de', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

interface LanguageChoice {
  readonly language: Language
  /** Stores the choice in this browser. */
  readonly choose: (language: Language) => void
  /** Sets the language of the account for now, without storing it. */
  readonly follow: (language: Language) => void
}

const Chosen = createContext<LanguageChoice>({ language: 'de', choose: () => {}, follow: () => {} })

/** Returns the language of this browser: the stored choice, else the browser's own language. */
export function readLanguage(): Language {
  const chosen = chosenLanguage()
  if (chosen !== undefined) return chosen
  return navigator.language.toLowerCase().startsWith('en') ? 'en' : 'de'
}

/** Returns whether a language was chosen in this browser. */
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
  useEffect(() => onVisibleAgain(() => setLanguage((now) => chosenLanguage() ?? now)), [])
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

/** Returns the texts of one area in the language of the page. */
export function useWords<Words>(words: Readonly<Record<Language, Words>>): Words {
  return words[useLanguage().language]
}
