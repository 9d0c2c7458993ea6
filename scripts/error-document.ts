/** `docs/errors.md` in two languages: every code of the catalogue with cause, cure and an example, and every reason. */
import { FAULT_REASONS, type FailureCode, type FailureDetail, type FaultReason } from '../src/core/failure.ts'
import type { Language, Text } from '../src/http/protocol/language.ts'
import { ERROR_CATALOGUE, statusOf } from '../src/http/request/error-catalogue.ts'

/** What each reason means; a new one does not compile until it has a sentence. */
const REASON_TEXTS: Readonly<Record<FaultReason, Text>> = {
  required: {
    de: 'Das Feld, oder der ganze Inhalt, fehlt.',
    en: 'The field, or the whole body, is missing.',
  },
  type: {
    de: 'Verlangt ist ein Wert anderer Art. Nichts wird umgewandelt: `"true"` ist nicht `true`.',
    en: 'Another type of value is wanted. Nothing is converted: `"true"` is not `true`.',
  },
  unknown_field: {
    de: 'Der Inhalt hat ein Feld, das der Endpunkt nicht kennt.',
    en: 'The body has a field that the endpoint does not know.',
  },
  unknown_parameter: {
    de: 'Die Adresse hat einen Parameter, den der Endpunkt nicht kennt.',
    en: 'The query has a parameter that the endpoint does not know.',
  },
  repeated: {
    de: 'Der Parameter nimmt einen Wert und kam mehrmals.',
    en: 'The parameter takes one value and was sent several times.',
  },
  too_short: { de: 'Der Text, oder die Liste, ist zu kurz.', en: 'The text, or the list, is too short.' },
  too_long: { de: 'Der Text ist zu lang.', en: 'The text is too long.' },
  too_small: { de: 'Die Zahl ist zu klein.', en: 'The number is too small.' },
  too_large: {
    de: 'Die Zahl ist zu groß, das Netz zu weit, oder was das Feld verlangt, kostet mehr als die ganze Grenze des Schlüssels.',
    en: 'The number is too large, the network is too wide, or what the field asks for costs more than the whole limit of the key.',
  },
  too_many: { de: 'Die Liste hat zu viele Werte.', en: 'The list has too many values.' },
  control_character: {
    de: 'Der Text hat ein Steuerzeichen außer Tabulator und Zeilenumbruch, oder ein halbes Ersatzpaar.',
    en: 'The text has a control character other than tab and line break, or half a surrogate pair.',
  },
  encoding: {
    de: 'Die Bytes sind kein UTF-8, oder die Prozentschreibweise ist kaputt.',
    en: 'The bytes are not UTF-8, or the percent encoding is broken.',
  },
  syntax: {
    de: 'Der Inhalt ist kein JSON, oder die Anfrage kein HTTP.',
    en: 'The body is not JSON, or the request is not HTTP.',
  },
  format: {
    de: 'Der Text hat nicht die verlangte Form.',
    en: 'The text does not have the form that is wanted.',
  },
  not_allowed: {
    de: 'Der Wert ist keiner von denen in `allowed`.',
    en: 'The value is not one of those in `allowed`.',
  },
  mismatch: {
    de: 'Der Cursor gehört zu einer anderen Frage.',
    en: 'The cursor belongs to another question.',
  },
  key_in_query: {
    de: 'Ein Schlüssel, oder ein Parameter, der so heißt, kam in der Adresse. Als `Authorization` senden; der Schlüssel kann jetzt in einem Protokoll stehen und sollte erneuert werden.',
    en: 'A key, or a parameter that is named like one, was sent in the address. Send it as `Authorization`; the key may now be in a log: rotate it.',
  },
  body_not_allowed: { de: 'Ein GET kam mit Inhalt.', en: 'A GET was sent with a body.' },
}

const KEY = '-H "Authorization: Bearer $API_KEY"'
const JSON_TYPE = '-H "Content-Type: application/json"'
const SEARCH = '"$BASE_URL/api/v1/companies/search/"'

interface Example {
  /** What has to be there. */
  readonly needs?: Text
  readonly call: string
  readonly details?: readonly FailureDetail[]
}

const SEARCH_ONLY = '`npx firmensuche keys create --name search-only --scopes companies:search`'

