/** `firmensuche migrate --to TARGET` */
import type { TransferProgress } from '../core/transfer/transfer-data.ts'
import type { Command, Migration } from './command.ts'
import { counted } from './counted.ts'
import { EXIT } from './exit-codes.ts'
import { duration } from './import-views.ts'
import type { Screen } from './screen.ts'
import { table } from './table.ts'

/** The command that moves the data to another database. */
export const MIGRATE_COMMAND: Command = {
  path: 'migrate',
  description:
    'Copy companies, accounts, keys, sessions, e-mails, sources, history and usage from SQLite files to an empty PostgreSQL database, or back, and compare both.',
  options: [
    {
      flags: '--to <target>',
      description:
        'address of an empty PostgreSQL database (postgres://user@host/database; the password may be in PGPASSWORD), or `sqlite`: from the database of DATABASE_URL to new files in the data folder',
      isRequired: true,
    },
    { flags: '--json', description: 'print JSON lines: the progress, then the result' },
  ],
  run: async ({ screen, migrate }, _args, options) => {
    const isJson = options.json === true
    const view = isJson ? jsonView(screen) : progressView(screen)
    const migration = await migrate(String(options.to), view.step).finally(view.end)
    if (isJson) screen.json(resultJson(migration))
    else for (const line of resultLines(migration)) screen.line(line)
    return EXIT.done
  },
}

interface StepView {
  step(progress: TransferProgress): void
  end(): void
}

function jsonView(screen: Screen): StepView {
  return {
    step: ({ step, table: name, rows, rowsTotal, rowsPerS, leftMs }) =>
      screen.json(
        step === 'indexing'
          ? { step }
          : {
              ...{ step, table: name, rows, rows_total: rowsTotal },
              ...{ rows_per_s: rowsPerS, left_ms: leftMs ?? null },
            },
      ),
    end: () => {},
  }
}

/** Returns a view with a progress bar for copying and one for comparing. */
function progressView(screen: Screen): StepView {
  let shown: TransferProgress['step'] | undefined
  let progress = screen.progress('')
  const end = () => progress.end()
  return {
    step: (now) => {
      if (now.step === 'indexing') {
        end()
        screen.message('Making the indexes of the database …')
        return
      }
      if (now.step !== shown) {
        end()
        shown = now.step
        progress = screen.progress(now.step)
      }
      progress.show(now.rows, now.rowsTotal, progressText(now))
    },
    end,
  }
}

function progressText({ table: name, rows, rowsPerS, leftMs }: TransferProgress): string {
  const left = leftMs ? `, ${duration(leftMs)} left` : ''
  return `${name}: ${counted(rows, 'row', 'rows')}, ${rowsPerS.toLocaleString('en')}/s${left}`
}

function resultJson(migration: Migration) {
  const { tables, copied, copyMs, finishMs, compareMs } = migration
  return {
    step: 'done',
    ...{ tables, copied, copy_ms: Math.round(copyMs) },
    ...{ index_ms: Math.round(finishMs), compare_ms: Math.round(compareMs) },
  }
}

function resultLines(migration: Migration): readonly string[] {
  const { tables, copied, copyMs, finishMs, compareMs, source, target } = migration
  const rows = tables.reduce((sum, { rows }) => sum + rows, 0)
  const perS = Math.round(copied / Math.max(0.001, copyMs / 1000)).toLocaleString('en')
  return [
    ...table(
      tables
        .filter((each) => each.rows > 0)
        .map((each) => [each.table, each.rows.toLocaleString('en'), each.checksum]),
    ),
    `${counted(copied, 'row', 'rows')} copied in ${duration(copyMs)} (${perS}/s), indexes made in ${duration(finishMs)}, compared in ${duration(compareMs)}.`,
    `All ${counted(rows, 'row', 'rows')} of ${source} are in ${target}.`,
    ...nextSteps(migration),
  ]
}

function nextSteps({ isIntoPostgres, source, target }: Migration): readonly string[] {
  const index = 'The index of names is not copied: the start builds it if the saved one does not fit.'
  if (!isIntoPostgres)
    return [
      `Now remove DATABASE_URL from the settings, and start the server. ${index}`,
      `Keep ${source} until the server has started: it was not changed.`,
    ]
  return [
    `Now set DATABASE_URL to the address of ${target}, and start the server. ${index}`,
    `Every server needs the file secret of ${source}, whose databases were not changed. They are not used while DATABASE_URL is set; keep them until the server has started.`,
  ]
}
