/** Texts of the reference page that do not come from a route. */
import type { Language, Text } from '../protocol/language.ts'

/** Labels by language. */
export const LABELS: Readonly<Record<Language, Readonly<Record<LabelName, string>>>> = {
  de: {
    title: 'API-Referenz: alle Felder',
    scope: 'Berechtigung',
    cost: 'Kosten',
    noKey: 'Ohne Schlüssel',
    anyKey: 'Jeder Schlüssel',
    body: 'Body der Anfrage',
    query: 'Parameter',
    result: 'Felder der Antwort',
    headers: 'Header der Antwort',
    header: 'Header',
    field: 'Feld',
    type: 'Typ',
    meaning: 'Bedeutung',
    required: 'erforderlich',
    standard: 'Standard',
    errors: 'Fehler',
  },
  en: {
    title: 'API reference: all fields',
    scope: 'Scope',
    cost: 'Cost',
    noKey: 'Without a key',
    anyKey: 'Any key',
    body: 'Request body',
    query: 'Parameters',
    result: 'Response fields',
    headers: 'Response headers',
    header: 'Header',
    field: 'Field',
    type: 'Type',
    meaning: 'Meaning',
    required: 'required',
    standard: 'default',
    errors: 'Errors',
  },
}

type LabelName =
  | 'title'
  | 'scope'
  | 'cost'
  | 'noKey'
  | 'anyKey'
  | 'body'
  | 'query'
  | 'result'
  | 'headers'
  | 'header'
  | 'field'
  | 'type'
  | 'meaning'
  | 'required'
  | 'standard'
  | 'errors'

/** The introduction, as HTML. */
export const INTRODUCTION: Text = {
  de: `<p>Alle Endpunkte liegen unter <code>/api/v1/</code>, alle Bodys sind JSON in UTF-8. Jede Anfrage enthält einen Schlüssel:
<code>Authorization: Bearer fs_live_…</code>. Sende einen Schlüssel nie in der URL.</p>
<p>Ein Schlüssel hat standardmäßig 600 Einheiten pro 5 Minuten und 20 Anfragen pro Sekunde. Eine Suche kostet 1, eine erweiterte 5.
<code>RateLimit</code> gibt in jeder Antwort an, wie viel übrig ist. Warte nach 429 so lange, wie <code>Retry-After</code> angibt.</p>
<p>Blättern: Sende <code>X-Next-Cursor</code> als <code>cursor</code> mit derselben Anfrage, bis der Header fehlt.
Fehlertexte sind deutsch, mit <code>Accept-Language: en</code> englisch. Programme werten <code>code</code> aus.</p>`,
  en: `<p>All endpoints are under <code>/api/v1/</code>, bodies are JSON in UTF-8. Every request contains a key:
<code>Authorization: Bearer fs_live_…</code>. Never send a key in the URL.</p>
<p>By default, a key has 600 units per 5 minutes and 20 requests per second. A search costs 1, a deep search 5.
<code>RateLimit</code> in every response gives what is left. After a 429, wait for the time in <code>Retry-After</code>.</p>
<p>Pagination: send <code>X-Next-Cursor</code> as <code>cursor</code> with the same query until the header is missing.
Error texts are German, or English with <code>Accept-Language: en</code>. Programs evaluate <code>code</code>.</p>`,
}
