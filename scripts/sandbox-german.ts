/** The German texts of `docs/sandbox.md` by the English ones. A text without a translation stops the generation. */
export const SANDBOX_GERMAN: Readonly<Record<string, string>> = {
  '# Test keys and the sandbox': '# Testschlüssel und Sandbox',
  '<!-- Made by scripts/make-docs.ts from src/core/sandbox: change it there. -->':
    '<!-- Erzeugt von scripts/make-docs.ts aus src/core/sandbox: dort ändern. -->',
  'A **test key** (`fs_test_…`) gives access to a small fictional register and nothing else. Every endpoint responds as it does to a live key, with the':
    'Ein **Testschlüssel** (`fs_test_…`) gilt nur für ein kleines fiktives Register. Jeder Endpunkt antwortet wie bei einem Live-Schlüssel, mit',
  'same headers, limits and costs. A live key does not see this register. You can develop and test a client without real companies; the responses are':
    'denselben Headern, Limits und Kosten. Ein Live-Schlüssel sieht dieses Register nicht. So kannst du ein Programm ohne echte Unternehmen entwickeln und testen. Die Antworten',
  'known in advance: IDs, numbers, names, times and cursors are the same in every installation and never change. New companies may be added.':
    'sind im Voraus bekannt: IDs, Nummern, Namen, Zeiten und Cursor sind in jeder Installation gleich und ändern sich nie. Neue Unternehmen können hinzukommen.',
  'Create test keys like live keys: on the page *Keys*, or with `npx firmensuche keys create --name trying --test`. `GET /api/v1` returns `"kind": "test"` for them. They have the same':
    'Testschlüssel legst du wie Live-Schlüssel an: auf der Seite *Schlüssel* oder mit `npx firmensuche keys create --name trying --test`. `GET /api/v1` liefert für sie `"kind": "test"`. Sie haben dieselben',
  'limits as live keys but are counted separately, so tests do not use up the limits of the live keys of the account. To test a real 429 quickly,':
    'Limits wie Live-Schlüssel, werden aber getrennt gezählt. Tests verbrauchen also nichts von den Limits der Live-Schlüssel. Um ein echtes 429 schnell zu testen,',
  'give a test key a small limit: `--limit 5/10s`.':
    'gib einem Testschlüssel ein kleines Limit: `--limit 5/10s`.',
  '## Errors': '## Fehler',
  'A valid request that contains one of these texts returns the corresponding error: as the name of a search, in a row of a batch, as `q`, or as `city` of a list;':
    'Eine gültige Anfrage, die einen dieser Texte enthält, liefert den entsprechenden Fehler: als Name einer Suche, in einer Zeile einer Kundenliste, als `q` oder als `city` einer Liste;',
  'the ID works as the ID of a company. These requests cost nothing and always return the same error.':
    'die ID wirkt als ID eines Unternehmens. Diese Anfragen kosten nichts und liefern immer denselben Fehler.',
  '| text | ID | status | code | headers |': '| Text | ID | Status | code | Header |',
  'All other errors result from the request itself, with any key:':
    'Alle anderen Fehler ergeben sich aus der Anfrage selbst, mit jedem Schlüssel:',
  '| request | status | code |': '| Anfrage | Status | code |',
  '`{"name": 5}` as a search': '`{"name": 5}` als Suche',
  'a company with the ID `00000000-0000-5000-8000-000000000404`':
    'ein Unternehmen mit der ID `00000000-0000-5000-8000-000000000404`',
  '`GET` of the search': '`GET` der Suche',
  '`Accept: image/png`': '`Accept: image/png`',
  'a search of more than 64 KiB': 'eine Suche mit mehr als 64 KiB',
  'a URL of more than 8 KiB': 'eine URL mit mehr als 8 KiB',
  'a search with `Content-Type: text/plain`': 'eine Suche mit `Content-Type: text/plain`',
  '`Expect: a-miracle`': '`Expect: a-miracle`',
  'headers of more than 16 KiB': 'Header mit mehr als 16 KiB',
  'A key without the permission gets a real 403: `--scopes companies:read`. Only the account pages return `conflict` (409).':
    'Ein Schlüssel ohne die Berechtigung erhält ein echtes 403: `--scopes companies:read`. `conflict` (409) melden nur die Kontoseiten.',
  '## Searches': '## Suchen',
  '| search | result |': '| Suche | Ergebnis |',
  nothing: 'nichts',
  'one company, with `X-Search-Partial: true` and no cursor':
    'ein Unternehmen, mit `X-Search-Partial: true` und ohne Cursor',
  'one company, with `X-Search-Truncated: true` and `X-Total-Count: 1000+`':
    'ein Unternehmen, mit `X-Search-Truncated: true` und `X-Total-Count: 1000+`',
  '| `{"name":"Sandbox Seite"}` | 60 companies: two pages of 25 with `X-Next-Cursor`, and one of 10 without |':
    '| `{"name":"Sandbox Seite"}` | 60 Unternehmen: zwei Seiten mit 25 und `X-Next-Cursor`, eine mit 10 ohne |',
  '## Rows of a batch': '## Zeilen einer Kundenliste',
  '| row | `state` |': '| Zeile | `state` |',
  '## IDs': '## IDs',
  '| ID | response |': '| ID | Antwort |',
  'a former number of the same company': 'eine frühere Nummer desselben Unternehmens',
  'suppressed company; `suppressed` in the changes':
    'ausgeblendetes Unternehmen; `suppressed` in den Änderungen',
  '## Companies': '## Unternehmen',
  'The source is `sandbox`. All companies were registered on 1 January 2026. On 2 January, one was changed, one removed and one suppressed; these are the last changes. Every legal form of the reference has a company except `Stiftung`: this word is part of the name and only a legal form together with others (`Stiftung & Co. KG`).':
    'Die Quelle ist `sandbox`. Alle Unternehmen sind am 1. Januar 2026 eingetragen. Am 2. Januar wurde eines geändert, eines gelöscht und eines ausgeblendet; das sind die letzten Änderungen. Jede Rechtsform der Referenz kommt vor außer `Stiftung`: Dieses Wort gehört zum Namen und ist nur zusammen mit anderen eine Rechtsform (`Stiftung & Co. KG`).',
  '| ID | name | number | status | legal form | purpose |':
    '| ID | Name | Nummer | Status | Rechtsform | Zweck |',
  'status `active`': 'Status `active`',
  'status `liquidation`': 'Status `liquidation`',
  'status `insolvency`': 'Status `insolvency`',
  'status `removed`: found by a deep search, by number, or with `status`':
    'Status `removed`: nur mit erweiterter Suche, nach Nummer oder mit `status` zu finden',
  'status `unknown`': 'Status `unknown`',
  'former names and a former number; the ID of that number returns 308':
    'frühere Namen und eine frühere Nummer; die ID dieser Nummer führt zu 308',
  'was changed: `changed` in the changes, with `fields`':
    'wurde geändert: `changed` in den Änderungen, mit `fields`',
  'was removed from the register: `removed` in the changes':
    'wurde im Register gelöscht: `removed` in den Änderungen',
  'umlauts and ß: `sandbox uebergroessentraeger suess` finds it':
    'Umlaute und ß: `sandbox uebergroessentraeger suess` findet es',
  'letters of other languages': 'Buchstaben anderer Sprachen',
  'markup that must be shown as text': 'Markup, das als Text angezeigt werden muss',
  "CSV: a cell that a spreadsheet would run as a formula has a leading `'`":
    "CSV: eine Zelle, die als Formel ausgeführt würde, beginnt mit `'`",
  'a name of 372 characters': 'ein Name mit 372 Zeichen',
  'letters after the register number': 'Buchstaben hinter der Registernummer',
  'no seat, no address, no date': 'kein Sitz, keine Anschrift, kein Datum',
  'batch `found`: `Sandbox Eindeutig GmbH`': 'Kundenliste `found`: `Sandbox Eindeutig GmbH`',
  'batch `ambiguous`: `Sandbox Zwilling GmbH`': 'Kundenliste `ambiguous`: `Sandbox Zwilling GmbH`',
  'the other twin; with `city` `Köln` it is `found`': 'der andere Zwilling; mit `city` `Köln` ist er `found`',
  'batch `possible`: `Sandbox Fernhandel`': 'Kundenliste `possible`: `Sandbox Fernhandel`',
  'found by a deep search for `Sandbox Tipfehlr GmbH`':
    'gefunden mit der erweiterten Suche nach `Sandbox Tipfehlr GmbH`',
  'found with `X-Search-Partial`': 'gefunden mit `X-Search-Partial`',
  'found with `X-Search-Truncated`': 'gefunden mit `X-Search-Truncated`',
  'a legal form': 'eine Rechtsform',
  'one of 60: `Sandbox Seite` has three pages of 25': 'eines von 60: `Sandbox Seite` hat drei Seiten von 25',
}
