/** Texts of the reference page that do not come from a route. */
import type { Language, Text } from '../protocol/language.ts'

/** Labels by language. */
export const LABELS: Readonly<Record<Language, Readonly<Record<LabelName, string>>>> = {
  de: {
    title: 'Alle Felder der Schnittstelle',
    scope: 'Recht',
    cost: 'Kosten',
    noKey: 'Ohne Schlüssel',
    anyKey: 'Jeder Schlüssel',
    body: 'Inhalt der Anfrage',
    query: 'Parameter',
    result: 'Felder der Antwort',
    headers: 'Köpfe der Antwort',
    header: 'Kopf',
    field: 'Feld',
    type: 'Art',
    meaning: 'Bedeutung',
    required: 'nötig',
    standard: 'sonst',
    errors: 'Fehler',
  },
  en: {
    title: 'API reference: every field',
    scope: 'Scope',
    cost: 'Cost',
    noKey: 'Without a key',
    anyKey: 'Any key',
    body: 'Request body',
    query: 'Parameters',
    result: 'Fields of the answer',
    headers: 'Headers of the answer',
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
  de: `<p>Alle Endpunkte liegen unter <code>/api/v1/</code>, Inhalte sind JSON in UTF-8. Jede Anfrage trägt einen Schlüssel:
<code>Authorization: Bearer fs_live_…</code>. Ein Schlüssel gehört nie in die Adresse.</p>
<p>Ein Schlüssel hat 600 Einheiten je 5 Minuten und 20 Anfragen je Sekunde, wenn nichts anderes vereinbart ist. Eine Suche kostet 1, eine umfassende 5.
<code>RateLimit</code> sagt bei jeder Antwort, wie viel noch da ist; nach 429 so lange warten, wie <code>Retry-After</code> sagt.</p>
<p>Seiten: <code>X-Next-Cursor</code> als <code>cursor</code> mit derselben Frage senden, bis der Kopf fehlt.
Fehlertexte sind deutsch, mit <code>Accept-Language: en</code> englisch; Programme lesen <code>code</code>.</p>`,
  en: `<p>All endpoints are under <code>/api/v1/</code>, bodies are JSON in UTF-8. Every request carries a key:
<code>Authorization: Bearer fs_live_…</code>. A key never belongs into the address.</p>
<p>A key has 600 units per 5 minutes and 20 requests per second unless agreed otherwise. A search costs 1, a deep one 5.
<code>RateLimit</code> tells with every answer what is left; after a 429, wait as long as <code>Retry-After</code> says.</p>
<p>Pages: send <code>X-Next-Cursor</code> as <code>cursor</code> with the same question until the header is missing.
Error texts are German, with <code>Accept-Language: en</code> English; programs read <code>code</code>.</p>`,
}
