/** The reference lists with their labels. */
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { isolated } from '../words/isolated.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import { SEARCH } from '../words/search.ts'
import type { Hit, Reference, ReferenceEntry } from './answers.ts'
import { useMemory } from './memory.ts'

const Known = createContext<Reference | undefined>(undefined)

export function ReferenceOf({ children }: { readonly children: ReactNode }) {
  const memory = useMemory()
  const [reference, setReference] = useState<Reference>()
  useEffect(() => {
    // Without the lists codes are shown instead of labels; the search itself reports the failure.
    memory.reference().then(setReference, () => undefined)
  }, [memory])
  return <Known value={reference}>{children}</Known>
}

/** Returns the lists; `undefined` until they are loaded. */
export function useReference(): Reference | undefined {
  return useContext(Known)
}

/** The lists whose entries have labels in both languages. */
type NamedList =
  | 'statuses'
  | 'states'
  | 'countries'
  | 'legal_forms'
  | 'register_types'
  | 'match_kinds'
  | 'match_reasons'

/** Returns a function from a code to its label, or to the code itself until the lists are loaded. */
export function useNaming(): (list: NamedList, code: string) => string {
  const reference = useReference()
  const { language } = useLanguage()
  return (list, code) => {
    const entry = reference?.[list].find((one: ReferenceEntry) => one.code === code)
    return entry?.name[language] ?? code
  }
}

/** Returns a function from a record to its court, or to its country if it is in no German register. */
export function useRegisterPlace(): (record: Pick<Hit, 'register_court' | 'country'>) => string {
  const words = useWords(SEARCH)
  const nameOf = useNaming()
  return ({ register_court: court, country }) => {
    if (court !== '') return words.localCourt(isolated(court))
    return country === '' ? '' : nameOf('countries', country)
  }
}
