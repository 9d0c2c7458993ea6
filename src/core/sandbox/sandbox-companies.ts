/**
 * The companies of the sandbox, which test keys find. These entries must never change, ids included (they are
 * derived from the numbers); new companies go to the end of a list. No register has numbers this high, so no
 * id is that of a real company.
 */
import type { FormerName } from '../company/company.ts'
import type { SourceStatus } from '../ingest/register-entry.ts'
import { SANDBOX_FORMS } from './sandbox-forms.ts'

/** An entry of the sandbox's register. */
export interface SandboxEntry {
  /** Court, register and number as one text: `D2601V_HRB999000001`. */
  readonly sourceKey: string
  readonly name: string
  /** The registered status. It is `active` also if the name contains a mark of liquidation or insolvency. */
  readonly entered: Extract<SourceStatus, 'active' | 'removed' | 'unknown'>
  readonly seat: string
  readonly address: string
  /** `YYYY-MM-DD`. */
  readonly registeredOn: string | null
  readonly formerNames: readonly FormerName[]
  readonly formerKeys: readonly { readonly sourceKey: string; readonly until: string | null }[]
}

/** An entry with its purpose. */
export interface SandboxCompany extends SandboxEntry {
  /** What it demonstrates, for the documents. */
  readonly shows: string
}

const MUNICH = 'D2601V'
const COLOGNE = 'R3306'
const KIEL = 'X1517R'

const ORDINARY = {
  entered: 'active',
  seat: 'München',
  address: 'Sandkastenweg 1, 80331 München',
  registeredOn: '2020-01-02',
  formerNames: [],
  formerKeys: [],
} as const

function company(
  sourceKey: string,
  name: string,
  shows: string,
  more: Partial<SandboxEntry> = {},
): SandboxCompany {
  return { ...ORDINARY, sourceKey, name, shows, ...more }
}

const ONE_PER_FORM = SANDBOX_FORMS.map(([type, number, name]) =>
  company(`${MUNICH}_${type}999000${number}`, name, 'a legal form'),
)

const ONE_PER_STATUS = [
  company(`${MUNICH}_HRB999000001`, 'Sandbox Aktiv GmbH', 'status `active`'),
  company(`${MUNICH}_HRB999000002`, 'Sandbox Abwicklung GmbH i.L.', 'status `liquidation`'),
  company(`${MUNICH}_HRB999000003`, 'Sandbox Pleite GmbH in Insolvenz', 'status `insolvency`'),
  company(
    `${MUNICH}_HRB999000004`,
    'Sandbox Erloschen GmbH',
    'status `removed`: found by a deep search, by number, or with `status`',
    {
      entered: 'removed',
    },
  ),
  company(`${MUNICH}_HRB999000005`, 'Sandbox Ungewiss GmbH', 'status `unknown`', { entered: 'unknown' }),
]

const COMPANIES_WITH_HISTORY = [
  company(
    `${MUNICH}_HRB999000010`,
    'Sandbox Heute GmbH',
    'former names and a former number; the ID of that number returns 308',
    {
      formerNames: [
        { name: 'Sandbox Gestern GmbH', until: '2024-03-31' },
        { name: 'Sandbox Vorgestern Vermögensverwaltung mbH', until: '2021-06-30' },
      ],
      formerKeys: [{ sourceKey: `${COLOGNE}_HRB999000011`, until: '2024-03-31' }],
    },
  ),
  company(
    `${MUNICH}_HRB999000012`,
    'Sandbox Wandel GmbH',
    'was changed: `changed` in the changes, with `fields`',
  ),
  company(
    `${MUNICH}_HRB999000013`,
    'Sandbox Ende GmbH',
    'was removed from the register: `removed` in the changes',
  ),
  company(
    `${MUNICH}_HRB999000014`,
    'Sandbox Gesperrt GmbH',
    'must not be shown: 404 by its id, `suppressed` in the changes, found by nothing',
  ),
]

