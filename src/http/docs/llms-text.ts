/**
 * `/llms.txt`: the table of contents for language models (https://llmstxt.org), with links to the documents
 * as Markdown.
 */
import { DOCS_GROUPS, type DocsEntry, type DocumentEntry, textPath } from './documents.ts'

const HEAD = `# firmensuche

> Which registered company does this name mean? A self-hosted company search over register data (Germany first), with an HTTP API:
> search by name or register number, match lists of customers, read the register as a list, follow its changes.

- All endpoints are under \`/api/v1/\`, bodies are JSON in UTF-8, and every request carries \`Authorization: Bearer <key>\`.
- The search is \`POST /api/v1/companies/search/\` with \`{"name": "…"}\`; the response is an array of company records, best hit first.
- Errors are \`{"error", "code", "request_id"}\`; programs branch on \`code\`. After 429 and 503, wait as many seconds as \`Retry-After\` says.
- Every document also exists in German: \`/docs/de/api.md\` for \`/docs/api.md\`. The language of pages and of \`/openapi.json\` follows \`Accept-Language\` or \`?lang=en\`.
`

/** Returns the text of `/llms.txt`. */
export function llmsText(): string {
  const groups = DOCS_GROUPS.map(({ title, entries }) => {
    const lines = entries.map(
      (entry) =>
        `- [${entry.title.en}](${isDocument(entry) ? textPath(entry, 'en') : entry.path}): ${entry.about.en}`,
    )
    return `## ${title.en}\n\n${lines.join('\n')}\n`
  })
  return [HEAD, ...groups].join('\n')
}

function isDocument(entry: DocsEntry): entry is DocumentEntry {
  return entry.files !== undefined
}
