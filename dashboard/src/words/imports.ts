/** Texts about faults of an import: reasons to reject a row, and faults of files. */
import type { OperatorStateAnswer } from '../api/types.ts'
import type { Language } from './language.tsx'

type Fault = OperatorStateAnswer['imports'][number]['faults'][number]

const de = {
  mostlyRejected: 'größtenteils abgelehnt',
  rejected: (rejected: string, rows: string, reasons: string) =>
    `${rejected} von ${rows} Zeilen abgelehnt: ${reasons}`,
  rejects: 'Abgelehnte Zeilen:',
  contradicted: (rows: string) =>
    `Zeilen mit der LEI eines anderen Unternehmens als dem mit ihrer Registernummer: ${rows} (es gilt die Nummer)`,
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
    country_unknown: 'Land unbekannt',
    lei_invalid: 'LEI fehlt oder ist ungültig',
    lei_void: 'LEI ist doppelt vergeben oder annulliert',
    natural_person: 'natürliche Person',
    another_company: 'die Nummer gehört einem anderen, gelöschten Unternehmen',
  } as Readonly<Record<string, string>>,
  faults: {
    missing: () => 'Die Datei existiert nicht.',
    folder: () => 'Der Ordner enthält keine oder zu viele Registerdateien.',
    not_a_file: () => 'Das ist eine Pipe oder ein Gerät, keine Datei.',
    no_permission: () => 'Der Server hat keine Leserechte für die Datei.',
    empty: () => 'Die Datei ist leer.',
    unknown_format: () =>
      'Unbekanntes Format. Erwartet wird eine Datei von OffeneRegister oder mit Registerbekanntmachungen, unkomprimiert oder als .gz, .bz2, .br oder .zip. Andere Tabellen brauchen eine Zuordnung der Spalten.',
    malformed: (line: string) =>
      `Die Datei ist nach Zeile ${line} fehlerhaft: ein Anführungszeichen wird nicht geschlossen, oder eine Zeile ist zu lang. Die Zeilen davor sind importiert.`,
    bad_mapping: () => 'Die Zuordnung der Spalten passt nicht zur Datei.',
    truncated: (line: string) => `Die Datei bricht nach Zeile ${line} ab. Die Zeilen davor sind importiert.`,
    damaged: (line: string) =>
      `Die Datei ist nach Zeile ${line} beschädigt. Die Zeilen davor sind importiert.`,
    unreadable: (line: string) =>
      `Die Datei kann nach Zeile ${line} nicht weiter gelesen werden. Die Zeilen davor sind importiert.`,
    no_companies: () =>
      'Die Datei wurde übersprungen: Sie enthält Meldeausnahmen von GLEIF und keine Unternehmensdaten.',
    archive_files: () => 'Das Archiv enthält nicht genau eine Datei. Entpacke es zuerst.',
    archive_encrypted: () =>
      'Das Archiv ist verschlüsselt oder mit einem unbekannten Verfahren gepackt. Entpacke es zuerst.',
    old_workbook: () =>
      'Die Datei ist eine alte Excel-Datei (.xls) oder hat ein Passwort. Speichere sie ohne Passwort als .xlsx oder als CSV.',
    binary: () => 'Die Datei ist kein Text, zum Beispiel ein Bild, ein PDF oder ein Programm.',
    foreign_database: () =>
      'Die SQLite-Datenbank ist keine von OffeneRegister: Ihr fehlen deren Tabellen. Exportiere, was du brauchst, als CSV.',
    database_damaged: () => 'Die SQLite-Datenbank ist beschädigt. Die Zeilen davor sind gültig.',
    no_space: () => 'Der Ordner für temporäre Dateien (TMPDIR) ist voll.',
    mapping_missing: () => 'Eine Excel-Datei (.xlsx) braucht eine Zuordnung der Spalten.',
    unpacks_too_large: (line: string) =>
      `Die Datei ist entpackt viel zu groß und wurde nach Zeile ${line} nicht weiter gelesen. Die Zeilen davor sind importiert.`,
  } satisfies Record<Fault['reason'], (line: string) => string>,
}

const en: typeof de = {
  mostlyRejected: 'mostly rejected',
  rejected: (rejected, rows, reasons) => `${rejected} of ${rows} rows rejected: ${reasons}`,
  rejects: 'Rejected rows:',
  contradicted: (rows) =>
    `Rows with the LEI of another company than the one with their register number: ${rows} (the number counts)`,
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
    country_unknown: 'country unknown',
    lei_invalid: 'no LEI, or an invalid one',
    lei_void: 'LEI is a duplicate or annulled',
    natural_person: 'natural person',
    another_company: 'the number belongs to another, removed company',
  },
  faults: {
    missing: () => 'The file does not exist.',
    folder: () => 'The folder contains no register files, or too many.',
    not_a_file: () => 'This is a pipe or a device, not a file.',
    no_permission: () => 'The server has no permission to read the file.',
    empty: () => 'The file is empty.',
    unknown_format: () =>
      'Unknown format. Expected is a file of OffeneRegister or of register announcements, uncompressed or as .gz, .bz2, .br or .zip. Other tables need a mapping of their columns.',
    malformed: (line) =>
      `The file is malformed after line ${line}: a quote is never closed, or a row is too long. The rows before it are imported.`,
    bad_mapping: () => 'The mapping of columns does not fit the file.',
    truncated: (line) => `The file is cut off after line ${line}. The rows before it are imported.`,
    damaged: (line) => `The file is damaged after line ${line}. The rows before it are imported.`,
    unreadable: (line) => `The file cannot be read beyond line ${line}. The rows before it are imported.`,
    no_companies: () => 'The file was skipped: it contains GLEIF reporting exceptions and no companies.',
    archive_files: () => 'The archive does not contain exactly one file. Unpack it first.',
    archive_encrypted: () => 'The archive is encrypted or packed in an unknown way. Unpack it first.',
    old_workbook: () =>
      'The file is an old Excel file (.xls) or has a password. Save it without a password as .xlsx, or as CSV.',
    binary: () => 'The file is no text, but for example an image, a PDF or a program.',
    foreign_database: () =>
      'The SQLite database is not one of OffeneRegister: it lacks their tables. Export what you need as CSV.',
    database_damaged: () => 'The SQLite database is damaged. The rows before are valid.',
    no_space: () => 'The folder for temporary files (TMPDIR) is full.',
    mapping_missing: () => 'An Excel file (.xlsx) needs a mapping of its columns.',
    unpacks_too_large: (line) =>
      `The file unpacks to far too much and was not read after line ${line}. The rows before are imported.`,
  },
}

export const IMPORTS: Readonly<Record<Language, typeof de>> = { de, en }
