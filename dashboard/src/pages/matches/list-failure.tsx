/** Why a list was refused, or why the call failed. */
import { Failure } from '../../parts/failure.tsx'
import { useLanguage } from '../../words/language.tsx'
import { listFault } from '../../words/list-fault.ts'

export function ListFailure({ fault }: { readonly fault: unknown }) {
  const { language } = useLanguage()
  const text = listFault(fault, language)
  return <Failure fault={fault} {...(text !== undefined && { text })} />
}
