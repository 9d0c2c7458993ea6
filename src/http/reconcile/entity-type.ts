/** The only type of entity: a company. */
import type { Language, Text } from '../protocol/language.ts'

/** The id of the type. */
export const TYPE_ID = 'company'

const NAME: Text = { de: 'Unternehmen', en: 'Company' }

const DESCRIPTION: Text = {
  de: 'Ein Unternehmen in einem Register.',
  en: 'A company in a register.',
}

/** Returns the type as candidates and the manifest name it. */
export function entityType(language: Language) {
  return { id: TYPE_ID, name: NAME[language] }
}

/** Returns the type with its description. */
export function describedType(language: Language) {
  return { ...entityType(language), description: DESCRIPTION[language] }
}
