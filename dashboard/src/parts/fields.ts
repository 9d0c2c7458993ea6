/** The values of a small form of text fields, with their faults. */
import { type ChangeEvent, useState } from 'react'

/** Props of a Mantine input. */
export interface FieldProps {
  readonly value: string
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  readonly error: string | undefined
}

export interface Fields<Name extends string> {
  readonly values: Readonly<Record<Name, string>>
  readonly field: (name: Name) => FieldProps
  /** Shows the faults; returns whether there are none. */
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

/**
 * Returns whether the text may be an address. A rough check that avoids a call; the server has the exact one.
 */
export function looksLikeEmail(text: string): boolean {
  return /^\S+@[^\s@]{2,}$/.test(text.trim())
}
