import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { plainHttpWarning } from './site.ts'

test('plain HTTP is warned of where others reach the server and no setting tells of a proxy with TLS', () => {
  const warned = (env: Record<string, string>) => plainHttpWarning(readConfig(env))
  assert.match(warned({ HOST: '0.0.0.0' }) ?? '', /^The server listens on 0\.0\.0\.0 with plain HTTP/)
  assert.match(warned({ HOST: '::', PUBLIC_URL: 'http://firma.intern' }) ?? '', /plain HTTP/)
  for (const env of [
    {},
    { HOST: '::1' },
    { HOST: '0.0.0.0', PUBLIC_URL: 'https://firma.example' },
    { HOST: '0.0.0.0', TRUST_PROXY: '10.0.0.0/8' },
  ])
    assert.equal(warned(env), undefined, JSON.stringify(env))
})
