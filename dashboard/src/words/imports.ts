/** Texts about faults of an import: reasons to reject a row, and faults of files. */
import type { OperatorStateAnswer } from '../api/types.ts'
import type { Language } from './language.tsx'

type Fault = OperatorStateAnswer['imports'][number]['faults'][number]

const de = {
  mostlyRejected: 'größtenteils abgelehnt',
  rejected: (rejected: string, rows: string, reasons: string) =>
    `${rejected} von ${rows} Zeilen abgelehnt: ${reasons}`,
  rejects: 'Abgelehnte Zeilen:',
  serverSays: 'Meldung des Servers:',
  /** By the code of the reason. */
  reasons: {
    broken_json: 'kein gültiges JSON',
    not_an_object: 'kein JSON-Objekt',
    not_utf8: 'nicht in UTF-8',
    line_too_long: 'Zeile länger als 1 MiB',
    field_type: 'ein Feld hat den falschen Typ',
    name_missing: 'Name fehlt',
    name_too_long: 'Name zu lang',
    number_missing: 'Registernummer fehlt',
    number_unreadable: 'Registernummer nicht lesbar',
  } as Readonly<Record<string, string>>,
  faults: {
    missing: () => 'Die Datei existiert nicht.',
    folder: () => 'Das ist ein Ordner, keine Datei.',
    no_permission: () => 'Der Server hat keine Leserechte für die Datei.',
    empty: () => 'Die Datei ist leer.',
    unknown_format: () =>
      'Unbekanntes Format. Erwartet wird ein JSON-Objekt pro Zeile (OffeneRegister), unkomprimiert oder als .gz, .bz2 oder .br.',
    truncated: (line: string) => `Die Datei bricht nach Zeile ${line} ab. Die Zeilen davor sind importiert.`,
    damaged: (line: string) =>
      `Die Datei ist nach Zeile ${line} beschädigt. Die Zeilen davor sind importiert.`,
    unreadable: (line: string) =>
      `Die Datei kann nach Zeile ${line} nicht weiter gelesen werden. Die Zeilen davor sind importiert.`,
  } satisfies Record<Fault['reason'], (line: string) => string>,
}

const en: typeof de = {
  mostlyRejected: 'mostly rejected',
  rejected: (rejected, rows, reasons) => `${rejected} of ${rows} rows rejected: ${reasons}`,
  rejects: 'Rejected rows:',
  serverSays: 'Message from the server:',
  reasons: {
    broken_json: 'not valid JSON',
    not_an_object: 'not a JSON object',
    not_utf8: 'not UTF-8',
    line_too_long: 'line longer than 1 MiB',
    field_type: 'a field of the wrong type',
    name_missing: 'no name',
    name_too_long: 'name too long',
    number_missing: 'no register number',
    number_unreadable: 'register number not readable',
  },
  faults: {
    missing: () => 'The file does not exist.',
    folder: () => 'This is a folder, not a file.',
    no_permission: () => 'The server has no permission to read the file.',
    empty: () => 'The file is empty.',
    unknown_format: () =>
      'Unknown format. Expected is one JSON object per line (OffeneRegister), uncompressed or as .gz, .bz2 or .br.',
    truncated: (line) => `The file is cut off after line ${line}. The rows before it are imported.`,
    damaged: (line) => `The file is damaged after line ${line}. The rows before it are imported.`,
    unreadable: (line) => `The file cannot be read beyond line ${line}. The rows before it are imported.`,
  },
}

export const IMPORTS: Readonly<Record<Language, typeof de>> = { de, en }
