import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hasNoWords, readSearchText, SEARCH_TEXT_CHARS_MAX, type SearchText } from './search-text.ts'

test('tabs and line breaks are read as blanks, and the ends are trimmed', () => {
  assert.deepEqual(readSearchText('\tAdler\r\nWerke\n'), { text: 'Adler  Werke' })
})

test('a decomposed umlaut is composed', () => {
  assert.deepEqual(readSearchText('Mu\u0308ller'), { text: 'Müller' })
})

test('every other control character is refused', () => {
  for (let code = 0; code <= 0x9f; code++) {
    if (code >= 0x20 && code < 0x7f) continue
    const expected = [9, 10, 13].includes(code) ? { text: 'a b' } : { fault: 'control_character' }
    assert.deepEqual(readSearchText(`a${String.fromCharCode(code)}b`), expected, `code ${code}`)
  }
})

test('a lone surrogate is refused, a pair is one character', () => {
  assert.deepEqual(readSearchText('a\ud83d'), { fault: 'control_character' })
  assert.deepEqual(readSearchText('🦅'), { text: '🦅' })
})

test('the longest allowed text is accepted, one code point more is too long', () => {
  for (const email of ['a', 'ü', '🦅']) {
    assert.deepEqual(readSearchText(email.repeat(SEARCH_TEXT_CHARS_MAX)), {
      text: email.repeat(SEARCH_TEXT_CHARS_MAX),
    })
    assert.deepEqual(readSearchText(email.repeat(SEARCH_TEXT_CHARS_MAX + 1)), { fault: 'too_long' })
  }
})

test('the length is counted after composing and trimming', () => {
  const text = ` ${'u\u0308'.repeat(SEARCH_TEXT_CHARS_MAX)} `
  assert.deepEqual(readSearchText(text), { text: 'ü'.repeat(SEARCH_TEXT_CHARS_MAX) })
})

test('blanks alone are too short', () => {
  for (const text of ['', ' ', '\t\n']) assert.deepEqual(readSearchText(text), { fault: 'too_short' })
})

test('a text without letters and digits is empty for the search', () => {
  for (const text of ['&', '...', '🦅', '– “ ”']) assert.equal(hasNoWords(text as SearchText), true, text)
  for (const text of ['ß', '1', '٣', '東', 'Ⅷ']) assert.equal(hasNoWords(text as SearchText), false, text)
})

test('no string makes the reader throw, and every accepted text is clean', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
      const read = readSearchText(text)
      if ('fault' in read) return
      assert.equal(read.text, read.text.normalize('NFC').trim())
      assert.ok(read.text.isWellFormed() && [...read.text].length <= SEARCH_TEXT_CHARS_MAX)
    }),
    { numRuns: 2000 },
  )
})
