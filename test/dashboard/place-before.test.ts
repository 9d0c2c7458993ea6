import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeBefore } from '../../dashboard/src/pages/auth/place-before.ts'

const ORIGIN = 'https://firmen.example'

function placeOf(back: string): string {
  return placeBefore(`?${new URLSearchParams({ back })}`, ORIGIN)
}

test('signing in leads back to the requested page', () => {
  assert.equal(placeOf('/usage'), '/usage')
  assert.equal(placeOf('/search?q=Siemens&deep=1'), '/search?q=Siemens&deep=1')
  assert.equal(placeBefore('', ORIGIN), '/keys')
  assert.equal(placeOf('/signin?back=/signin'), '/keys')
})

test('the sign-in page redirects to no other site', () => {
  const foreign = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/..//evil.example',
    'https:evil.example',
    ' //evil.example',
    '',
  ]
  for (const back of foreign) {
    const place = placeOf(back)
    assert.equal(new URL(place, ORIGIN).origin, ORIGIN, back)
    assert.ok(place.startsWith('/') && !place.startsWith('//'), back)
  }
})
