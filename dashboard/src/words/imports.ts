/** Words for what goes wrong in an import: reasons to reject a row, and faults of files. */
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
    missing: () => 'Die Datei gibt es nicht.',
    folder: () => 'Das ist ein Ordner, keine Datei.',
    no_permission: () => 'Der Server darf die Datei nicht lesen.',
    empty: () => 'Die Datei ist leer.',
    unknown_format: () =>
      'Das Format ist nicht bekannt. Erwartet wird ein JSON-Objekt je Zeile (OffeneRegister), unverpackt oder als .gz, .bz2 oder .br.',
    truncated: (line: string) => `Die Datei bricht nach Zeile ${line} ab. Die Zeilen davor sind übernommen.`,
    damaged: (line: string) =>
      `Die Datei ist nach Zeile ${line} beschädigt. Die Zeilen davor sind übernommen.`,
    unreadable: (line: string) =>
      `Die Datei ließ sich nach Zeile ${line} nicht weiter lesen. Die Zeilen davor sind übernommen.`,
  } satisfies Record<Fault['reason'], (line: string) => string>,
}

const en: typeof de = {
  mostlyRejected: 'mostly rejected',
  rejected: (rejected, rows, reasons) => `${rejected} of ${rows} rows rejected: ${reasons}`,
  rejects: 'Rejected rows:',
  serverSays: 'Message of the server:',
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
    missing: () => 'There is no such file.',
    folder: () => 'This is a folder, not a file.',
    no_permission: () => 'The server may not read the file.',
    empty: () => 'The file is empty.',
    unknown_format: () =>
      'The format is not known. Expected is one JSON object per line (OffeneRegister), plain or packed as .gz, .bz2 or .br.',
    truncated: (line) => `The file is cut off after line ${line}. The rows before are stored.`,
    damaged: (line) => `The file is damaged after line ${line}. The rows before are stored.`,
    unreadable: (line) => `The file could not be read beyond line ${line}. The rows before are stored.`,
  },
}

export const IMPORTS: Readonly<Record<Language, typeof de>> = { de, en }
