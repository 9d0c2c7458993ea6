/** Companies in a PostgreSQL server of one run, which stores as durably as one in use. */
import { Client } from 'pg'
import { openCompanyStore } from '../src/adapters/postgres/companies/read/company-store.ts'
import { openCompanyWriter } from '../src/adapters/postgres/companies/write/company-writer.ts'
import { administer, databaseUrl, startCluster } from '../test/fixtures/postgres.ts'

const DATABASE = 'firmensuche'

/** Starts a server with an empty database. Its settings are those of an installation, apart from what `SETTINGS` of the environment says. */
export async function postgresPlace() {
  const settings = (process.env.SETTINGS ?? '').split(' ').filter((setting) => setting !== '')
  const cluster = await startCluster({ settings })
  await administer(cluster, `CREATE DATABASE ${DATABASE} TEMPLATE template0`)
  const url = databaseUrl(cluster, DATABASE)
  return {
    url,
    openWriter: () => openCompanyWriter(url, Date.now()),
    openStore: () => openCompanyStore({ url, connectionsMax: 2 }),
    async diskBytes() {
      const client = new Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query('SELECT pg_database_size(current_database()) AS bytes')
      await client.end()
      return Number(rows[0].bytes)
    },
    end: () => cluster.stop(),
  }
}
