/** How the legal forms of an index differ from that of a query: one byte for each form, made once for each asked one. */
import type { FormCode } from '../../names/reading/legal-form.ts'
import { formDifference } from '../../names/reading/legal-form.ts'

/** The differences of all legal forms of an index; at most as many tables as there are forms. */
export class FormDifferences {
  readonly #forms: readonly string[]
  readonly #tables = new Map<FormCode, Uint8Array>()

  /** `forms`: by their numbers in the index. */
  constructor(forms: readonly string[]) {
    this.#forms = forms
  }

  /** Returns the differences from the asked form, by number of the form. */
  of(asked: FormCode): Uint8Array {
    const known = this.#tables.get(asked)
    if (known !== undefined) return known
    const made = Uint8Array.from(this.#forms, (form) => formDifference(asked, form as FormCode))
    this.#tables.set(asked, made)
    return made
  }
}
