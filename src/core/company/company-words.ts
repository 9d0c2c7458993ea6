/** Descriptions of the codes of a company, in German and English. */
import type { RegisterType } from '../../names/reading/register-number.ts'
import type { Status } from '../../names/search/status.ts'

interface CompanyText {
  readonly de: string
  readonly en: string
}

/** A description of each status. */
export const STATUS_WORDS: Readonly<Record<Status, CompanyText>> = {
  active: { de: 'Aktiv', en: 'Active' },
  liquidation: { de: 'In Liquidation', en: 'In liquidation' },
  insolvency: { de: 'In Insolvenz', en: 'Insolvent' },
  removed: { de: 'Gelöscht', en: 'Removed' },
  unknown: { de: 'Status unbekannt', en: 'Status unknown' },
}

/** A description of each type of register. */
export const REGISTER_TYPE_WORDS: Readonly<Record<RegisterType, CompanyText>> = {
  HRA: { de: 'Handelsregister, Abteilung A', en: 'Commercial register, section A' },
  HRB: { de: 'Handelsregister, Abteilung B', en: 'Commercial register, section B' },
  GnR: { de: 'Genossenschaftsregister', en: 'Register of cooperatives' },
  PR: { de: 'Partnerschaftsregister', en: 'Register of partnerships' },
  VR: { de: 'Vereinsregister', en: 'Register of associations' },
  GsR: { de: 'Gesellschaftsregister', en: 'Register of civil-law partnerships' },
}
