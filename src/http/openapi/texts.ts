/** Texts of the OpenAPI document that do not come from the routes. */
import type { Text } from '../protocol/language.ts'
import type { HeaderNote } from '../request/route.ts'

/** Texts by their place in the document. */
export const DOCUMENT_TEXTS = {
  about: {
    de: 'Findet zu einem Namen das eingetragene Unternehmen. Selbst gehostet, Open Source. Jeder Aufruf außer `health` erfordert einen API-Schlüssel. Fehler sind Objekte der Art `Error`; mit `Accept: application/problem+json` haben sie zusätzlich `type`, `title` und `status` (RFC 9457).',
    en: 'Finds the registered company for a name. Self-hosted, open source. Every call except health requires an API key. Errors are objects of the type `Error`; with `Accept: application/problem+json`, they also have `type`, `title` and `status` (RFC 9457).',
  },
  server: { de: 'Dieser Server', en: 'This server' },
  companies: { de: 'Das Register durchsuchen und lesen.', en: 'Search and read the register.' },
  service: {
    de: 'Angaben zum Dienst, Bedeutung der Codes, Nutzung eines Schlüssels.',
    en: 'Facts about the service, meaning of codes, usage of a key.',
  },
  health: { de: 'Zur Überwachung des Prozesses.', en: 'For monitoring the process.' },
  key: {
    de: 'Ein API-Schlüssel: `Authorization: Bearer fs_live_…`, oder `fs_test_…` für die Sandbox. Opak; behandle ihn wie ein Passwort.',
    en: 'An API key: `Authorization: Bearer fs_live_…`, or `fs_test_…` for the sandbox. Opaque; treat it like a password.',
  },
  job: { de: 'Die `id` eines Auftrags.', en: 'The `id` of a job.' },
  uuid: { de: 'Eine UUID in Groß- oder Kleinschreibung.', en: 'A UUID, upper or lower case.' },
  ifNoneMatch: {
    de: 'Der `ETag` einer früheren Antwort. Ist sie unverändert, folgt 304 ohne Body.',
    en: 'The `ETag` of an earlier response. If it is unchanged, the response is 304 without a body.',
  },
  error: {
    de: 'Für Menschen: deutsch, mit `Accept-Language: en` englisch.',
    en: 'For people: German, or English with `Accept-Language: en`.',
  },
  code: { de: 'Für Programme.', en: 'For programs.' },
  details: { de: 'Nur bei `invalid_request`.', en: 'With `invalid_request` only.' },
  field: {
    de: 'JSON-Pointer in den Body, oder der Name des Parameters.',
    en: 'JSON pointer into the body, or the name of the query parameter.',
  },
  allowed: { de: 'Die zulässigen Werte.', en: 'The allowed values.' },
} as const satisfies Record<string, Text>

/** Headers that many responses share. */
export const COMMON_HEADERS: readonly HeaderNote[] = [
  {
    name: 'X-Request-Id',
    de: 'Die ID der Anfrage. Sendet der Client eine eigene, ist es diese.',
    en: 'The ID of the request. If the client sends its own, that one is returned.',
    example: 'b1x9f3Kd0aQz-1',
  },
  {
    name: 'RateLimit-Policy',
    de: 'Die Limits des Schlüssels.',
    en: 'The limits of the key.',
    example: '"default";q=600;w=300, "burst";q=20;w=1',
  },
  {
    name: 'RateLimit',
    de: 'Was übrig ist, und nach wie vielen Sekunden mehr verfügbar ist.',
    en: 'What is left, and after how many seconds more is available.',
    example: '"default";r=599;t=271, "burst";r=19;t=1',
  },
  {
    name: 'Retry-After',
    de: 'Sekunden bis zum nächsten Versuch.',
    en: 'Seconds to wait.',
    example: '12',
  },
  {
    name: 'WWW-Authenticate',
    de: 'Was mit dem Schlüssel nicht stimmt (RFC 6750).',
    en: 'What is wrong with the key (RFC 6750).',
    example: 'Bearer realm="firmensuche"',
  },
]
