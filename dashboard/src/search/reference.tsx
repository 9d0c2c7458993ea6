/** The closed lists with their words. */
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useLanguage } from '../words/language.tsx'
import type { Reference, ReferenceEntry } from './answers.ts'
import { useMemory } from './memory.ts'

const Known = createContext<Reference | undefined>(undefined)

export function ReferenceOf({ children }: { readonly children: ReactNode }) {
  const memory = useMemory()
  const [reference, setReference] = useState<Reference>()
  useEffect(() => {
    // Without it codes are shown instead of words; whatever made it fail is told by the search itself.
    memory.reference().then(setReference, () => undefined)
  }, [memory])
  return <Known value={reference}>{children}</Known>
}

/** `undefined` until it has come. */
export function useReference(): Reference | undefined {
  return useContext(Known)
}

/** The lists whose entries have words in both languages. */
type NamedList = 'statuses' | 'legal_forms' | 'register_types' | 'match_kinds' | 'match_reasons'

/** From a code of one of the lists to its words; the code itself while there are none. */
export function useNaming(): (list: NamedList, code: string) => string {
  const reference = useReference()
  const { language } = useLanguage()
  return (list, code) => {
    const entry = reference?.[list].find((one: ReferenceEntry) => one.code === code)
    return entry?.name[language] ?? code
  }
}
