import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Failure } from '../core/failure.ts'
import { readConfig, SETTINGS } from './config.ts'

describe('settings', () => {
  it('have valid defaults, and an empty variable counts as not set', () => {
    const defaults = readConfig({})
    assert.equal(defaults.port, 8080)
    assert.equal(defaults.host, '127.0.0.1')
    assert.equal(defaults.dataDir, './var')
    assert.ok(defaults.threads >= 1)
    const empty = Object.fromEntries(Object.values(SETTINGS).map(({ variable }) => [variable, '']))
    assert.deepEqual(readConfig(empty), defaults)
  })

  it('are converted to their types', () => {
    const config = readConfig({
      PORT: '0',
      THREADS: '3',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      LOG_LEVEL: 'silent',
    })
    assert.equal(config.port, 0)
    assert.equal(config.threads, 3)
    assert.deepEqual(config.trustProxy, ['10.0.0.0/8', '::1'])
    assert.equal(config.logLevel, 'silent')
  })

  it('that are invalid are all reported at once by name, without their values', () => {
    const secret = 'do-not-print'
    const wrong = {
      PORT: secret,
      THREADS: '0',
      TRUST_PROXY: `10.0.0.0/8,${secret}`,
      LOG_LEVEL: secret,
      HOST: `${secret}/`,
    }
    assert.throws(
      () => readConfig(wrong),
      (error: unknown) => {
        assert.ok(error instanceof Failure)
        assert.equal(error.code, 'invalid_request')
        const lines = error.message.split('\n')
        assert.deepEqual(lines.map((line) => line.split(' ')[0]).toSorted(), Object.keys(wrong).toSorted())
        assert.equal(error.message.includes(secret), false)
        return true
      },
    )
  })

  for (const [name, good, bad] of [
    ['PORT', ['0', '65535'], ['65536', '-1', '1.5', '0x10', ' ', '1e3']],
    ['THREADS', ['1', '64'], ['0', '65']],
    ['AUTH_FAILURES_PER_MIN', ['0', '10000'], ['10001']],
    ['CONNECTIONS_MAX', ['1', '100000'], ['0', '100001']],
    ['METRICS_PORT', ['0', '65535'], ['65536', ' ', 'none']],
    [
      'REDIS_URL',
      [
        'redis://localhost',
        'redis://:p%40ss@redis.intern:6380/2',
        'rediss://user:pass@[::1]:6379/',
        'redis://10.0.0.7:6379/15',
      ],
      [
        'localhost:6379',
        'http://localhost:6379',
        'redis://',
        'redis:///0',
        'redis://host/name',
        'redis://host:70000',
        'redis://user:%@host',
        'redis://host?db=1',
        'redis://ho st',
      ],
    ],
    [
      'METRICS_TOKEN',
      ['x'.repeat(16), 'x'.repeat(200)],
      ['x'.repeat(15), 'x'.repeat(201), 'a text with blanks'],
    ],
    ['DATABASE_POOL_MAX', ['1', '100'], ['0', '101']],
    ['DRAIN_MS', ['0', '60000'], ['60001', '-1']],
    ['DATABASE_POOL_MAX', ['1', '100'], ['0', '101']],
    ['REQUESTS_IN_FLIGHT_MAX', ['1', '100000'], ['0', '100001']],
  ] as const) {
    it(`accept ${name} within its bounds only`, () => {
      for (const text of good) assert.doesNotThrow(() => readConfig({ [name]: text }), text)
      for (const text of bad) assert.throws(() => readConfig({ [name]: text }), Failure, text)
    })
  }
})

it('SMTP_URL must be the address of a mail server, and error messages do not contain it', () => {
  const read = (SMTP_URL: string) => readConfig({ SMTP_URL, MAIL_FROM: 'post@suche.example' }).smtpUrl
  for (const url of ['smtp://mail.example', 'smtps://u:p%40ss@mail.example:465', 'smtp://[::1]:25']) {
    assert.equal(read(url), url)
  }
  for (const url of [
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://:25',
    'smtp://mail.example:99999',
    'smtp://u:100%@mail.example',
    'smtp://u:p w@mail.example',
  ]) {
    assert.throws(
      () => read(url),
      { message: 'SMTP_URL must be smtp://user:password@host:587 or smtps://….' },
      url,
    )
  }
})

it('DATABASE_URL must be the address of a PostgreSQL database, and error messages do not contain it', () => {
  const read = (DATABASE_URL: string) => readConfig({ DATABASE_URL }).databaseUrl
  for (const url of [
    'postgres://db.example/firmensuche',
    'postgresql://u:p%40ss@[::1]:5433/firmensuche?sslmode=verify-full&sslrootcert=/etc/ssl/db.pem',
    'postgres:///firmensuche?host=/run/postgresql',
    'postgres://u@/firmensuche?host=/run/postgresql',
    'postgres://%2Frun%2Fpostgresql/firmensuche',
  ]) {
    assert.equal(read(url), url)
  }
  for (const url of [
    'db.example',
    'mysql://db.example/firmensuche',
    'postgres://db.example',
    'postgres://db.example/',
    'postgres://u:p#w@db.example/firmensuche',
    'postgres://u:100%@db.example/firmensuche',
    'postgres://u:p w@db.example/firmensuche',
    'postgres://db.example:99999/firmensuche',
  ]) {
    const message =
      'DATABASE_URL must be postgres://user:password@host:5432/database, with %40 for @, %2F for / and the like in the password.'
    assert.throws(() => read(url), { message }, url)
  }
})

it('PUBLIC_URL is the address of a whole site: one with a path, which no link would have, is refused', () => {
  const read = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL }).publicUrl
  for (const url of [
    'https://suche.example',
    'https://suche.example/',
    'http://localhost:8080',
    'http://[::1]:1',
  ]) {
    assert.equal(read(url), url)
  }
  for (const url of [
    'suche.example',
    'https://suche.example/firmen',
    'https://suche.example/?a=b',
    'https://suche.example/#a',
    'https://user:password@suche.example',
  ]) {
    const message = 'PUBLIC_URL must be an address that begins with http:// or https://, without a path.'
    assert.throws(() => read(url), { message }, url)
  }
})
