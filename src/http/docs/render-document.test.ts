/** What the pages take for granted of the documents that they are made from. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { servedText } from './document-links.ts'
import { DOCUMENTS } from './documents.ts'
import { readDocument } from './read-document.ts'
import { renderDocument } from './render-document.ts'

const FILES = DOCUMENTS.flatMap(({ files }) => Object.values(files))

test('no two headings of a document have the same id, and no heading of the second level contains a link', async () => {
  for (const file of FILES) {
    const { html, sections } = await renderDocument(file, await readDocument(file), '')
    const ids = Array.from(html.matchAll(/<h\d id="([^"]*)">/g), ([, id]) => id)
    assert.deepEqual(
      ids.filter((id, at) => ids.indexOf(id) !== at),
      [],
      file,
    )
    for (const { title } of sections) assert.doesNotMatch(title, /<a /, file)
  }
})

test('the title of a document is plain text', async () => {
  for (const file of FILES) {
    const { title } = await renderDocument(file, await readDocument(file), '')
    assert.match(title, /^[^`*_[\]<>&\\]+$/, file)
  }
})

test('code in a document is the same whether its links are rewritten for the server or not', async () => {
  for (const file of FILES) {
    const text = await readDocument(file)
    const code = (markdown: string) => markdown.match(/^```[\s\S]*?^```|`[^`\n]+`/gm)
    const served = servedText(file, text)
    // The words of a link may be code, which goes on being there.
    assert.deepEqual(code(served), code(text), file)
  }
})
