/** The mapping of an operator's own table: which column holds which fact. Its YAML is described in docs/sources/own-file.md. */
import { z } from 'zod'
import { isCountryCode } from '../../../names/reading/country.ts'
import { ENCODINGS } from '../files/encoding.ts'

const column = z.string().min(1).max(200)
/** One column, or several whose texts are joined. */
const columns = z.union([column.transform((one) => [one]), z.array(column).min(1).max(20)])

/** Columns joined by commas, of which each may be a group of columns that are joined by blanks. */
const groups = z.union([
  column.transform((one) => [[one]]),
  z
    .array(z.union([column.transform((one) => [one]), z.array(column).min(1).max(5)]))
    .min(1)
    .max(20),
])

const texts = z.array(z.string()).default([])

/** The formats of dates. */
export const DATE_FORMATS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYYMMDD'] as const
/** One of `DATE_FORMATS`. */
export type DateFormat = (typeof DATE_FORMATS)[number]

/** The facts that a column can hold; all but the name may be missing. */
const factColumns = z
  .strictObject({
    /** The company's id in the list. */
    id: column.optional(),
    name: column,
    former_names: columns.optional(),
    /** The register number in one text, with or without the court: `HRB 42243 München`, an EUID. */
    number: column.optional(),
    court: column.optional(),
    /** The legal entity identifier, by which a row without a number is found. */
    lei: column.optional(),
    register_type: column.optional(),
    register_digits: column.optional(),
    register_suffix: column.optional(),
    seat: column.optional(),
    /** Several columns are joined by commas, the columns of a group by blanks: `[[Straße, Nr], [PLZ, Ort]]`. */
    address: groups.optional(),
    /** Several columns are joined by commas. */
    status: columns.optional(),
    legal_form: column.optional(),
    registered_on: column.optional(),
  })
  .refine(
    ({ id, number, lei, register_digits }) =>
      [id, number, lei, register_digits].some((one) => one !== undefined),
    'one of id, number, register_digits and lei is required, as each row needs a key',
  )

/** The schema of a mapping. */
export const MAPPING_SCHEMA = z.strictObject({
  source: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,63}$/, 'must be 2 to 64 lower-case letters, digits and hyphens'),
  title: z.string().min(1).max(200),
  licence: z.string().max(500).default(''),
  attribution: z.string().max(500).default(''),
  table: z
    .strictObject({
      encoding: z.enum(ENCODINGS).optional(),
      separator: z.string().length(1).optional(),
      /** The sheet of a workbook. */
      sheet: z.string().min(1).max(100).optional(),
    })
    .default({}),
  /** The country of the companies, ISO 3166-1 alpha-2: one for all, or a column. */
  country: z
    .union([
      z.string().refine(isCountryCode, 'must be a code of ISO 3166-1, such as DE, or {column: …}'),
      z.strictObject({ column }),
    ])
    .default('DE'),
  /** The day of the facts: that of the file, a fixed one, or a column. */
  as_of: z.union([z.literal('file'), z.iso.date(), z.strictObject({ column })]).default('file'),
  columns: factColumns,
  /** Values of the status columns; any other one is unknown. */
  status: z
    .strictObject({ active: texts, liquidation: texts, insolvency: texts, removed: texts })
    .prefault({}),
  /** Codes of ISO 20275 by value of the column of the legal form, which may also contain such codes. */
  legal_forms: z
    .record(z.string(), z.string().regex(/^[0-9A-Z]{4}$/, 'must be a code of ISO 20275'))
    .default({}),
  dates: z.enum(DATE_FORMATS).default('YYYY-MM-DD'),
  /** Rows are read only if each of these columns has one of its values. */
  only: z.record(column, z.array(z.string()).min(1)).default({}),
  /** Rows are not read if one of these columns has one of its values. */
  except: z.record(column, z.array(z.string()).min(1)).default({}),
})

/** A checked mapping. */
export type Mapping = z.output<typeof MAPPING_SCHEMA>
