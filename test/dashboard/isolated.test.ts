/** Texts with control of the text direction: as characters, and in a real browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { closeIsolates, isolated, visibleJson } from '../../dashboard/src/words/isolated.ts'
import { NO_BROWSER, openPage } from '../journeys/browser.ts'

const CONTROLS = [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069']
const texts = fc.array(fc.constantFrom(...CONTROLS, 'a', 'B', ' ', '1', '\u05d0', '"'), { maxLength: 12 })

test('isolates in a text end within it, and the isolate around it is not ended by the text', () => {
  fc.assert(
    fc.property(texts, (letters) => {
      const text = letters.join('')
      for (const shown of [closeIsolates(text), isolated(text)]) {
        let depth = 0
        for (const letter of shown) {
          if (/[\u2066-\u2068]/.test(letter)) depth++
          else if (letter === '\u2069') depth--
          assert.ok(depth >= 0)
        }
        assert.equal(depth, 0)
        assert.equal(shown.replaceAll(/[\u2066-\u2069]/g, ''), text.replaceAll(/[\u2066-\u2069]/g, ''))
      }
    }),
  )
})

test('a text without control of the direction is shown unchanged', () => {
  for (const text of ['', 'Siemens AG', 'Müller & Söhne', 'Ωμέγα', 'Ромашка'])
    assert.equal(isolated(text), text)
  for (const control of CONTROLS) assert.notEqual(isolated(`a${control}b`), `a${control}b`)
})

test('JSON with escapes has the same value and contains no control of the direction', () => {
  fc.assert(
    fc.property(texts, (letters) => {
      const value = { name: letters.join('') }
      const shown = visibleJson(value, 2)
      assert.deepEqual(JSON.parse(shown), value)
      assert.doesNotMatch(shown, /\p{Bidi_Control}/u)
    }),
  )
})

test('in a browser the content after a text keeps its position, in an element and in a label', {
  skip: NO_BROWSER,
}, async (t) => {
  const { page } = await openPage(t)
  const starts = `[...document.querySelectorAll('i')].map(({ firstChild }) => [0, 1, 2, 3].map((at) => {
    const range = document.createRange()
    range.setStart(firstChild, at)
    range.setEnd(firstChild, at + 1)
    return range.getBoundingClientRect().left
  }))`
  const turned: string[] = []
  for (const control of CONTROLS) {
    for (const end of ['', '\u2069', '\u2069\u202e', '\u202c\u2069\u2069\u202e']) {
      const text = `AB ${end}${control}HbmG`
      await page.setContent(
        `<p>${text} <i>word</i></p><p><bdi>${closeIsolates(text)}</bdi> <i>word</i></p><p>${isolated(text)} <i>word</i></p>`,
      )
      const [plain, ...shown] = await page.evaluate<number[][]>(starts)
      const isTurned = (lefts: number[]) => lefts.some((left, at) => at > 0 && left < lefts[at - 1]!)
      if (isTurned(plain!)) turned.push(text)
      for (const lefts of shown) assert.ok(!isTurned(lefts), JSON.stringify(text))
    }
  }
  // Without all this they are turned: the browser does what the characters say.
  assert.ok(turned.length >= CONTROLS.length, String(turned.length))
})
