/** docs/api-conformance.md: no empty row, and every test that it names is there. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')

interface Row {
  readonly point: string
  readonly proof: string
}

function rows(): Row[] {
  const lines = readFileSync(join(ROOT, 'docs/api-conformance.md'), 'utf8').split('\n')
  const cells = lines.filter((line) => line.startsWith('| ')).map((line) => line.slice(2, -2).split(' | '))
  return cells.filter(([point]) => point !== 'point').map(([point = '', proof = '']) => ({ point, proof }))
}

function fileOf(name: string): string {
  return join(ROOT, name.includes('/') ? name : `test/api/${name}`)
}

test('every requirement names a test, or says that one is missing', () => {
  assert.ok(rows().length > 60)
  for (const { point, proof } of rows()) {
    const isProven = /`[^`]+` "/.test(proof)
    assert.ok(isProven !== proof.startsWith('**missing**'), `${point}: ${proof}`)
  }
})

test('every named test exists', () => {
  for (const { point, proof } of rows()) {
    for (const [, file = '', name = ''] of proof.matchAll(/`([\w./-]+\.ts)` "(.+?)"(?=, `|$)/g)) {
      assert.ok(existsSync(fileOf(file)), `${point}: ${file}`)
      const text = readFileSync(fileOf(file), 'utf8')
      const isThere = ["'", '`', '"', '} '].some((before) => text.includes(before + name))
      assert.ok(isThere, `${point}: ${file} has no test "${name}"`)
    }
  }
})
