/** Where the companies are stored, as all threads of a process are told. */
import type { Config } from '../config/config.ts'

/** The data folder, and the database if the companies are not in a file of the folder. */
export type StorePlace = Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePoolMax'>

/** Returns the place of companies in a file of the folder. */
export function inDataFolder(dataDir: string): StorePlace {
  return { dataDir, databaseUrl: '', databasePoolMax: 1 }
}

/** Returns what threads are told: of the configuration they need nothing else. */
export function placeOf({ dataDir, databaseUrl, databasePoolMax }: StorePlace): StorePlace {
  return { dataDir, databaseUrl, databasePoolMax }
}
