/** Companies with texts that PostgreSQL can store. */
import type { IncomingCompany } from '../../../../core/company/company-writer.ts'
import type { RegisterKey } from '../../../../names/reading/register-number.ts'
import { storableText } from '../../../sql/database/storable-text.ts'

/** Returns the company with storable texts. Names and places are storable already; keys are as the source has them. */
export function storableCompany(company: IncomingCompany): IncomingCompany {
  const { source, statusWord, register } = company
  const keys = [source.sourceKey, statusWord, keyOf(register)]
  if (keys.every((text) => storableText(text) === text)) return company
  return {
    ...company,
    statusWord: storableText(statusWord),
    register: storableKey(register),
    source: { ...source, sourceKey: storableText(source.sourceKey) },
  }
}

function keyOf(register: RegisterKey): string {
  if (register.type === 'list') return register.id
  return register.type === 'foreign' ? register.number : ''
}

function storableKey(register: RegisterKey): RegisterKey {
  if (register.type === 'list') return { ...register, id: storableText(register.id) }
  if (register.type === 'foreign') return { ...register, number: storableText(register.number) }
  return register
}
