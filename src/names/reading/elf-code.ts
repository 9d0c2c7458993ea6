/** Entity legal form codes of ISO 20275. */
import data from '../data/elf-codes.json' with { type: 'json' }
import type { FormCode } from './legal-form.ts'

const FORM_BY_CODE: ReadonlyMap<string, FormCode> = new Map(
  Object.entries(data.forms).flatMap(([form, codes]) =>
    codes.split(' ').map((code) => [code, form as FormCode] as const),
  ),
)

/**
 * Returns the legal form of a code: `2HBR` → `GmbH`, `YI42` → `AS`; `undefined` for a code of no form that the
 * service distinguishes.
 */
export function formOfElf(code: string): FormCode | undefined {
  return FORM_BY_CODE.get(code.trim().toUpperCase())
}
