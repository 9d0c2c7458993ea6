/** Prefixes of legal forms at the end of typed text. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incompleteForm } from './incomplete-form.ts'
import { FORM_SPELLINGS, UNKNOWN_FORM } from './legal-form.ts'

test('every prefix of every spelling after a name gives the forms it may become, and the name stays', () => {
  for (const { code, text } of FORM_SPELLINGS) {
    for (let i = 1; i < text.length; i++) {
      const prefix = text.slice(0, i).trim()
      // A prefix without letters has no forms, and a text that lacks no letter is not a prefix.
      if (!/\p{L}|\p{N}/u.test(prefix) || !/\p{L}|\p{N}/u.test(text.slice(i))) continue
      const incomplete = incompleteForm(`Adler ${prefix}`)
      assert.equal(incomplete?.rest, 'Adler', `${prefix} of ${text}`)
      assert.ok(incomplete.forms.includes(code), `${prefix} of ${text}: ${incomplete.forms}`)
    }
  }
})

test('two-part forms are completed, whether their head is short or prefix out', () => {
  for (const text of [
    'Adler Gm',
    'Adler GmbH & C',
    'Adler GmbH & Co. K',
    'Adler-Gm',
    'Adler Gesellschaft mit besch',
  ]) {
    assert.deepEqual(incompleteForm(text)?.rest, 'Adler', text)
    assert.ok(incompleteForm(text)?.forms.includes('GmbH & Co. KG' as never), text)
  }
})

test('a text that has no prefix of a form, or only that, gives none', () => {
  for (const text of [
    '',
    'Gm',
    'Gesellschaft',
    'Adler',
    'Adler Automaten',
    'Adler 17',
    'Adler &',
    'Adler 鷲',
  ]) {
    assert.equal(incompleteForm(text), undefined, text)
  }
})

test('capitals, accents and dots do not matter, as in names', () => {
  for (const text of ['Adler gmB', 'Adler G.m.b', 'Adler MIT BESCHRAENKTER', 'Adler mit beschränkter']) {
    assert.ok(incompleteForm(text)?.forms.includes('GmbH' as never), text)
  }
})

test('the unknown form is never completed', () => {
  assert.equal(incompleteForm('Adler Unkno'), undefined)
  assert.ok(!incompleteForm('Adler U')?.forms.includes(UNKNOWN_FORM))
})
