/**
 * Register announcements (https://www.handelsregister.de) as entries. An announcement tells a company's name, court,
 * number and seat on its day; the texts, which name people, are not read. A `Löschungsankündigung` announces that a
 * company may be removed, so no announcement tells a status.
 */
import type { SourceId } from '../../../core/company/company.ts'
import type { EventKind } from '../../../core/company/company-event.ts'
import type { SourceNotice } from '../../../core/ingest/entry-source.ts'
import { DAY_UNKNOWN, type RegisterEntry, type RejectReason } from '../../../core/ingest/register-entry.ts'
import { type CourtCode, courtsByText } from '../../../names/reading/court.ts'
import { parseSourceKey } from '../offeneregister/source-key.ts'

/** Title, licence and attribution of the source. */
export const ANNOUNCEMENTS_NOTICE: SourceNotice = {
  source: 'register-announcements' as SourceId,
  title: 'Register announcements',
  licence: 'official announcements (§ 5 UrhG); database of the joint register portal',
  attribution: 'from handelsregister.de',
}

/** The fields of an announcement that are read, as they are in its file; '' where the file has none. */
export interface Announcement {
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** In the words of the register, for example `Löschungsankündigung`. */
  readonly type: string
  readonly court: string
  readonly formerCourt: string
  readonly registerType: string
  readonly digits: string
  readonly suffix: string
  readonly name: string
  readonly seat: string
}

/** Returns the entry, or the reason why there is none. The court is found by its name. */
export function entryOfAnnouncement(announcement: Announcement): RegisterEntry | RejectReason {
  const { day, court, formerCourt, registerType, digits, suffix, name, seat } = announcement
  if (name === '') return 'name_missing'
  if (registerType === '' || digits === '') return 'number_missing'
  const courts = formerCourt === '' ? [court] : [court, formerCourt]
  const codes = courts.map(onlyCourt)
  if (codes.includes(undefined)) return 'number_unreadable'
  const sourceKey = `${codes.join('_')}_${registerType}${digits}${suffix}`
  return {
    source: ANNOUNCEMENTS_NOTICE.source,
    ...{ sourceKey, number: parseSourceKey(sourceKey), name, seat },
    status: 'unknown',
    statusWord: '',
    address: '',
    registeredOn: null,
    formerNames: [],
    formerNumbers: [],
    ...eventsOf(announcement),
    asOf: DAY.test(day) ? day : DAY_UNKNOWN,
  }
}

/** The kinds of events by the types of the register; every other type is an `announcement`. */
const KIND_OF_TYPE: ReadonlyMap<string, EventKind> = new Map([
  ['Löschungsankündigung', 'removal_announced'],
  ['Registerbekanntmachung nach dem Umwandlungsgesetz', 'transformation'],
  ['Einreichung neuer Dokumente', 'documents_filed'],
])

function eventsOf({ day, type }: Announcement): Pick<RegisterEntry, 'events'> {
  if (type === '' || !DAY.test(day)) return {}
  return { events: [{ kind: KIND_OF_TYPE.get(type) ?? 'announcement', date: day }] }
}

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** Returns the court that keeps a register under this name today; `undefined` if none is known. */
function onlyCourt(name: string): CourtCode | undefined {
  return courtsByText(name)[0]
}
