/** Schemas of the jobs that match lists. */
import { z } from 'zod'
import { MATCH_JOB_STATES, MATCH_ROWS_MAX } from '../../core/matching/match-job.ts'
import { ROW_STATES } from '../../core/matching/row-states.ts'

/** Characters of a file name or the name of a column, at most. */
const NAME_CHARS_MAX = 200

const columnName = z.string().min(1).max(NAME_CHARS_MAX)

/** The query of a new job. */
export const startQuery = z.strictObject({
  name: columnName.optional().meta({
    de: 'Die Spalte mit dem Namen: ihre Überschrift oder ihre Nummer ab 1. Ohne Angabe wird sie erkannt.',
    en: 'The column of the name: its header or its number from 1. If absent, it is recognised.',
    example: 'Firma',
  }),
  city: columnName.optional().meta({
    de: 'Die Spalte mit dem Ort. Ohne Angabe wird sie erkannt.',
    en: 'The column of the city. If absent, it is recognised.',
  }),
  number: columnName.optional().meta({
    de: 'Die Spalte mit der Registernummer. Ohne Angabe wird sie erkannt.',
    en: 'The column of the register number. If absent, it is recognised.',
  }),
  header: z.enum(['true', 'false']).default('true').meta({
    de: 'Ob die erste Zeile die Überschriften enthält. Bei `false` heißen die Spalten `Column 1` und so weiter.',
    en: 'Whether the first row contains the headers. With `false`, the columns are called `Column 1` and so on.',
  }),
  deep: z.enum(['true', 'false']).default('false').meta({
    de: 'Erweiterte Suche für alle Zeilen.',
    en: 'Runs a deep search for all rows.',
  }),
  filename: z.string().max(NAME_CHARS_MAX).default('').meta({
    de: 'Name der Datei. Er wird unverändert zurückgegeben.',
    en: 'Name of the file, returned unchanged.',
  }),
})

/** The JSON body of a new job, for the documents: `core/matching/sent-rows.ts` reads it. */
export const startBody = z.strictObject({
  rows: z
    .array(
      z
        .looseObject({
          name: z.string().optional(),
          city: z.string().optional(),
          registration_number: z.string().optional(),
          ref: z.string().optional(),
        })
        .meta({ title: 'MatchJobRow' }),
    )
    .min(1)
    .max(MATCH_ROWS_MAX)
    .meta({
      de: 'Zeilen mit Name oder Registernummer. Weitere Felder bleiben erhalten und stehen im Ergebnis. Eine ungültige Zeile wirkt sich nicht auf die anderen aus.',
      en: 'Rows with a name or a register number. Further fields are kept and returned in the result. An invalid row does not affect the others.',
    }),
  deep: z.boolean().optional().meta({
    de: 'Erweiterte Suche für alle Zeilen.',
    en: 'Runs a deep search for all rows.',
  }),
})

const names = z.array(z.string())

/** A job. */
export const jobSchema = z
  .strictObject({
    id: z.string().meta({ example: 'mat_4fGk20LmQ8xZr1Bd' }),
    state: z.enum(MATCH_JOB_STATES),
    filename: z.string(),
    deep: z.boolean(),
    rows: z.int().min(0).meta({ de: 'Zeilen der Liste.', en: 'Rows of the list.' }),
    done: z.int().min(0).meta({ de: 'Zeilen, die abgeglichen sind.', en: 'Rows that have been matched.' }),
    counts: z
      .strictObject(
        Object.fromEntries(ROW_STATES.map((state) => [state, z.int().min(0)])) as Record<
          (typeof ROW_STATES)[number],
          z.ZodInt
        >,
      )
      .meta({
        title: 'MatchJobCounts',
        de: 'Abgeglichene Zeilen nach Zustand.',
        en: 'Matched rows by state.',
      }),
    columns: z.strictObject({ name: names, city: names, number: names }).meta({
      title: 'MatchJobColumns',
      de: 'Die Spalten, nach denen gesucht wird.',
      en: 'The columns that are searched by.',
    }),
    created_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime().meta({
      de: 'Zu dieser Zeit wird der Auftrag mit Liste und Ergebnis gelöscht.',
      en: 'The job is deleted at this time, with list and result.',
    }),
    error: z.string().optional().meta({ de: 'Nur bei `failed`.', en: 'Only with `failed`.' }),
  })
  .meta({ title: 'MatchJob' })
