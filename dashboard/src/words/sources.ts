/** Texts about the sources that the server imports by itself. */
import type { OperatorStateAnswer } from '../api/types.ts'
import type { Language } from './language.tsx'

type Source = OperatorStateAnswer['import_sources'][number]
type Result = NonNullable<Source['last_result']>

const de = {
  title: 'Datenquellen',
  none: 'Noch keine Datenquellen.',
  how: 'Füge eine auf der Kommandozeile hinzu: firmensuche sources add …',
  results: { done: 'importiert', unchanged: 'unverändert', failed: 'fehlgeschlagen' } as Readonly<
    Record<Result, string>
  >,
  notYet: 'noch nicht gelaufen',
  watched: 'Ordner wird überwacht',
  manual: 'läuft nur auf Befehl',
  hourly: 'stündlich',
  daily: (time: string) => `täglich um ${time} UTC`,
  everyHours: (hours: string) => `alle ${hours} Stunden`,
  lastSuccess: 'Zuletzt erfolgreich:',
  never: 'noch nie',
  lastFailure: 'Zuletzt fehlgeschlagen:',
  nextRun: 'Nächster Lauf:',
  failures: (count: string) => `${count} Fehlversuche in Folge`,
  message: 'Meldung:',
}

const en: typeof de = {
  title: 'Sources',
  none: 'No sources yet.',
  how: 'Add one on the command line: firmensuche sources add …',
  results: { done: 'imported', unchanged: 'unchanged', failed: 'failed' },
  notYet: 'not run yet',
  watched: 'watched folder',
  manual: 'runs by command only',
  hourly: 'hourly',
  daily: (time) => `daily at ${time} UTC`,
  everyHours: (hours) => `every ${hours} hours`,
  lastSuccess: 'Last success:',
  never: 'never',
  lastFailure: 'Last failure:',
  nextRun: 'Next run:',
  failures: (count) => `${count} failures in a row`,
  message: 'Message:',
}

export const SOURCES: Readonly<Record<Language, typeof de>> = { de, en }