/** What brings the error about, where one line does; what `details` then say. */
const EXAMPLES: Readonly<Partial<Record<FailureCode, Example>>> = {
  invalid_request: {
    call: `curl ${SEARCH} \\\n  ${KEY} ${JSON_TYPE} \\\n  -d '{"name": "Carl Zeiss", "limit": 1000, "register_type": ["HRX"]}'`,
    details: [
      { field: '/limit', reason: 'too_large' },
      {
        field: '/register_type/0',
        reason: 'not_allowed',
        allowed: ['HRA', 'HRB', 'GnR', 'PR', 'VR', 'GsR'],
      },
    ],
  },
  unauthorized: { call: 'curl "$BASE_URL/api/v1" -H "Authorization: Bearer fs_live_expired"' },
  forbidden: {
    needs: {
      de: `\`SEARCH_ONLY_KEY\` ist ein Schlüssel mit dem Recht zu suchen und keinem anderen: ${SEARCH_ONLY}.`,
      en: `\`SEARCH_ONLY_KEY\` is a key with the right to search and no other: ${SEARCH_ONLY}.`,
    },
    call: 'curl "$BASE_URL/api/v1/changes" -H "Authorization: Bearer $SEARCH_ONLY_KEY"',
  },
  not_found: { call: `curl "$BASE_URL/api/v1/companies/00000000-0000-4000-8000-000000000000" ${KEY}` },
  method_not_allowed: { call: `curl ${SEARCH} ${KEY}` },
  not_acceptable: { call: `curl "$BASE_URL/api/v1/sources" ${KEY} -H "Accept: image/png"` },
  unsupported_media_type: { call: `curl ${SEARCH} ${KEY} -d '{"name": "Carl Zeiss"}'` },
}

const HEAD: Text = {
  en: `# Errors

<!-- Made by scripts/make-docs.ts from src/http/request/error-catalogue.ts: change it there. -->

Every answer with a status from 400 on, also to a request that is broken as HTTP, is this object:

\`\`\`json
{"error": "Der Token ist ungültig oder abgelaufen.", "code": "unauthorized", "request_id": "hbMo5phqxT75-9"}
\`\`\`

- \`error\` is for people: German, or English with \`Accept-Language: en\`. Its words may change.
- \`code\` is for programs, and does not change.
- \`request_id\` is also in the header \`X-Request-Id\`. A client may send its own there, 1 to 64 characters of \`A-Z a-z 0-9 _ -\`.
- \`details\`, with \`invalid_request\` only: up to 20 faults, each with \`field\` (a JSON pointer into the body, \`/name\`; or the name of
  the query parameter; empty for the body as a whole), \`reason\`, and \`allowed\` where the list of values is closed.
- An answer to HEAD has no body; the status and \`X-Request-Id\` tell.
- A request that is given up as HTTP (broken, headers of more than 16 KiB, not whole after 30 seconds) is answered in German and as plain JSON, whatever it asked for.

The examples take \`$BASE_URL\` and \`$API_KEY\` from [The API](api.md). A test key provokes each of these errors at will, but \`conflict\`, which only pages answer: [Test keys](sandbox.md).

With \`Accept: application/problem+json\` the same members come as a problem of RFC 9457. Its \`type\` is the address of the code on this page:

`,
  de: `# Fehler

<!-- Aus src/http/request/error-catalogue.ts von scripts/make-docs.ts gemacht: dort ändern. -->

Jede Antwort mit einem Status ab 400, auch auf eine Anfrage, die kein richtiges HTTP ist, ist dieses Objekt:

\`\`\`json
{"error": "Der Token ist ungültig oder abgelaufen.", "code": "unauthorized", "request_id": "hbMo5phqxT75-9"}
\`\`\`

- \`error\` ist für Menschen: deutsch, mit \`Accept-Language: en\` englisch. Der Wortlaut kann sich ändern.
- \`code\` ist für Programme und ändert sich nicht.
- \`request_id\` steht auch im Kopf \`X-Request-Id\`. Wer dort eine eigene sendet, 1 bis 64 Zeichen aus \`A-Z a-z 0-9 _ -\`, bekommt sie zurück.
- \`details\`, nur bei \`invalid_request\`: bis zu 20 Mängel, jeder mit \`field\` (ein JSON-Zeiger in den Inhalt, \`/name\`; oder der Name des
  Parameters; leer für den Inhalt als Ganzes), \`reason\`, und \`allowed\`, wo es eine feste Liste von Werten gibt.
- Eine Antwort auf HEAD hat keinen Inhalt; Status und \`X-Request-Id\` sagen es.
- Eine Anfrage, die schon als HTTP scheitert (kaputt, Köpfe von mehr als 16 KiB, nach 30 Sekunden nicht ganz da), wird auf Deutsch und als schlichtes JSON beantwortet, was sie auch verlangt.

Die Beispiele nehmen \`$BASE_URL\` und \`$API_KEY\` aus [Die Schnittstelle](api.md). Ein Testschlüssel ruft jeden dieser Fehler nach Wunsch hervor, außer \`conflict\`, das nur Seiten antworten: [Testschlüssel](sandbox.md).

Mit \`Accept: application/problem+json\` kommt dasselbe als Problem nach RFC 9457. Sein \`type\` ist die Adresse des Codes auf dieser Seite:

`,
}