const UNUSUAL_SPELLINGS = [
  company(
    `${COLOGNE}_HRB999000020`,
    'Sandbox Übergrößenträger Süß GmbH',
    'umlauts and ß: `sandbox uebergroessentraeger suess` finds it',
    {
      seat: 'Köln',
      address: 'Große Straße 7, 50667 Köln',
    },
  ),
  company(`${COLOGNE}_HRB999000021`, 'Sandbox Łódź Señor Crème & Fils GmbH', 'letters of other languages', {
    seat: 'Köln',
    address: 'Große Straße 8, 50667 Köln',
  }),
  company(
    `${COLOGNE}_HRB999000022`,
    'Sandbox <b>Fett</b> & "Zitat" <script>alert(1)</script> GmbH',
    'markup that must be shown as text',
    {
      seat: 'Köln',
      address: '<i>Weg</i> 9, 50667 Köln',
    },
  ),
  company(
    `${COLOGNE}_HRB999000023`,
    '=SUM(1+1) Sandbox Formel GmbH',
    "CSV: a cell that a spreadsheet would run as a formula has a leading `'`",
    {
      seat: 'Köln',
    },
  ),
  company(`${COLOGNE}_HRB999000024`, `Sandbox ${'Langname '.repeat(40)}GmbH`, 'a name of 372 characters', {
    seat: 'Köln',
  }),
  company(`${KIEL}_HRB999000025KI`, 'Sandbox Förde GmbH', 'letters after the register number', {
    seat: 'Kiel',
  }),
  company(`${MUNICH}_HRB999000026`, 'Sandbox Ohne Alles GmbH', 'no seat, no address, no date', {
    seat: '',
    address: '',
    registeredOn: null,
  }),
]

const LARGE_RESPONSES = [
  company(`${MUNICH}_HRB999000040`, 'Sandbox Partial GmbH', 'found with `X-Search-Partial`'),
  company(`${MUNICH}_HRB999000041`, 'Sandbox Truncated GmbH', 'found with `X-Search-Truncated`'),
]

const TO_MATCH = [
  company(`${MUNICH}_HRB999000030`, 'Sandbox Eindeutig GmbH', 'batch `found`: `Sandbox Eindeutig GmbH`'),
  company(`${MUNICH}_HRB999000031`, 'Sandbox Zwilling GmbH', 'batch `ambiguous`: `Sandbox Zwilling GmbH`'),
  company(
    `${COLOGNE}_HRB999000032`,
    'Sandbox Zwilling GmbH',
    'the other twin; with `city` `Köln` it is `found`',
    { seat: 'Köln' },
  ),
  company(
    `${MUNICH}_HRB999000033`,
    'Sandbox Fernhandel Nordsee Import GmbH',
    'batch `possible`: `Sandbox Fernhandel`',
  ),
  company(
    `${MUNICH}_HRB999000034`,
    'Sandbox Tippfehler GmbH',
    'found by a deep search for `Sandbox Tipfehlr GmbH`',
  ),
]

/** Enough for several pages of one search. */
const PAGES_OF = 60
const TO_WALK = Array.from({ length: PAGES_OF }, (_, i) =>
  company(
    `${MUNICH}_HRB999000${201 + i}`,
    `Sandbox Seite ${String(i + 1).padStart(2, '0')} GmbH`,
    'one of 60: `Sandbox Seite` has three pages of 25',
  ),
)

/** All companies of the sandbox as they are created. */
export const SANDBOX_COMPANIES: readonly SandboxCompany[] = [
  ...ONE_PER_STATUS,
  ...COMPANIES_WITH_HISTORY,
  ...UNUSUAL_SPELLINGS,
  ...TO_MATCH,
  ...LARGE_RESPONSES,
  ...ONE_PER_FORM,
  ...TO_WALK,
]

/** The changed entries, a day after the creation. */
export const SANDBOX_CHANGES: readonly SandboxEntry[] = [
  company(`${MUNICH}_HRB999000012`, 'Sandbox Wandel und Söhne GmbH', '', {
    address: 'Neuer Sandkastenweg 2, 80331 München',
  }),
  company(`${MUNICH}_HRB999000013`, 'Sandbox Ende GmbH', '', { entered: 'removed' }),
]

/** The source keys of suppressed companies. */
export const SANDBOX_SUPPRESSED: readonly string[] = [`${MUNICH}_HRB999000014`]
