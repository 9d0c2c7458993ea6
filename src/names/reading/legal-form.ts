/** Legal forms: the closed list of codes that the service distinguishes. */
import data from '../data/legal-forms.json' with { type: 'json' }

/** A code of the closed list, spelt as in the API: `GmbH & Co. KG`. */
export type FormCode = string & { readonly brand: 'FormCode' }

/**
 * A kind of legal form. `public`: under public law; `branch`: of a foreign company. The kinds of German forms are the
 * main groups of XUnternehmen.
 */
type FormKind =
  | 'partnership'
  | 'corporation'
  | 'cooperative'
  | 'association'
  | 'foundation'
  | 'sole trader'
  | 'public'
  | 'branch'
  | 'unknown'

interface LegalForm {
  readonly code: FormCode
  readonly kind: FormKind
  readonly name: { readonly de: string; readonly en: string }
  /**
   * ISO 3166 code of the country whose law defines the form, `EU`, or '' for the unknown form. A form of
   * several countries has the first.
   */
  readonly country: string
  /** Code of the XUnternehmen list of legal forms, version 2.2. */
  readonly xunternehmen?: string
  /** ISO 20275 entity legal form code, if the spelling belongs to one country. */
  readonly iso20275?: string
}

/** One spelling of a form as text. The reader of names splits it into words. */
export interface FormSpelling {
  readonly code: FormCode
  readonly text: string
  /**
   * Where the spelling counts as a form. `anywhere`: anywhere after the first word; `dotted`: likewise, but
   * only with dots; `end`: as the last words; `dottedEnd`: as the last word and with dots;
   * `undottedEnd`: as the last word and without a dot (`Königsbrück/Sa.` is in Sachsen); `insurance`: with
   * dots after a word for an insurance; `head`: only before `& Co. KG`.
   */
  readonly place: 'anywhere' | 'dotted' | 'end' | 'dottedEnd' | 'undottedEnd' | 'insurance' | 'head'
}

interface FormEntry extends LegalForm {
  readonly spellings?: readonly string[]
  readonly dotted?: readonly string[]
  readonly endings?: readonly string[]
  readonly dottedEndings?: readonly string[]
  readonly undottedEndings?: readonly string[]
  readonly insurance?: readonly string[]
  readonly heads?: readonly string[]
  readonly parts?: readonly [string, string]
}

const ENTRIES = data.forms as readonly unknown[] as readonly FormEntry[]

/**
 * All forms, including `unknown`. Sources: XUnternehmen Rechtsformen 2.2, ISO 20275 ELF 1.4.1; spellings from
 * register entries.
 */
export const LEGAL_FORMS: readonly LegalForm[] = ENTRIES.map(
  ({ code, kind, name, country, xunternehmen, iso20275 }) => ({
    code,
    kind,
    name,
    country,
    ...(xunternehmen === undefined ? {} : { xunternehmen }),
    ...(iso20275 === undefined ? {} : { iso20275 }),
  }),
)

/** The code of a company whose form is not known. */
export const UNKNOWN_FORM = 'unknown' as FormCode

const CODES: ReadonlySet<string> = new Set(LEGAL_FORMS.map((form) => form.code))

/** Returns whether the text is a code of the closed list. */
export function isFormCode(text: string): text is FormCode {
  return CODES.has(text)
}

const KINDS: ReadonlyMap<FormCode, FormKind> = new Map(LEGAL_FORMS.map(({ code, kind }) => [code, kind]))

/** How a form differs from the one in a query: 0 not at all, 1 another form of the same kind, 2 one of another kind. */
export type FormDifference = (typeof FORM_DIFFERENCES)[number]
/** All differences, in the order of hits. */
export const FORM_DIFFERENCES = [0, 1, 2] as const

/** Returns how a form differs from the one in a query; 0 if the query has none. */
export function formDifference(asked: FormCode | undefined, form: FormCode): FormDifference {
  if (asked === undefined || asked === form) return 0
  return KINDS.get(asked) === KINDS.get(form) ? 1 : 2
}

/** Returns the forms of the same kind, without the form itself. */
export function formsLike(form: FormCode): readonly FormCode[] {
  return LEGAL_FORMS.filter(({ code }) => formDifference(form, code) === 1).map(({ code }) => code)
}

/** All spellings of all forms. */
export const FORM_SPELLINGS: readonly FormSpelling[] = ENTRIES.flatMap((entry) => [
  ...spellingsOf(entry.code, entry.spellings, 'anywhere'),
  ...spellingsOf(entry.code, entry.dotted, 'dotted'),
  ...spellingsOf(entry.code, entry.endings, 'end'),
  ...spellingsOf(entry.code, entry.dottedEndings, 'dottedEnd'),
  ...spellingsOf(entry.code, entry.undottedEndings, 'undottedEnd'),
  ...spellingsOf(entry.code, entry.insurance, 'insurance'),
  ...spellingsOf(entry.code, entry.heads, 'head'),
])

function spellingsOf(
  code: FormCode,
  texts: readonly string[] = [],
  place: FormSpelling['place'],
): FormSpelling[] {
  return texts.map((text) => ({ code, text, place }))
}

const COMPOSED: ReadonlyMap<string, FormCode> = new Map(
  ENTRIES.flatMap(({ code, parts }) =>
    parts === undefined ? [] : [[`${parts[0]}|${parts[1]}`, code] as const],
  ),
)

/**
 * Returns the two-part form of a head and a body: `GmbH` and `KG` → `GmbH & Co. KG`; `undefined` if they do
 * not combine.
 */
export function composedForm(head: FormCode, body: FormCode): FormCode | undefined {
  return COMPOSED.get(`${head === 'gGmbH' ? 'GmbH' : head}|${body}`)
}

const FORMS_WITH_OWN_REGISTER: ReadonlySet<string> = new Set([
  'e.V.',
  'eG',
  'SCE',
  'PartG',
  'PartG mbB',
  'eGbR',
])

/**
 * Returns whether the form is registered in a register of its own (VR, GnR, PR, GsR) instead of HRA or HRB.
 */
export function hasOwnRegister(form: FormCode): boolean {
  return FORMS_WITH_OWN_REGISTER.has(form)
}
