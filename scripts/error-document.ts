/** Writes `docs/errors.md` in two languages: every code with its cause, solution and an example, and every reason. */
import { FAULT_REASONS, type FailureCode, type FailureDetail, type FaultReason } from '../src/core/failure.ts'
import type { Language, Text } from '../src/http/protocol/language.ts'
import { ERROR_CATALOGUE, statusOf } from '../src/http/request/error-catalogue.ts'

/** What each reason means; a new one does not compile until it has a sentence. */
const REASON_TEXTS: Readonly<Record<FaultReason, Text>> = {
  required: {
    de: 'Das Feld oder der ganze Body fehlt.',
    en: 'The field or the whole body is missing.',
  },
  type: {
    de: 'Der Wert hat den falschen Typ. Werte werden nicht umgewandelt: `"true"` ist nicht `true`.',
    en: 'The value has the wrong type. Values are not converted: `"true"` is not `true`.',
  },
  unknown_field: {
    de: 'Der Body enthält ein unbekanntes Feld.',
    en: 'The body contains an unknown field.',
  },
  unknown_parameter: {
    de: 'Die URL enthält einen unbekannten Parameter.',
    en: 'The URL contains an unknown parameter.',
  },
  repeated: {
    de: 'Der Parameter ist nur einmal erlaubt und kam mehrmals vor.',
    en: 'The parameter is allowed only once and was sent several times.',
  },
  too_short: { de: 'Der Text oder die Liste ist zu kurz.', en: 'The text or the list is too short.' },
  too_long: { de: 'Der Text ist zu lang.', en: 'The text is too long.' },
  too_small: { de: 'Die Zahl ist zu klein.', en: 'The number is too small.' },
  too_large: {
    de: 'Die Zahl oder das Netz ist zu groß, oder die Anfrage kostet wegen dieses Feldes mehr als das ganze Limit des Schlüssels.',
    en: 'The number or the network is too large, or because of this field the request costs more than the whole limit of the key.',
  },
  too_many: { de: 'Die Liste hat zu viele Werte.', en: 'The list has too many values.' },
  control_character: {
    de: 'Der Text enthält ein anderes Steuerzeichen als Tabulator und Zeilenumbruch, oder ein halbes Surrogatpaar.',
    en: 'The text contains a control character other than tab and line break, or a lone surrogate.',
  },
  encoding: {
    de: 'Die Bytes sind kein UTF-8, oder die Prozentkodierung ist ungültig.',
    en: 'The bytes are not UTF-8, or the percent encoding is invalid.',
  },
  syntax: {
    de: 'Der Body ist kein gültiges JSON, oder die Anfrage ist kein gültiges HTTP.',
    en: 'The body is not valid JSON, or the request is not valid HTTP.',
  },
  format: {
    de: 'Der Text hat nicht das erforderliche Format.',
    en: 'The text does not have the required format.',
  },
  not_allowed: {
    de: 'Der Wert ist nicht in `allowed` enthalten.',
    en: 'The value is not in `allowed`.',
  },
  mismatch: {
    de: 'Der Cursor gehört zu einer anderen Anfrage.',
    en: 'The cursor belongs to another query.',
  },
  key_in_query: {
    de: 'Die URL enthält einen Schlüssel oder einen Parameter für Schlüssel. Sende ihn als `Authorization`. Der Schlüssel kann jetzt in einem Log stehen; erneuere ihn.',
    en: 'The URL contains a key or a parameter for keys. Send it as `Authorization`. The key may now be in a log; rotate it.',
  },
  body_not_allowed: { de: 'Eine GET-Anfrage hat einen Body.', en: 'A GET request has a body.' },
}

const KEY = '-H "Authorization: Bearer $API_KEY"'
const JSON_TYPE = '-H "Content-Type: application/json"'
const SEARCH = '"$BASE_URL/api/v1/companies/search/"'

interface Example {
  /** What the example requires. */
  readonly needs?: Text
  readonly call: string
  readonly details?: readonly FailureDetail[]
}

const SEARCH_ONLY = '`npx firmensuche keys create --name search-only --scopes companies:search`'

/** A request of one line that causes the error, where there is one, and the `details` of its response. */
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
      de: `\`SEARCH_ONLY_KEY\` ist ein Schlüssel, der nur suchen darf: ${SEARCH_ONLY}.`,
      en: `\`SEARCH_ONLY_KEY\` is a key that may only search: ${SEARCH_ONLY}.`,
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

Every response with status 400 or higher is this object, also for a malformed HTTP request:

