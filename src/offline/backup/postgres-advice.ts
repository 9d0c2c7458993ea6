/** What to use instead of `backup` if the data are in PostgreSQL, and the check of what was restored with that. */
import type { Config } from '../../config/config.ts'
import { DATABASE } from '../../config/value-types.ts'
import type { DatabaseCopy } from '../../core/backup/database-copy.ts'
import { Failure } from '../../core/failure.ts'
import { dumpPlace, examineRestored } from '../../server/compose/postgres-pool.ts'
import { dataFiles } from '../../server/data-folder.ts'

/** Returns how a backup is made of the database of the settings. */
export async function postgresAdvice({ databaseUrl, dataDir }: Config): Promise<string> {
  const { name, options } = await dumpPlace(databaseUrl)
  return [
    `The data are in the ${name}. Its own programs make backups of it while servers run:`,
    `  pg_dump --format=custom --file=firmensuche.dump ${options}`,
    'or, to go back to any moment, continuous archiving (pg_basebackup with archive_command, or pgBackRest).',
    `Also keep ${dataFiles(dataDir).secret}: sessions, second factors and links in e-mails need it.`,
    'Check a dump: restore it into an empty database with pg_restore, then run `firmensuche verify --restored ADDRESS`.',
  ].join('\n')
}

/**
 * Checks a database into which a dump was restored; compares it with that of `DATABASE_URL`, if the setting is there.
 *
 * @throws {Failure} `invalid_request` for an address that cannot be read; `service_unavailable` if a database cannot be used.
 */
export async function verifyRestored({ databaseUrl }: Config, url: string): Promise<DatabaseCopy> {
  if (url === '' || !DATABASE.schema.safeParse(url).success)
    throw new Failure('invalid_request', `--restored must be ${DATABASE.accepted}.`)
  const original = databaseUrl === '' ? undefined : { url: databaseUrl, setting: 'DATABASE_URL' }
  return examineRestored({ url, setting: '--restored' }, original)
}
