/** Texts of the reference page that do not come from a route. */
import type { Text } from '../protocol/language.ts'

/** Labels of the page. */
export const LABELS = {
  title: { de: 'API-Referenz: alle Felder', en: 'API reference: all fields' },
  scope: { de: 'Berechtigung', en: 'Scope' },
  cost: { de: 'Kosten', en: 'Cost' },
  noKey: { de: 'Ohne Schlüssel', en: 'Without a key' },
  anyKey: { de: 'Jeder Schlüssel', en: 'Any key' },
  body: { de: 'Body der Anfrage', en: 'Request body' },
  query: { de: 'Parameter', en: 'Parameters' },
  result: { de: 'Felder der Antwort', en: 'Response fields' },
  headers: { de: 'Header der Antwort', en: 'Response headers' },
  header: { de: 'Header', en: 'Header' },
  field: { de: 'Feld', en: 'Field' },
  type: { de: 'Typ', en: 'Type' },
  meaning: { de: 'Bedeutung', en: 'Meaning' },
  required: { de: 'erforderlich', en: 'required' },
  standard: { de: 'Standard', en: 'default' },
  errors: { de: 'Fehler', en: 'Errors' },
} as const satisfies Record<string, Text>

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
