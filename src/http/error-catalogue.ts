/**
 * Every error that the API answers: its status and what it tells people. `docs/errors.md`, the
 * OpenAPI document and the docs page are made from this table.
 */
import { FAILURE_KINDS, type FailureCode, type FailureKind } from '../core/failure.ts'
import type { Text } from './language.ts'

/** A new kind of failure does not compile until it has a status here. */
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

export interface ErrorEntry {
  /** The member `error` of the answer. */
  readonly text: Text
  /** When it comes, and what the client does about it. */
  readonly advice: Text
}

export const ERROR_CATALOGUE: Readonly<Record<FailureCode, ErrorEntry>> = {
  invalid_request: {
    text: { de: 'Die Anfrage ist ungültig.', en: 'The request is invalid.' },
    advice: {
      de: 'Jeder Eintrag in `details` nennt das Feld und den Grund. Anfrage ändern; unverändert wird sie wieder abgelehnt.',
      en: 'Each entry of `details` names the field and the reason. Change the request; repeated as it is, it fails again.',
    },
  },
  unauthorized: {
    text: {
      de: 'Der Token ist ungültig oder abgelaufen.',
      en: 'The token is invalid or has expired.',
    },
    advice: {
      de: 'Der Schlüssel fehlt, ist unbekannt, abgelaufen oder widerrufen. Als `Authorization: Bearer <Schlüssel>` senden; hilft das nicht, einen neuen Schlüssel anlegen.',
      en: 'The key is missing, unknown, expired or revoked. Send it as `Authorization: Bearer <key>`; if that does not help, make a new key.',
    },
  },
  forbidden: {
    text: { de: 'Die Berechtigungen reichen nicht aus.', en: 'The permissions are insufficient.' },
    advice: {
      de: 'Der Schlüssel ist gültig, aber ihm fehlt das Recht, das im Kopf `WWW-Authenticate` unter `scope` steht. Fehlt dieser Kopf, darf er von dieser Adresse aus nicht benutzt werden.',
      en: 'The key is valid but lacks the right that the header `WWW-Authenticate` names as `scope`. Without that header, it may not be used from this address.',
    },
  },
  not_found: {
    text: { de: 'Nicht gefunden.', en: 'Not found.' },
    advice: {
      de: 'Den Pfad gibt es nicht, oder kein Unternehmen hat diese Kennung.',
      en: 'There is no such path, or no company has this id.',
    },
  },
  method_not_allowed: {
    text: {
      de: 'Diese Methode gibt es für den Pfad nicht.',
      en: 'The path does not have this method.',
    },
    advice: {
      de: 'Der Kopf `Allow` nennt die Methoden des Pfads.',
      en: 'The header `Allow` names the methods of the path.',
    },
  },
  not_acceptable: {
    text: {
      de: 'Keines der verlangten Formate kann geliefert werden.',
      en: 'None of the requested formats can be delivered.',
    },
    advice: {
      de: '`Accept` weglassen oder ein Format nennen, das der Endpunkt liefert.',
      en: 'Leave out `Accept`, or name a format that the endpoint delivers.',
    },
  },
  request_timeout: {
    text: { de: 'Die Anfrage kam nicht rechtzeitig an.', en: 'The request did not arrive in time.' },
    advice: {
      de: 'Kopf und Inhalt müssen innerhalb von 30 Sekunden ganz gesendet sein. Noch einmal versuchen.',
      en: 'Headers and body must be sent completely within 30 seconds. Try again.',
    },
  },
  conflict: {
    text: {
      de: 'Die Anfrage widerspricht dem jetzigen Stand.',
      en: 'The request conflicts with the current state.',
    },
    advice: {
      de: 'Den jetzigen Stand lesen und neu entscheiden.',
      en: 'Read the current state and decide anew.',
    },
  },
  payload_too_large: {
    text: { de: 'Der Inhalt der Anfrage ist zu groß.', en: 'The request body is too large.' },
    advice: {
      de: 'Höchstens 64 KiB je Anfrage, 1 MiB je Kundenliste.',
      en: 'At most 64 KiB per request, 1 MiB per batch.',
    },
  },
  uri_too_long: {
    text: { de: 'Die Adresse der Anfrage ist zu lang.', en: 'The request address is too long.' },
    advice: {
      de: 'Pfad und Parameter dürfen zusammen 8 KiB lang sein.',
      en: 'Path and parameters together may be 8 KiB long.',
    },
  },
  unsupported_media_type: {
    text: {
      de: 'Der Inhalt muss als application/json in UTF-8 gesendet werden.',
      en: 'The body must be sent as application/json in UTF-8.',
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
    advice: {
      de: 'Nur `Expect: 100-continue` wird verstanden.',
      en: 'Only `Expect: 100-continue` is understood.',
    },
  },
  rate_limited: {
    text: {
      de: 'Zu viele Anfragen. Bitte später erneut versuchen.',
      en: 'Too many requests. Please try again later.',
    },
    advice: {
      de: 'So viele Sekunden warten, wie `Retry-After` sagt. Die abgelehnte Anfrage hat nichts gekostet.',
      en: 'Wait as many seconds as `Retry-After` says. The refused request cost nothing.',
    },
  },
  headers_too_large: {
    text: { de: 'Die Köpfe der Anfrage sind zu groß.', en: 'The request headers are too large.' },
    advice: {
      de: 'Alle Köpfe zusammen dürfen 16 KiB groß sein.',
      en: 'All headers together may have 16 KiB.',
    },
  },
  internal_error: {
    text: {
      de: 'Im Dienst ist ein Fehler aufgetreten.',
      en: 'An error occurred inside the service.',
    },
    advice: {
      de: 'Ein Fehler des Dienstes. Mit Abstand wiederholen; bleibt er, dem Betreiber die `request_id` nennen.',
      en: 'A fault of the service. Retry with a delay; if it stays, tell the operator the `request_id`.',
    },
  },
  service_unavailable: {
    text: { de: 'Der Dienst ist gerade nicht verfügbar.', en: 'The service is unavailable right now.' },
    advice: {
      de: 'Der Dienst startet, endet oder ist überlastet. Nach `Retry-After` Sekunden wiederholen.',
      en: 'The service is starting, stopping or overloaded. Retry after `Retry-After` seconds.',
    },
  },
}

export function statusOf(code: FailureCode): number {
  return STATUS_OF_KIND[FAILURE_KINDS[code]]
}
