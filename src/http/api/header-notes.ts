/** Descriptions of the headers of successful responses, for the documents. */
import type { HeaderNote, OtherAnswer } from '../request/route.ts'

const DATA_AGE: HeaderNote = {
  name: 'X-Data-As-Of',
  de: 'Stand der ältesten Quelle in der Antwort.',
  en: 'Date of the oldest source in the response.',
  example: '2019-02-06',
}

/** The cursor of the next page. */
export const NEXT_CURSOR: HeaderNote = {
  name: 'X-Next-Cursor',
  de: 'Der `cursor` der nächsten Seite; fehlt auf der letzten.',
  en: 'The `cursor` of the next page; absent on the last one.',
  example: 'WyJrM1...',
}

const PARTIAL: HeaderNote = {
  name: 'X-Search-Partial',
  de: '`true`, wenn eine erweiterte Suche ihr Zeitlimit erreicht hat. Ähnliche Namen können fehlen.',
  en: '`true` if a deep search reached its time limit. Similar names may be missing.',
  example: 'true',
}

const TIMING: HeaderNote = {
  name: 'Server-Timing',
  de: 'Dauer der Suche in ms.',
  en: 'Duration of the search in ms.',
  example: 'search;dur=0.042',
}

const MODE: HeaderNote = {
  name: 'X-Search-Mode',
  de: '`normal` oder `deep`.',
  en: '`normal` or `deep`.',
  example: 'normal',
}

/** Headers of a search. */
export const SEARCH_HEADERS: readonly HeaderNote[] = [
  NEXT_CURSOR,
  {
    name: 'X-Total-Count',
    de: 'Zahl der Treffer, exakt bis 1.000, darüber `1000+`.',
    en: 'Number of hits; exact to 1,000, then `1000+`.',
    example: '42',
  },
  MODE,
  PARTIAL,
  {
    name: 'X-Search-Truncated',
    de: '`true` bei mehr als 10.000 Treffern. Abrufbar sind die besten 10.000.',
    en: '`true` with more than 10,000 hits. The best 10,000 are available.',
    example: 'true',
  },
  TIMING,
  DATA_AGE,
]

/** Headers of the counts of a search. */
export const FACET_HEADERS: readonly HeaderNote[] = [MODE, PARTIAL, TIMING]

/** Headers of a batch search. */
export const BATCH_HEADERS: readonly HeaderNote[] = [PARTIAL, TIMING, DATA_AGE]

/** Headers of the list of companies. */
export const LIST_HEADERS: readonly HeaderNote[] = [
  NEXT_CURSOR,
  {
    name: 'Link',
    de: 'Adresse der nächsten Seite.',
    en: 'Address of the next page.',
    example: '</api/v1/companies?limit=2&cursor=WyJrM1...>; rel="next"',
  },
  {
    name: 'X-Changes-Cursor',
    de: 'Nur auf der ersten Seite: `since` für alle Änderungen seit Beginn der Liste.',
    en: 'On the first page only: `since` for all changes since the start of the list.',
    example: 'MTAw',
  },
  DATA_AGE,
]

/** Headers of the list of changes. */
export const CHANGES_HEADERS: readonly HeaderNote[] = [
  {
    name: 'X-Next-Cursor',
    de: 'Immer vorhanden: `since` der nächsten Anfrage.',
    en: 'Always present: `since` of the next request.',
    example: 'MTAw',
  },
]

/** The header `ETag`. */
export const ETAG: HeaderNote = {
  name: 'ETag',
  de: 'Für `If-None-Match`: Ohne Änderung folgt 304 ohne Body.',
  en: 'For `If-None-Match`: without changes, the response is 304 without a body.',
  example: '"5x9Zb1mEJ0aQ2rW7"',
}

/** Headers of a single company. */
export const DETAIL_HEADERS: readonly HeaderNote[] = [ETAG, DATA_AGE]

const LOCATION: HeaderNote = {
  name: 'Location',
  de: 'Der Pfad mit der aktuellen ID.',
  en: 'The path with the current ID.',
  example: '/api/v1/companies/ee82b625-5397-599e-a093-d52297e6b435',
}

/** Returns the 304 response to `If-None-Match`; `headers` are those of the full response. */
export function unchanged(headers: readonly HeaderNote[]): OtherAnswer {
  return {
    status: 304,
    de: 'Unverändert gegenüber dem gesendeten `ETag`.',
    en: 'Unchanged compared with the `ETag` sent.',
    headers,
  }
}

/** The 308 response to a former id of a company. */
export const MOVED: OtherAnswer = {
  status: 308,
  de: 'Eine frühere ID. `Location` nennt die aktuelle.',
  en: 'A former ID. `Location` names the current one.',
  headers: [LOCATION],
}
