import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeBidiControls } from './control-characters.ts'

test('only characters that control the text direction are written as escapes', () => {
  assert.equal(escapeBidiControls('a\u202eb\u061c\u2069'), 'a\\u202eb\\u061c\\u2069')
  for (const text of ['', 'Müller \u001b[1m\t\n', 'שלום', '\\u202e', '👩‍👩'])
    assert.equal(escapeBidiControls(text), text)
})
