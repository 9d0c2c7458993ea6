/** Texts of the OpenAPI document that do not come from the routes. */
import type { Text } from '../protocol/language.ts'
import type { HeaderNote } from '../request/route.ts'

/** Texts by their place in the document. */
export const DOCUMENT_TEXTS = {
  about: {
    de: 'Welches eingetragene Unternehmen ist mit diesem Namen gemeint? Auf eigenem Rechner, quelloffen. Jeder Aufruf außer `health` braucht einen API-Schlüssel.',
    en: 'Which registered company is meant by this name? Self-hosted, open source. Every call but health takes an API key.',
  },
  server: { de: 'Dieser Server', en: 'This server' },
  companies: { de: 'Das Register durchsuchen und lesen.', en: 'Search and read the register.' },
  service: {
    de: 'Was der Dienst ist, was seine Wörter heißen, wofür ein Schlüssel benutzt wurde.',
    en: 'What the service is, what its words mean, what a key was used for.',
  },
  health: { de: 'Für alle, die den Prozess überwachen.', en: 'For whoever watches the process.' },
  key: {
    de: 'Ein API-Schlüssel: `Authorization: Bearer fs_live_…`, oder `fs_test_…` für die Sandbox. Undurchsichtig; wie ein Passwort zu behandeln.',
    en: 'An API key: `Authorization: Bearer fs_live_…`, or `fs_test_…` for the sandbox. Opaque; treat it like a password.',
  },
  uuid: { de: 'Eine UUID, groß oder klein geschrieben.', en: 'A UUID, in any case.' },
  ifNoneMatch: {
    de: 'Der `ETag` der Antwort, die schon da ist: Unverändert antwortet 304 ohne Inhalt.',
    en: 'The `ETag` of the answer that you have: unchanged answers 304 without a body.',
  },
  error: {
    de: 'Für Menschen: deutsch, mit `Accept-Language: en` englisch.',
    en: 'For people: German, or English with `Accept-Language: en`.',
  },
  code: { de: 'Für Programme.', en: 'For programs.' },
  problemType: {
    de: 'Die Adresse der Seite, die von diesem `code` handelt.',
    en: 'The address of what the documentation says of this `code`.',
  },
  problemTitle: { de: 'Derselbe Text wie `error`.', en: 'The same text as `error`.' },
  details: { de: 'Nur bei `invalid_request`.', en: 'With `invalid_request` only.' },
  field: {
    de: 'JSON-Zeiger in den Inhalt, oder der Name des Parameters.',
    en: 'JSON pointer into the body, or the name of the query parameter.',
  },
  allowed: { de: 'Die Werte, die angenommen werden.', en: 'The values that are accepted.' },
} as const satisfies Record<string, Text>

/** Headers that many responses share. */
export const COMMON_HEADERS: readonly HeaderNote[] = [
  {
    name: 'X-Request-Id',
    text: {
      de: 'Die Kennung der Anfrage; die des Aufrufers kommt zurück.',
      en: "The request's id; the client's own is echoed.",
    },
    example: 'b1x9f3Kd0aQz-1',
  },
  {
    name: 'RateLimit-Policy',
    text: { de: 'Die Grenzen des Schlüssels.', en: 'The limits of the key.' },
    example: '"default";q=600;w=300, "burst";q=20;w=1',
  },
  {
    name: 'RateLimit',
    text: {
      de: 'Was übrig ist, und in wie vielen Sekunden es mehr ist.',
      en: 'What is left, and in how many seconds there is more.',
    },
    example: '"default";r=599;t=271, "burst";r=19;t=1',
  },
  {
    name: 'Retry-After',
    text: { de: 'Sekunden bis zum nächsten Versuch.', en: 'Seconds to wait.' },
    example: '12',
  },
  {
    name: 'WWW-Authenticate',
    text: {
      de: 'Was mit dem Schlüssel nicht stimmt (RFC 6750).',
      en: 'What is wrong with the key (RFC 6750).',
    },
    example: 'Bearer realm="firmensuche"',
  },
]
