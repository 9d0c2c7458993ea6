/**
 * Every error of the API: its status and its texts. `docs/errors.md`, the OpenAPI document and the docs page
 * are generated from this table.
 */
import { FAILURE_KINDS, type FailureCode, type FailureKind } from '../../core/failure.ts'
import type { Text } from '../protocol/language.ts'

/** HTTP status of each kind of failure. The type makes a new kind without a status a compile error. */
export const STATUS_OF_KIND: Readonly<Record<FailureKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method: 405,
  not_acceptable: 406,
  timeout: 408,
  conflict: 409,
  too_large: 413,
  uri_too_long: 414,
  media_type: 415,
  expectation: 417,
  limited: 429,
  headers_too_large: 431,
  bug: 500,
  unavailable: 503,
}

/** The texts of one error. */
export interface ErrorEntry {
  /** The member `error` of the response. */
  readonly text: Text
  /** When the error occurs. */
  readonly cause: Text
  /** What the client can do about it. */
  readonly advice: Text
}

/** The texts of each failure code. */
export const ERROR_CATALOGUE: Readonly<Record<FailureCode, ErrorEntry>> = {
  invalid_request: {
    text: { de: 'Die Anfrage ist ungültig.', en: 'The request is invalid.' },
    cause: {
      de: 'Ein Feld oder Parameter fehlt, ist unbekannt oder hat einen unzulässigen Wert. Jeder Eintrag in `details` nennt das Feld und den Grund.',
      en: 'A field or parameter is missing, unknown, or has a value that is not allowed. Each entry of `details` names the field and the reason.',
    },
    advice: {
      de: 'Korrigiere die Anfrage. Unverändert wird sie wieder abgelehnt.',
      en: 'Correct the request. Without changes, it fails again.',
    },
  },
  unauthorized: {
    text: {
      de: 'Der Token ist ungültig oder abgelaufen.',
      en: 'The token is invalid or has expired.',
    },
    cause: {
      de: 'Der Schlüssel fehlt, ist unbekannt, abgelaufen oder widerrufen.',
      en: 'The key is missing, unknown, expired or revoked.',
    },
    advice: {
      de: 'Sende ihn als `Authorization: Bearer <Schlüssel>`. Hilft das nicht, lege einen neuen Schlüssel an.',
      en: 'Send it as `Authorization: Bearer <key>`. If that does not help, create a new key.',
    },
  },
  forbidden: {
    text: { de: 'Die Berechtigungen reichen nicht aus.', en: 'The permissions are insufficient.' },
    cause: {
      de: 'Der Schlüssel ist gültig, aber ihm fehlt die Berechtigung, die der Header `WWW-Authenticate` als `scope` nennt. Fehlt dieser Header, ist der Schlüssel von dieser Adresse aus nicht erlaubt.',
      en: 'The key is valid but lacks the permission that the header `WWW-Authenticate` names as `scope`. Without that header, the key is not allowed from this address.',
    },
    advice: {
      de: 'Verwende einen Schlüssel mit dieser Berechtigung, oder ändere seine Netze.',
      en: 'Use a key with that permission, or change its networks.',
    },
  },
  not_found: {
    text: { de: 'Nicht gefunden.', en: 'Not found.' },
    cause: {
      de: 'Der Pfad existiert nicht, oder kein Unternehmen hat diese ID. Auch ausgeblendete Unternehmen werden so beantwortet.',
      en: 'The path does not exist, or no company has this ID. Suppressed companies are answered in the same way.',
    },
    advice: {
      de: 'Prüfe den Pfad. Lösche unbekannte IDs aus deinem Datenbestand.',
      en: 'Check the path. Delete unknown IDs from your own copy.',
    },
  },
  method_not_allowed: {
    text: {
      de: 'Diese Methode ist für den Pfad nicht erlaubt.',
      en: 'This method is not allowed for the path.',
    },
    cause: {
      de: 'Der Pfad existiert, unterstützt diese Methode aber nicht.',
      en: 'The path exists but does not support this method.',
    },
    advice: {
      de: 'Verwende eine Methode, die der Header `Allow` nennt.',
      en: 'Use one of the methods in the header `Allow`.',
    },
  },
  not_acceptable: {
    text: {
      de: 'Keines der angeforderten Formate ist verfügbar.',
      en: 'None of the requested formats is available.',
    },
    cause: {
      de: '`Accept` nennt nur Formate, die der Endpunkt nicht unterstützt.',
      en: '`Accept` names only formats that the endpoint does not support.',
    },
    advice: {
      de: 'Lass `Accept` weg, oder nenne ein Format, das der Endpunkt unterstützt.',
      en: 'Omit `Accept`, or name a format that the endpoint supports.',
    },
  },
  request_timeout: {
    text: { de: 'Die Anfrage kam nicht rechtzeitig an.', en: 'The request did not arrive in time.' },
    cause: {
      de: 'Header und Body sind nicht innerhalb von 30 Sekunden vollständig angekommen. Eine Datei, die als Auftrag abgeglichen wird: In 30 Sekunden kamen weniger als 16 KiB je Sekunde an.',
      en: 'Headers and body did not arrive completely within 30 seconds. A file that is matched as a job: less than 16 KiB per second arrived during 30 seconds.',
    },
    advice: {
      de: 'Wiederhole die Anfrage über eine bessere Verbindung oder mit kleinerem Body.',
      en: 'Retry over a better connection or with a smaller body.',
    },
  },
  conflict: {
    text: {
      de: 'Die Anfrage steht im Konflikt mit dem aktuellen Stand.',
      en: 'The request conflicts with the current state.',
    },
    cause: {
      de: 'Der Stand hat sich inzwischen geändert. Die Endpunkte unter `/api/v1/` lesen nur und melden diesen Fehler nie, die Seiten des Kontos schon.',
      en: 'The state has changed in the meantime. The endpoints under `/api/v1/` only read and never return this error; the account pages may.',
    },
    advice: {
      de: 'Lies den aktuellen Stand und entscheide neu.',
      en: 'Read the current state and decide again.',
    },
  },
  payload_too_large: {
    text: { de: 'Der Body der Anfrage ist zu groß.', en: 'The request body is too large.' },
    cause: {
      de: 'Der Body hat mehr als 64 KiB, bei einer Stapelsuche mehr als 1 MiB.',
      en: 'The body has more than 64 KiB, or more than 1 MiB for a batch.',
    },
    advice: {
      de: 'Verteile den Inhalt auf mehrere Anfragen.',
      en: 'Split it into several requests.',
    },
  },
  uri_too_long: {
    text: { de: 'Die Adresse der Anfrage ist zu lang.', en: 'The request address is too long.' },
    cause: {
      de: 'Pfad und Parameter haben zusammen mehr als 8 KiB.',
      en: 'Path and parameters together have more than 8 KiB.',
    },
    advice: {
      de: 'Nenne weniger Werte pro Anfrage.',
      en: 'Use fewer values per request.',
    },
  },
  unsupported_media_type: {
    text: {
      de: 'Der Body muss als application/json in UTF-8 gesendet werden.',
      en: 'The body must be sent as application/json in UTF-8.',
    },
    cause: {
      de: '`Content-Type` fehlt oder ist nicht `application/json` in UTF-8, oder der Body ist komprimiert. `curl -d` sendet standardmäßig einen anderen Typ.',
      en: '`Content-Type` is missing or is not `application/json` in UTF-8, or the body is compressed. `curl -d` sends another type by default.',
    },
    advice: {
      de: 'Sende `Content-Type: application/json` ohne `Content-Encoding`.',
      en: 'Send `Content-Type: application/json` without `Content-Encoding`.',
    },
  },
  expectation_failed: {
    text: {
      de: 'Die Erwartung im Header Expect kann nicht erfüllt werden.',
      en: 'The expectation in the Expect header cannot be met.',
    },
    cause: {
      de: 'Der Header `Expect` enthält etwas anderes als `100-continue`.',
      en: 'The header `Expect` contains something other than `100-continue`.',
    },
    advice: {
      de: 'Lass `Expect` weg.',
      en: 'Omit `Expect`.',
    },
  },
  rate_limited: {
    text: {
      de: 'Zu viele Anfragen. Bitte später erneut versuchen.',
      en: 'Too many requests. Please try again later.',
    },
    cause: {
      de: 'Das Limit des Schlüssels oder seines Kontos ist erreicht, oder von dieser Adresse kamen zu viele falsche Schlüssel.',
      en: 'The limit of the key or of its account is reached, or too many wrong keys came from this address.',
    },
    advice: {
      de: 'Warte so viele Sekunden, wie `Retry-After` angibt. Die abgelehnte Anfrage kostet nichts.',
      en: 'Wait for the number of seconds in `Retry-After`. The refused request costs nothing.',
    },
  },
  headers_too_large: {
    text: { de: 'Die Header der Anfrage sind zu groß.', en: 'The request headers are too large.' },
    cause: {
      de: 'Alle Header zusammen haben mehr als 16 KiB.',
      en: 'All headers together have more than 16 KiB.',
    },
    advice: {
      de: 'Lass unnötige Header weg, etwa Cookies anderer Seiten.',
      en: 'Omit unnecessary headers, such as cookies of other sites.',
    },
  },
  internal_error: {
    text: {
      de: 'Im Dienst ist ein Fehler aufgetreten.',
      en: 'An error occurred in the service.',
    },
    cause: {
      de: 'Ein interner Fehler.',
      en: 'An internal error.',
    },
    advice: {
      de: 'Versuch es später erneut. Bleibt der Fehler, nenne dem Betreiber die `request_id`.',
      en: 'Retry later. If the error persists, give the operator the `request_id`.',
    },
  },
  service_unavailable: {
    text: { de: 'Der Dienst ist gerade nicht verfügbar.', en: 'The service is unavailable right now.' },
    cause: {
      de: 'Der Dienst startet gerade, wird beendet oder ist überlastet.',
      en: 'The service is starting, stopping or overloaded.',
    },
    advice: {
      de: 'Wiederhole die Anfrage nach `Retry-After` Sekunden.',
      en: 'Retry the request after `Retry-After` seconds.',
    },
  },
}

/** Returns the HTTP status of a failure code. */
export function statusOf(code: FailureCode): number {
  return STATUS_OF_KIND[FAILURE_KINDS[code]]
}
