/** An operator's way with keys, on a running server. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { connectControl } from '../../src/control/control-client.ts'
import { BRIEF, often, someOf } from '../thorough.ts'
import {
  ENTRIES,
  importedFolder,
  makeKey,
  run,
  search,
  startServer,
  statuses,
  temporaryFolder,
} from './program.ts'

const CONNECTIONS = 24
/** Faults that `npm test` makes. */
const FAULTS_BRIEF = 7
const REVOCATIONS = often(100, 20)
const CALLERS = 8
/** Of each caller; together 32. */
const USERS = 4

/** The id of no company. */
const NO_COMPANY = '00000000-0000-0000-0000-000000000000'

describe('keys on the command line', () => {
  it('work from their creation, through rotation, until they are revoked, on every thread', async (test) => {
    const dataDir = await importedFolder(test)
    const server = await startServer(test, dataDir)
    const at = ['--data-dir', dataDir]

    const made = await makeKey(dataDir, ['--limit', '100000/60s'])
    assert.deepEqual(Object.keys(made), ['id', 'key'])
    assert.deepEqual(await statuses(server.url, made.key, CONNECTIONS), [200])

    const rotated = JSON.parse(
      (await run(['keys', 'rotate', made.id, '--overlap', '1h', '--json', ...at])).out,
    )
    assert.deepEqual(await statuses(server.url, made.key, CONNECTIONS), [200])
    assert.deepEqual(await statuses(server.url, rotated.key, CONNECTIONS), [200])

    const revoked = await run(['keys', 'revoke', made.id, ...at])
    assert.equal(revoked.code, 0)
    const tells = `${made.id} is revoked.\n${rotated.id} of the same rotation is still valid. If it must end, too, revoke it separately.\n`
    assert.equal(revoked.out, tells)
    assert.deepEqual(await statuses(server.url, made.key, CONNECTIONS), [401])
    assert.deepEqual(await statuses(server.url, rotated.key, CONNECTIONS), [200])

    const last = JSON.parse(
      (await run(['keys', 'rotate', rotated.id, '--overlap', '0', '--json', ...at])).out,
    )
    assert.deepEqual(await statuses(server.url, rotated.key, CONNECTIONS), [401])
    assert.deepEqual(await statuses(server.url, last.key, CONNECTIONS), [200])

    const again = JSON.parse((await run(['keys', 'revoke', made.id, '--json', ...at])).out)
    assert.deepEqual(again, { id: made.id, works_on: [last.id] })

    const list = JSON.parse((await run(['keys', 'list', '--json', ...at])).out) as {
      id: string
      state: string
      scopes: string[]
      expires_at: string | null
    }[]
    const wholly = ['companies:search', 'companies:search:deep', 'companies:read', 'companies:watch']
    for (const { scopes, expires_at } of list) assert.deepEqual([scopes, expires_at], [wholly, null])
    const states = Object.fromEntries(list.map(({ id, state }) => [id, state]))
    assert.deepEqual([states[made.id], states[rotated.id], states[last.id]], ['revoked', 'rotated', 'active'])
    const all = (await run(['keys', 'list', ...at])).out
    for (const { key } of [made, rotated, last]) assert.equal(all.includes(key), false)

    server.process.kill('SIGTERM')
    await server.ended
    const listed = JSON.parse((await run(['keys', 'list', '--json', ...at])).out) as {
      id: string
      last_used_at: string | null
    }[]
    assert.ok(listed.find(({ id }) => id === last.id)?.last_used_at, 'the last use was written at the stop')
  })

  it('created without a server work in the next one, and their own limit is in the headers', {
    skip: BRIEF,
  }, async (test) => {
    const dataDir = await importedFolder(test)
    const scopes = ['--scopes', 'companies:search', '--limit', '7/60s', '--expires', '9d']
    const { key } = await makeKey(dataDir, scopes)
    const list = (await run(['keys', 'list', '--data-dir', dataDir])).out
    assert.match(list, / companies:search +7\/1m +\d{4}-\d\d-\d\d \d\d:\d\d +never used$/m)
    const server = await startServer(test, dataDir)
    const answer = await search(server.url, key, { name: 'Bau' })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('ratelimit-policy'), '"default";q=7;w=60, "burst";q=7;w=60')
    assert.equal((await search(server.url, key, { name: 'Bau', deep: true })).status, 403)
    const rest = await Promise.all(Array.from({ length: 20 }, () => search(server.url, key, { name: 'Bau' })))
    assert.equal(rest.filter(({ status }) => status === 200).length, 6)
    assert.equal(rest.filter(({ status }) => status === 429).length, 14)
  })

  it('created with --test see only the sandbox, even after a rotation', { skip: BRIEF }, async (test) => {
    const dataDir = await importedFolder(test)
    const made = await makeKey(dataDir, ['--test'])
    const server = await startServer(test, dataDir)
    const at = ['--data-dir', dataDir]
    const rotating = await run(['keys', 'rotate', made.id, '--overlap', '1h', '--json', ...at])
    const rotated = JSON.parse(rotating.out) as { key: string }
    const live = await makeKey(dataDir, [])
    const counts = [made, rotated, live].map(async ({ key }) => {
      const found = ['Sandbox Ahorn GmbH', 'Bau'].map(async (name) => {
        const rows = (await (await search(server.url, key, { name })).json()) as readonly unknown[]
        return rows.length
      })
      return await Promise.all(found)
    })
    const [first, second, third] = await Promise.all(counts)
    assert.deepEqual(
      [first, second],
      [
        [1, 0],
        [1, 0],
      ],
    )
    assert.equal(third?.[0], 0)
    assert.ok(third?.[1])
    const list = (await run(['keys', 'list', ...at])).out
    assert.deepEqual(
      list.match(/ fs_(?:test|live)_\w{4}… +(?:test|live) /g)?.map((row) => row.trim().split(/ +/)[1]),
      ['test', 'test', 'live'],
    )
  })

  it(`are refused from the moment the revocation was answered: ${REVOCATIONS} under ${CALLERS * USERS} connections`, {
    skip: BRIEF,
  }, async (test) => {
    const dataDir = await importedFolder(test)
    const server = await startServer(test, dataDir)
    const control = await connectControl(dataDir, '')
    assert.ok(control)
    let late = 0
    let accepted = 0
    const lives = Array.from({ length: CALLERS }, async (_, caller) => {
      for (let i = caller; i < REVOCATIONS; i += CALLERS) {
        const { key, secret } = await control.send('createKey', {
          params: {
            name: 'short',
            scopes: ['companies:read'],
            kind: 'live',
            limit: { quota: 1e6, windowMs: 60_000 },
          },
        })
        let isRevoked = false
        const use = async () => {
          for (;;) {
            const wasRevoked = isRevoked
            const answer = await fetch(`${server.url}/api/v1/companies?limit=1`, {
              headers: { authorization: `Bearer ${secret}` },
            })
            await answer.arrayBuffer()
            if (answer.status === 200) accepted++
            if (answer.status === 200 && wasRevoked) late++
            if (wasRevoked) return
          }
        }
        const users = Array.from({ length: USERS }, use)
        await control.send('revokeKey', { id: key.id })
        isRevoked = true
        await Promise.all(users)
      }
    })
    await Promise.all(lives)
    control.close()
    assert.equal(late, 0)
    assert.ok(accepted > 0, 'no key was ever accepted: the test proves nothing')
  })

  it('report faults with a sentence and an exit code', async (test) => {
    const dataDir = temporaryFolder(test)
    const at = ['--data-dir', dataDir]
    const cases: [string[], number, RegExp][] = [
      [['keys', 'revoke', 'key_unknown', ...at], 3, /^There is no key key_unknown\.$/m],
      [['keys', 'rotate', 'key_unknown', '--overlap', '1h', ...at], 3, /There is no key/],
      [
        ['keys', 'rotate', 'key_unknown', '--overlap', '31d', ...at],
        2,
        /^--overlap must be between 0 and 30d\.$/m,
      ],
      [['keys', 'create', ...at], 2, /--name/],
      [['keys', 'create', '--name', 'x', '--expires', 'soon', ...at], 2, /--expires must be a whole number/],
      [
        ['keys', 'create', '--name', 'x', '--limit', '10000001/60s', ...at],
        2,
        /^The quota of --limit must be between 1 and 10,000,000\.$/m,
      ],
      [
        ['keys', 'create', '--name', ' ', '--expires', '0s', ...at],
        2,
        /^--name must have 1 .*\n--expires must be between 1s and 3650d\.$/m,
      ],
      [
        ['keys', 'create', '--name', 'x', '--limit', '5/soon', ...at],
        2,
        /window of --limit .*for example 60s\.$/m,
      ],
      [
        ['keys', 'create', '--name', 'x', '--limit', '5/2d', ...at],
        2,
        /^The window of --limit must be between 1s and 1d\.$/m,
      ],
      [
        ['keys', 'create', '--name', 'x', '--scopes', 'all', ...at],
        2,
        /^--scopes: "all" is not a scope\. .*companies:search/m,
      ],
      [['--data-dir', dataDir, 'status'], 2, /^Write --data-dir after the command/m],
      [['keys', 'make'], 2, /unknown command 'make'\n\(see firmensuche keys --help\)/],
      [['keys', 'create', '--name', 'x', '--nope'], 2, /\(see firmensuche keys create --help\)/],
      [['serve', '--port', '80'], 2, /\(see firmensuche serve --help\)\nPORT is a setting: .*PORT=…/],
      [
        ['status', '--data-dir', join(dataDir, 'none')],
        3,
        /^The data folder .*none does not exist\. --data-dir/,
      ],
      [['suppress', 'abc', '--reason', 'r', ...at], 2, /^"abc" is not the id of a company/],
      [['suppress', NO_COMPANY, '--reason', 'r', ...at], 3, /^There is no company 0000/],
      [['suppress', '--lift', NO_COMPANY, ...at], 3, /^The company 0000.* is not suppressed\.$/m],
      [
        ['sources', 'add', 'a', '--url', 'http://example.org/a', ...at],
        2,
        /^The source is not added\. http:\/\/example\.org is not https/,
      ],
      [['frobnicate'], 2, /unknown command/],
      [['keys', 'create', '--name', 'x', '--data-dir', ENTRIES], 6, /cannot be used/],
    ]
    for (const [args, code, says] of someOf(cases, FAULTS_BRIEF)) {
      const output = await run(args)
      assert.equal(output.code, code, `${args.join(' ')}: ${output.err}`)
      assert.match(output.err, says)
      assert.doesNotMatch(output.err, /\n\s+at /, 'a stack trace')
    }
  })

  it('print the usage of each command for help in front, after a group, or as an option, with exit code 0', async () => {
    const cases: [string, string][] = [
      ['help', 'firmensuche [options] [command]'],
      ['help help', 'firmensuche [options] [command]'],
      ['help status', 'firmensuche status [options]'],
      ['help keys', 'firmensuche keys [options] [command]'],
      ['keys help', 'firmensuche keys [options] [command]'],
      ['keys --help', 'firmensuche keys [options] [command]'],
      ['help keys rotate', 'firmensuche keys rotate [options] <id>'],
      ['keys help rotate', 'firmensuche keys rotate [options] <id>'],
      ['keys rotate --help', 'firmensuche keys rotate [options] <id>'],
      ['help accounts', 'firmensuche accounts [options] [command]'],
      ['help accounts invite', 'firmensuche accounts invite [options] <e-mail>'],
    ]
    for (const [line, usage] of cases) {
      const output = await run(line.split(' '))
      assert.deepEqual([output.code, output.err], [0, ''], line)
      assert.equal(output.out.split('\n')[0], `Usage: ${usage}`, line)
    }
    for (const line of ['help frobnicate', 'help keys frobnicate', 'keys help frobnicate']) {
      const output = await run(line.split(' '))
      assert.equal(output.code, 2, line)
      assert.match(output.err, /^error: unknown command '(?:keys )?frobnicate'$/m, line)
    }
  })
})
