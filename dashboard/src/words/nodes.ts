/** Texts about the nodes that share a database. */
import type { Language } from './language.tsx'

const de = {
  title: 'Knoten',
  live: 'aktiv',
  lost: 'ausgefallen',
  version: 'Version',
  running: 'läuft seit',
  seen: 'zuletzt gemeldet:',
  starting: 'startet',
  behind: (changes: string) => `${changes} Änderungen noch nicht durchsuchbar`,
}

const en: typeof de = {
  title: 'Nodes',
  live: 'live',
  lost: 'lost',
  version: 'version',
  running: 'running since',
  seen: 'last heartbeat:',
  starting: 'starting',
  behind: (changes) => `${changes} changes not searchable yet`,
}

export const NODES: Readonly<Record<Language, typeof de>> = { de, en }
