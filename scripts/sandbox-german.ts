/** The German words of `docs/sandbox.md`, by the English ones: a text without a counterpart stops the making of the page. */
export const SANDBOX_GERMAN: Readonly<Record<string, string>> = {
  '# The sandbox': '# Der Sandkasten',
  '<!-- Made by scripts/make-docs.ts from src/core/sandbox: change it there. -->':
    '<!-- Aus src/core/sandbox von scripts/make-docs.ts gemacht: dort ändern. -->',
  'A **test key** (`fs_test_…`) sees a small register that is made up, and nothing else: every endpoint answers it as it would answer a live key, with the':
    'Ein **Testschlüssel** (`fs_test_…`) sieht ein kleines, erfundenes Register und sonst nichts: Jeder Endpunkt antwortet ihm wie einem Live-Schlüssel, mit',
  'same headers, limits and costs. A live key sees none of it. So a client can be tried out, and tested for good, without real companies, against answers that are':
    'denselben Köpfen, Grenzen und Kosten. Ein Live-Schlüssel sieht nichts davon. So lässt sich ein Programm ohne echte Unternehmen ausprobieren und auf Dauer testen, an Antworten, die',
  'known beforehand: ids, numbers, names, times and cursors are the same in every installation and stay as they are. New companies may come.':
    'vorher bekannt sind: Kennungen, Nummern, Namen, Zeiten und Cursor sind in jeder Installation gleich und bleiben es. Neue Unternehmen können dazukommen.',
  'Test keys are made where live keys are made: on the page *Keys*, or by `npx firmensuche keys create --name trying --test`. `GET /api/v1` says `"kind": "test"` of one. Their limits are':
    'Testschlüssel entstehen, wo auch Live-Schlüssel entstehen: auf der Seite *Schlüssel*, oder mit `npx firmensuche keys create --name trying --test`. `GET /api/v1` nennt sie `"kind": "test"`. Ihre Grenzen sind',
  'those of live keys, with a budget of their own: what is tried out takes nothing from the live keys of the account. To run into a real 429 soon, and come out of it,':
    'die der Live-Schlüssel, mit einem eigenen Budget: Ausprobieren nimmt den Live-Schlüsseln des Kontos nichts. Wer bald in ein echtes 429 geraten und wieder herauskommen will,',
  'give a test key a small limit: `--limit 5/10s`.':
    'gibt einem Testschlüssel eine kleine Grenze: `--limit 5/10s`.',
  '## Errors': '## Fehler',
  'One of these texts, anywhere in a sound request, ends it as a service in trouble would: as the name of a search, in a row of a batch, as `q`, as `city` of a list;':
    'Jeder dieser Texte beendet eine richtige Anfrage so, wie es ein Dienst in Not täte: als Name einer Suche, in einer Zeile einer Kundenliste, als `q`, als `city` einer Liste;',
  'the id as that of a company. None of it costs anything. Repeated, it ends the same way again.':
    'die Kennung als die eines Unternehmens. Nichts davon kostet etwas. Wiederholt endet es wieder so.',
  '| text | id | status | code | besides |': '| Text | Kennung | Status | code | dazu |',
  'All others are provoked by what is sent, by a test key as by any:':
    'Alle anderen ruft hervor, was gesendet wird, mit einem Testschlüssel wie mit jedem:',
  '| what is sent | status | code |': '| was gesendet wird | Status | code |',
  '`{"name": 5}` as a search': '`{"name": 5}` als Suche',
  'a company with the id `00000000-0000-5000-8000-000000000404`':
    'ein Unternehmen mit der Kennung `00000000-0000-5000-8000-000000000404`',
  '`GET` of the search': '`GET` der Suche',
  '`Accept: image/png`': '`Accept: image/png`',
  'a search of more than 64 KiB': 'eine Suche von mehr als 64 KiB',
  'an address of more than 8 KiB': 'eine Adresse von mehr als 8 KiB',
  'a search with `Content-Type: text/plain`': 'eine Suche mit `Content-Type: text/plain`',
  '`Expect: a-miracle`': '`Expect: a-miracle`',
  'headers of more than 16 KiB': 'Köpfe von mehr als 16 KiB',
  'A key without a right gets a real 403: `--scopes companies:read`. `conflict` (409) is answered on pages only.':
    'Ein Schlüssel, dem ein Recht fehlt, bekommt ein echtes 403: `--scopes companies:read`. `conflict` (409) antworten nur die Seiten.',
  '## Searches': '## Suchen',
  '| search | finds |': '| Suche | findet |',
  nothing: 'nichts',
  'one company, with `X-Search-Partial: true` and no cursor':
    'ein Unternehmen, mit `X-Search-Partial: true` und ohne Cursor',
  'one company, with `X-Search-Truncated: true` and `X-Total-Count: 1000+`':
    'ein Unternehmen, mit `X-Search-Truncated: true` und `X-Total-Count: 1000+`',
  '| `{"name":"Sandbox Seite"}` | 60 companies: two whole pages of 25, each with `X-Next-Cursor`, and one of 10 without |':
    '| `{"name":"Sandbox Seite"}` | 60 Unternehmen: zwei ganze Seiten von 25, jede mit `X-Next-Cursor`, und eine von 10 ohne |',
  '## Rows of a batch': '## Zeilen einer Kundenliste',
  '| row | `state` |': '| Zeile | `state` |',
  '## Ids': '## Kennungen',
  '| id | answer |': '| Kennung | Antwort |',
  'a former number of the same company': 'eine frühere Nummer desselben Unternehmens',
  'it must not be shown; `suppressed` in the changes':
    'es darf nicht gezeigt werden; `suppressed` in den Änderungen',
  '## Companies': '## Unternehmen',
  'The source is `sandbox`. All stood in the register on 1 January 2026; on the second, one was changed, one removed, and one suppressed, which is what the changes end with. Of the legal forms of the reference only `Stiftung` has none: the word is part of the name, and a form only together with others (`Stiftung & Co. KG`).':
    'Die Quelle ist `sandbox`. Alle standen am 1. Januar 2026 im Register; am zweiten wurde eines geändert, eines gelöscht und eines gesperrt, und damit enden die Änderungen. Von den Rechtsformen der Kürzelliste hat nur `Stiftung` keines: Das Wort gehört zum Namen und ist nur zusammen mit anderen eine Form (`Stiftung & Co. KG`).',
  '| id | name | number | status | legal form | what for |':
    '| Kennung | Name | Nummer | Status | Rechtsform | wofür |',
  'status `active`': 'Status `active`',
  'status `liquidation`': 'Status `liquidation`',
  'status `insolvency`': 'Status `insolvency`',
  'status `removed`: found by a deep search, by number, or with `status`':
    'Status `removed`: findet nur eine umfassende Suche, eine nach der Nummer oder eine mit `status`',
  'status `unknown`': 'Status `unknown`',
  'former names and a former number; the id of that number answers 308':
    'frühere Namen und eine frühere Nummer; deren Kennung antwortet 308',
  'was changed: `changed` in the changes, with `fields`':
    'wurde geändert: `changed` in den Änderungen, mit `fields`',
  'was removed from the register: `removed` in the changes':
    'wurde im Register gelöscht: `removed` in den Änderungen',
  'umlauts and ß: `sandbox uebergroessentraeger suess` finds it':
    'Umlaute und ß: `sandbox uebergroessentraeger suess` findet es',
  'letters of other languages': 'Buchstaben anderer Sprachen',
  'markup that must be shown as text': 'Auszeichnungen, die als Text zu zeigen sind',
  "CSV: a cell that a spreadsheet would run has a leading `'`":
    "CSV: eine Zelle, die eine Tabelle ausführen würde, beginnt mit `'`",
  'a name of 372 characters': 'ein Name von 372 Zeichen',
  'letters behind the register number': 'Buchstaben hinter der Registernummer',
  'no seat, no address, no date': 'kein Sitz, keine Anschrift, kein Datum',
  'batch `found`: `Sandbox Eindeutig GmbH`': 'Kundenliste `found`: `Sandbox Eindeutig GmbH`',
  'batch `ambiguous`: `Sandbox Zwilling GmbH`': 'Kundenliste `ambiguous`: `Sandbox Zwilling GmbH`',
  'the other twin; with `city` `Köln` it is `found`': 'der andere Zwilling; mit `city` `Köln` ist er `found`',
  'batch `possible`: `Sandbox Fernhandel`': 'Kundenliste `possible`: `Sandbox Fernhandel`',
  'a deep search finds it for `Sandbox Tipfehlr GmbH`':
    'eine umfassende Suche findet es unter `Sandbox Tipfehlr GmbH`',
  'what is found with `X-Search-Partial`': 'was mit `X-Search-Partial` gefunden wird',
  'what is found with `X-Search-Truncated`': 'was mit `X-Search-Truncated` gefunden wird',
  'a legal form': 'eine Rechtsform',
  'one of 60: `Sandbox Seite` has three pages of 25': 'eines von 60: `Sandbox Seite` hat drei Seiten von 25',
}
