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
      de: 'Ein Feld oder Parameter fehlt, ist unbekannt oder hat einen Wert, der nicht erlaubt ist. Jeder Eintrag in `details` nennt das Feld und den Grund.',
      en: 'A field or parameter is missing, unknown, or has a value that is not allowed. Each entry of `details` names the field and the reason.',
    },
    advice: {
      de: 'Anfrage ändern; unverändert wird sie wieder abgelehnt.',
      en: 'Change the request; repeated as it is, it fails again.',
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
      de: 'Als `Authorization: Bearer <Schlüssel>` senden; hilft das nicht, einen neuen Schlüssel anlegen.',
      en: 'Send it as `Authorization: Bearer <key>`; if that does not help, make a new key.',
    },
  },
  forbidden: {
    text: { de: 'Die Berechtigungen reichen nicht aus.', en: 'The permissions are insufficient.' },
    cause: {
      de: 'Der Schlüssel gilt, aber ihm fehlt das Recht, das im Kopf `WWW-Authenticate` unter `scope` steht. Fehlt dieser Kopf, darf er von dieser Adresse aus nicht benutzt werden.',
      en: 'The key is valid but lacks the right that the header `WWW-Authenticate` names as `scope`. Without that header, it may not be used from this address.',
    },
    advice: {
      de: 'Einen Schlüssel mit diesem Recht nehmen, oder seine Netze ändern.',
      en: 'Use a key with that right, or change its networks.',
    },
  },
  not_found: {
    text: { de: 'Nicht gefunden.', en: 'Not found.' },
    cause: {
      de: 'Den Pfad gibt es nicht, oder kein Unternehmen hat diese Kennung; auch ein ausgeblendetes wird so beantwortet.',
      en: 'There is no such path, or no company has this id; a suppressed one is not found either.',
    },
    advice: {
      de: 'Den Pfad prüfen; eine Kennung, die es nicht gibt, aus der eigenen Kopie streichen.',
      en: 'Check the path; remove an id that does not exist from your own copy.',
    },
  },
  method_not_allowed: {
    text: {
      de: 'Diese Methode gibt es für den Pfad nicht.',
      en: 'The path does not have this method.',
    },
    cause: {
      de: 'Den Pfad gibt es, aber nicht mit dieser Methode.',
      en: 'The path is there, but not with this method.',
    },
    advice: {
      de: 'Eine der Methoden nehmen, die der Kopf `Allow` nennt.',
      en: 'Use one of the methods that the header `Allow` names.',
    },
  },
  not_acceptable: {
    text: {
      de: 'Keines der verlangten Formate kann geliefert werden.',
      en: 'None of the requested formats can be delivered.',
    },
    cause: {
      de: '`Accept` nennt nur Formate, die der Endpunkt nicht liefert.',
      en: '`Accept` names only formats that the endpoint does not deliver.',
    },
    advice: {
      de: '`Accept` weglassen oder ein Format nennen, das der Endpunkt liefert.',
      en: 'Leave out `Accept`, or name a format that the endpoint delivers.',
    },
  },
  request_timeout: {
    text: { de: 'Die Anfrage kam nicht rechtzeitig an.', en: 'The request did not arrive in time.' },
    cause: {
      de: 'Kopf und Inhalt waren nach 30 Sekunden nicht ganz da.',
      en: 'Headers and body were not there completely after 30 seconds.',
    },
    advice: {
      de: 'Noch einmal versuchen, über eine bessere Leitung oder mit weniger Inhalt.',
      en: 'Try again, on a better line or with a smaller body.',
    },
  },
  conflict: {
    text: {
      de: 'Die Anfrage widerspricht dem jetzigen Stand.',
      en: 'The request conflicts with the current state.',
    },
    cause: {
      de: 'Was verlangt wird, passt nicht zu dem, was inzwischen gilt. Die Endpunkte unter `/api/v1/` lesen nur und antworten nie so; die Seiten des Kontos können es.',
      en: 'What is asked for does not fit what has come about meanwhile. The endpoints under `/api/v1/` only read, and never answer so; the pages of the account may.',
    },
    advice: {
      de: 'Den jetzigen Stand lesen und neu entscheiden.',
      en: 'Read the current state and decide again.',
    },
  },
  payload_too_large: {
    text: { de: 'Der Inhalt der Anfrage ist zu groß.', en: 'The request body is too large.' },
    cause: {
      de: 'Der Inhalt hat mehr als 64 KiB, der einer Kundenliste mehr als 1 MiB.',
      en: 'The body has more than 64 KiB, that of a batch more than 1 MiB.',
    },
    advice: {
      de: 'Auf mehrere Anfragen verteilen.',
      en: 'Spread it over several requests.',
    },
  },
  uri_too_long: {
    text: { de: 'Die Adresse der Anfrage ist zu lang.', en: 'The request address is too long.' },
    cause: {
      de: 'Pfad und Parameter haben zusammen mehr als 8 KiB.',
      en: 'Path and parameters together have more than 8 KiB.',
    },
    advice: {
      de: 'Weniger Werte je Anfrage nennen.',
      en: 'Name fewer values in one request.',
    },
  },
  unsupported_media_type: {
    text: {
      de: 'Der Inhalt muss als application/json in UTF-8 gesendet werden.',
      en: 'The body must be sent as application/json in UTF-8.',
    },
    cause: {
      de: '`Content-Type` fehlt oder ist nicht `application/json` in UTF-8, oder der Inhalt ist komprimiert. `curl -d` sendet von sich aus einen anderen Typ.',
      en: '`Content-Type` is missing or is not `application/json` in UTF-8, or the body is compressed. `curl -d` sends another type by itself.',
    },
    advice: {
      de: '`Content-Type: application/json` senden, ohne `Content-Encoding`.',
      en: 'Send `Content-Type: application/json`, without `Content-Encoding`.',
    },
  },
  expectation_failed: {
    text: {
      de: 'Die Erwartung im Kopf Expect kann nicht erfüllt werden.',
      en: 'The expectation in the Expect header cannot be met.',
    },
    cause: {
      de: 'Der Kopf `Expect` verlangt etwas anderes als `100-continue`.',
      en: 'The header `Expect` asks for something other than `100-continue`.',
    },
    advice: {
      de: '`Expect` weglassen.',
      en: 'Leave out `Expect`.',
    },
  },
  rate_limited: {
    text: {
      de: 'Zu viele Anfragen. Bitte später erneut versuchen.',
      en: 'Too many requests. Please try again later.',
    },
    cause: {
      de: 'Die Grenze des Schlüssels oder seines Kontos ist erreicht, oder von dieser Adresse kamen zu viele falsche Schlüssel.',
      en: 'The limit of the key or of its account is reached, or too many wrong keys came from this address.',
    },
    advice: {
      de: 'So viele Sekunden warten, wie `Retry-After` sagt. Die abgelehnte Anfrage hat nichts gekostet.',
      en: 'Wait as many seconds as `Retry-After` says. The refused request cost nothing.',
    },
  },
  headers_too_large: {
    text: { de: 'Die Köpfe der Anfrage sind zu groß.', en: 'The request headers are too large.' },
    cause: {
      de: 'Alle Köpfe zusammen haben mehr als 16 KiB.',
      en: 'All headers together have more than 16 KiB.',
    },
    advice: {
      de: 'Köpfe weglassen, die niemand braucht, etwa fremde Cookies.',
      en: 'Leave out headers that are not needed, such as cookies of other sites.',
    },
  },
  internal_error: {
    text: {
      de: 'Im Dienst ist ein Fehler aufgetreten.',
      en: 'An error occurred inside the service.',
    },
    cause: {
      de: 'Ein Fehler des Dienstes.',
      en: 'A fault of the service.',
    },
    advice: {
      de: 'Später wiederholen; bleibt der Fehler, dem Betreiber die `request_id` nennen.',
      en: 'Retry later; if the error stays, tell the operator the `request_id`.',
    },
  },
  service_unavailable: {
    text: { de: 'Der Dienst ist gerade nicht verfügbar.', en: 'The service is unavailable right now.' },
    cause: {
      de: 'Der Dienst startet, endet oder ist überlastet.',
      en: 'The service is starting, stopping or overloaded.',
    },
    advice: {
      de: 'Nach `Retry-After` Sekunden wiederholen.',
      en: 'Retry after `Retry-After` seconds.',
    },
  },
}

/** Returns the HTTP status of a failure code. */
export function statusOf(code: FailureCode): number {
  return STATUS_OF_KIND[FAILURE_KINDS[code]]
}
