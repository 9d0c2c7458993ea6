/** The values of a small form of texts, with what is wrong with each. */
import { type ChangeEvent, useState } from 'react'

/** What a Mantine input takes. */
export interface FieldProps {
  readonly value: string
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  readonly error: string | undefined
}

export interface Fields<Name extends string> {
  readonly values: Readonly<Record<Name, string>>
  readonly field: (name: Name) => FieldProps
  /** Says what is wrong; true when nothing is. */
  readonly check: (faults: Partial<Record<Name, string | false | undefined>>) => boolean
  readonly clear: () => void
}

export function useFields<Name extends string>(initial: Readonly<Record<Name, string>>): Fields<Name> {
  const [values, setValues] = useState(initial)
  const [faults, setFaults] = useState<Partial<Record<Name, string | false | undefined>>>({})
  return {
    values,
    field: (name) => ({
      value: values[name],
      error: faults[name] || undefined,
      onChange: (event) => {
        const { value } = event.currentTarget
        setValues((before) => ({ ...before, [name]: value }))
        setFaults((before) => ({ ...before, [name]: undefined }))
      },
    }),
    check: (found) => {
      setFaults(found)
      return Object.values(found).every((fault) => !fault)
    },
    clear: () => setValues(initial),
  }
}

/** Rough: the server reads addresses by its own rule, this only catches slips before a round trip. */
export function looksLikeEmail(text: string): boolean {
  return /^\S+@[^\s@]+\.?[^\s@]+$/.test(text.trim())
}