\`\`\`json
{"error": "Der Token ist ungültig oder abgelaufen.", "code": "unauthorized", "request_id": "hbMo5phqxT75-9"}
\`\`\`

- \`error\` is for people: German, or English with \`Accept-Language: en\`. The wording may change.
- \`code\` is for programs and does not change.
- \`request_id\` is also in the header \`X-Request-Id\`. A client may send its own there, 1 to 64 characters of \`A-Z a-z 0-9 _ -\`.
- \`details\`, only with \`invalid_request\`: up to 20 errors, each with \`field\` (a JSON pointer into the body, \`/name\`; or the name of
  the query parameter; empty for the body as a whole), \`reason\`, and \`allowed\` where the list of values is closed.
- A response to HEAD has no body, only the status and \`X-Request-Id\`.
- The response to a malformed HTTP request (invalid, more than 16 KiB of headers, incomplete after 30 seconds) is always German and plain JSON.

The examples use \`$BASE_URL\` and \`$API_KEY\` from [API](api.md). A test key can simulate each of these errors except \`conflict\`, which only the account pages return: [Test keys](sandbox.md).

With \`Accept: application/problem+json\`, the error is a problem of RFC 9457 with the same members. Its \`type\` is the URL of the code on this page:

`,
  de: `# Fehler

<!-- Erzeugt von scripts/make-docs.ts aus src/http/request/error-catalogue.ts: dort ändern. -->

Jede Antwort mit Status 400 oder höher ist dieses Objekt, auch bei fehlerhaftem HTTP:

\`\`\`json
{"error": "Der Token ist ungültig oder abgelaufen.", "code": "unauthorized", "request_id": "hbMo5phqxT75-9"}
\`\`\`

- \`error\` ist für Menschen: deutsch, mit \`Accept-Language: en\` englisch. Der Wortlaut kann sich ändern.
- \`code\` ist für Programme und ändert sich nicht.
- \`request_id\` steht auch im Header \`X-Request-Id\`. Der Client kann dort eine eigene ID senden, 1 bis 64 Zeichen aus \`A-Z a-z 0-9 _ -\`.
- \`details\`, nur bei \`invalid_request\`: bis zu 20 Fehler, jeder mit \`field\` (ein JSON-Pointer in den Body, \`/name\`; oder der Name des
  Parameters; leer für den ganzen Body), \`reason\` und, bei einer festen Liste von Werten, \`allowed\`.
- Eine Antwort auf HEAD hat keinen Body, nur Status und \`X-Request-Id\`.
- Die Antwort auf eine fehlerhafte HTTP-Anfrage (ungültig, mehr als 16 KiB Header, nach 30 Sekunden unvollständig) ist immer deutsch und einfaches JSON.

Die Beispiele verwenden \`$BASE_URL\` und \`$API_KEY\` aus [API](api.md). Ein Testschlüssel kann jeden dieser Fehler auslösen außer \`conflict\`, das nur die Kontoseiten melden: [Testschlüssel](sandbox.md).

Mit \`Accept: application/problem+json\` ist der Fehler ein Problem nach RFC 9457 mit denselben Feldern. Sein \`type\` ist die URL des Codes auf dieser Seite:

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
  cause: { de: 'Ursache', en: 'Cause' },
  advice: { de: 'Lösung', en: 'Solution' },
  text: { de: 'Text', en: 'text' },
  reasons: { de: 'Gründe', en: 'Reasons' },
  reason: { de: 'Grund', en: 'reason' },
  meaning: { de: 'Bedeutung', en: 'meaning' },
} as const satisfies Record<string, Text>

const ORDER: Text = {
  en: `## Order of checks

If several things are wrong, the first of these errors is returned: malformed HTTP · unknown path 404 · method 405 · a key in the
URL 400 · too many failed authentications 429 · key 401 · permission 403 · rate limit 429 · \`Accept\` 406 · \`Content-Type\` 415 ·
size 413 · input 400 · permission for deep search 403 · unknown ID 404. Unknown paths and wrong methods are reported without a key.
`,
  de: `## Reihenfolge der Prüfungen

Ist mehreres falsch, wird der erste dieser Fehler gemeldet: fehlerhaftes HTTP · unbekannter Pfad 404 · Methode 405 · ein Schlüssel in der
URL 400 · zu viele fehlgeschlagene Authentifizierungen 429 · Schlüssel 401 · Berechtigung 403 · Limit 429 · \`Accept\` 406 · \`Content-Type\` 415 ·
Größe 413 · Eingabe 400 · Berechtigung für die erweiterte Suche 403 · unbekannte ID 404. Unbekannte Pfade und falsche Methoden werden auch ohne Schlüssel gemeldet.
`,
}

/** Returns the whole document. */
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

/** Returns the JSON of a response: German in both documents, because it is the default language. */
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
