import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deviceOf, USER_AGENT_CHARS_MAX } from './device.ts'

describe('deviceOf', () => {
  it('names browser and system of what browsers say of themselves', () => {
    for (const [userAgent, words] of [
      ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
      [
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
        'Edge, Windows',
      ],
      [
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
        'Safari, macOS',
      ],
      [
        'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
        'Chrome, Android',
      ],
      [
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
        'Chrome, iOS',
      ],
      ['curl/8.9.1', 'curl'],
    ] as const) {
      assert.equal(deviceOf(userAgent), words)
    }
  })

  it('says nothing of what it does not know, and reads no further than its limit', () => {
    assert.equal(deviceOf(''), '')
    assert.equal(deviceOf('<script>alert(1)</script>'), '')
    assert.equal(deviceOf(`${' '.repeat(USER_AGENT_CHARS_MAX - 7)}Android`), 'Android')
    assert.equal(deviceOf(`${' '.repeat(USER_AGENT_CHARS_MAX - 6)}Android`), '')
  })
})