const PROBLEM = `\`\`\`sh
curl "$BASE_URL/api/v1" -H "Accept: application/problem+json" -H "Accept-Language: en"
\`\`\`

\`\`\`json
{"type": "http://localhost:8080/docs/errors#unauthorized", "title": "The token is invalid or has expired.", "status": 401,
 "error": "The token is invalid or has expired.", "code": "unauthorized", "request_id": "hbMo5phqxT75-a"}
\`\`\`
`

const WORDS = {
  codes: { de: 'Codes', en: 'Codes' },
  cause: { de: 'Woher', en: 'Cause' },
  advice: { de: 'Was tun', en: 'What to do' },
  text: { de: 'Text', en: 'text' },
  reasons: { de: 'Gründe', en: 'Reasons' },
  reason: { de: 'Grund', en: 'reason' },
  meaning: { de: 'Bedeutung', en: 'meaning' },
} as const satisfies Record<string, Text>

const ORDER: Text = {
  en: `## Which one answers

When several things are wrong, the first of these answers: the request as HTTP · unknown path 404 · method 405 · a key in the
address 400 · too many failed authentications 429 · key 401 · right 403 · rate limit 429 · \`Accept\` 406 · \`Content-Type\` 415 ·
size 413 · input 400 · right to search deep 403 · unknown id 404. Unknown paths and wrong methods are told without a key.
`,
  de: `## Welcher antwortet

Ist mehreres falsch, antwortet das Erste von diesen: die Anfrage als HTTP · unbekannter Pfad 404 · Methode 405 · ein Schlüssel in der
Adresse 400 · zu viele falsche Anmeldungen 429 · Schlüssel 401 · Recht 403 · Grenze 429 · \`Accept\` 406 · \`Content-Type\` 415 ·
Größe 413 · Eingabe 400 · Recht auf umfassende Suche 403 · unbekannte Kennung 404. Unbekannte Pfade und falsche Methoden erfährt man auch ohne Schlüssel.
`,
}

/** The whole document. */
export function errorsDocument(language: Language): string {
  const codes = Object.keys(ERROR_CATALOGUE) as FailureCode[]
  const rows = codes.map(
    (code) => `| ${statusOf(code)} | [\`${code}\`](#${code}) | ${ERROR_CATALOGUE[code].text[language]} |`,
  )
  const reasons = FAULT_REASONS.map((reason) => `| \`${reason}\` | ${REASON_TEXTS[reason][language]} |`)
  return [
    HEAD[language] + PROBLEM,
    `## ${WORDS.codes[language]}\n`,
    `| Status | code | ${WORDS.text[language]} |\n|---|---|---|\n${rows.join('\n')}\n`,
    ...codes.map((code) => codeSection(code, language)),
    `## ${WORDS.reasons[language]}\n`,
    `| ${WORDS.reason[language]} | ${WORDS.meaning[language]} |\n|---|---|\n${reasons.join('\n')}\n`,
    ORDER[language],
  ].join('\n')
}

function codeSection(code: FailureCode, language: Language): string {
  const { cause, advice } = ERROR_CATALOGUE[code]
  const example = EXAMPLES[code]
  const needs = example?.needs === undefined ? '' : `${example.needs[language]}\n\n`
  const call = example === undefined ? '' : `${needs}\`\`\`sh\n${example.call}\n\`\`\`\n\n`
  return `### \`${code}\`

Status ${statusOf(code)}. **${WORDS.cause[language]}:** ${cause[language]} **${WORDS.advice[language]}:** ${advice[language]}

${call}\`\`\`json
${answerText(code, example?.details ?? [{ field: '', reason: 'syntax' }])}
\`\`\`
`
}

/** German in both documents, as the service answers by itself. */
function answerText(code: FailureCode, details: readonly FailureDetail[]): string {
  const head = `{"error": ${JSON.stringify(ERROR_CATALOGUE[code].text.de)}, "code": "${code}", "request_id": "hbMo5phqxT75-9"`
  if (code !== 'invalid_request') return `${head}}`
  const faults = details.map(({ field, reason, allowed }) => {
    const values =
      allowed === undefined ? '' : `, "allowed": [${allowed.map((one) => `"${one}"`).join(', ')}]`
    return `{"field": "${field}", "reason": "${reason}"${values}}`
  })
  return `${head},\n "details": [${faults.join(',\n             ')}]}`
}
