/** The size of the built pages: what a browser loads before it can show them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  APP_BYTES_MAX,
  LIGHT_SCRIPT_BYTES_MAX,
  LIGHT_STYLE_BYTES_MAX,
  weighDashboard,
} from '../scripts/measure-dashboard.ts'

test('the public search page loads at most 100 kB of scripts and 12 kB of styles, compressed', () => {
  const { light } = weighDashboard()
  assert.ok(light.scriptBytes > 10_000 && light.styleBytes > 1000, 'it was measured')
  assert.ok(light.scriptBytes <= LIGHT_SCRIPT_BYTES_MAX, `${light.scriptBytes} bytes of scripts`)
  assert.ok(light.styleBytes <= LIGHT_STYLE_BYTES_MAX, `${light.styleBytes} bytes of styles`)
})

test('the app shows any first page after at most 250 kB, compressed', () => {
  const { app } = weighDashboard()
  assert.ok(app.length > 2, 'the app has pages')
  for (const { page, scriptBytes, styleBytes } of app) {
    assert.ok(scriptBytes + styleBytes <= APP_BYTES_MAX, `${page}: ${scriptBytes + styleBytes} bytes`)
  }
})
