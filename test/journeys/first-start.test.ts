/** The first start: one command, a key, a search. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { request } from 'node:http'
import { delimiter, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { BRIEF, IS_THOROUGH, someOf } from '../thorough.ts'
import {
  BIN,
  cleanEnv,
  importedFolder,
  run,
  search,
  startServer,
  stopWhen,
  temporaryFolder,
} from './program.ts'

const KEY = /fs_live_[0-9A-Za-z]{38}/

/** A first start is stopped when it says this, by this signal; so many companies are stored then. */
const STOPS = [
  [/\d rows/, 'SIGTERM', 10_000],
  [/importing the sample/, 'SIGINT', 0],
  [/Building the index/, 'SIGINT', 90_000],
] as const

describe('a first start', () => {
  it('that is stopped during start-up ends with 0, keeps stored data, and leaves the key to the next start, which shows it once with a working command', {
    skip: BRIEF,
  }, async (test) => {
    const dataDir = join(temporaryFolder(test), 'var')
    const at = ['--data-dir', dataDir]
    for (const [when, signal, companiesMin] of someOf(STOPS, 1)) {
      const { code, out, err } = await stopWhen(test, ['serve', '--data-dir', dataDir], when, signal)
      assert.equal(code, 0, err)
      assert.match(err, /"msg":"Stopping …"\}$/m)
      assert.equal(out, '')
      const status = JSON.parse((await run(['status', '--json', ...at])).out)
      assert.equal(status.keys, 0)
      assert.ok(status.companies >= companiesMin, `${status.companies} companies after ${when}`)
    }
    await startTwice(test, dataDir)
  })

  // In `npm test` the test before this one shows the same after a stop.
  if (IS_THOROUGH)
    it('imports the sample and shows a key once with a working command; the next start says where the key is', async (test) => {
      await startTwice(test, join(temporaryFolder(test), 'var'))
    })

  it('allows more than six deep searches a minute from this machine, and the default budget for public addresses', {
    skip: BRIEF,
  }, async (test) => {
    const deepSearches = 12
    const cases = [
      ['start', {}, deepSearches],
      ['start', { PUBLIC_URL: 'https://suche.example' }, 6],
      ['start', { TRUST_PROXY: '127.0.0.1' }, 6],
      ['start', { PUBLIC_SEARCH_PER_MIN: '10' }, 2],
      ['serve', { PUBLIC_SEARCH: 'on' }, 6],
    ] as const
    for (const [command, env, allowed] of someOf(cases, 2)) {
      const server = await startServer(test, await importedFolder(test), env, [
        process.execPath,
        BIN,
        command,
      ])
      const publicUrl = 'PUBLIC_URL' in env ? env.PUBLIC_URL : `http://localhost:${new URL(server.url).port}`
      const statuses = []
      for (let i = 0; i < deepSearches; i++) statuses.push(await searchDeep(server.url, publicUrl))
      assert.equal(
        statuses.filter((status) => status === 200).length,
        allowed,
        `${command} ${JSON.stringify(env)}`,
      )
    }
  })

  it('works under an old Node, and ends with it', async (test) => {
    const old = findOldNode()
    if (old === undefined) return test.skip('there is no Node older than 24 on this machine')
    const dataDir = await importedFolder(test)
    const server = await startServer(test, dataDir, {}, [old, BIN, 'serve'])
    assert.notEqual(server.pid, server.process.pid)
    server.process.kill('SIGKILL')
    await server.ended
    const again = await startServer(test, dataDir, {}, [old, BIN, 'serve'])
    again.process.kill('SIGTERM')
    assert.equal(await again.ended, 0)
  })
})

/** Starts in a folder without a key: shows one, once, with a line that works; the next start says where the key is. */
async function startTwice(test: TestContext, dataDir: string): Promise<void> {
  const first = await startServer(test, dataDir)
  const key = KEY.exec(first.said())?.[0]
  assert.ok(key, first.said())
  assert.match(first.said(), /answers at http:\/\/127\.0\.0\.1:\d+ \(\d{2,3},\d{3} companies\)/)

  const line = /^curl[\s\S]*?'$/m.exec(first.said())?.[0]
  assert.ok(line, first.said())
  assert.ok(line.includes(key))
  const found = JSON.parse(runShell(test, line)) as { name: string; uuid: string }[]
  const asked = /"name": "(.*)"/.exec(line)?.[1]
  assert.equal(found[0]?.name, asked)
  assert.match(found[0]!.uuid, /^[0-9a-f-]{36}$/)

  first.process.kill('SIGTERM')
  assert.equal(await first.ended, 0)
  const second = await startServer(test, dataDir)
  assert.doesNotMatch(second.said(), KEY)
  assert.match(second.said(), /shown only then.*npx firmensuche keys create/)
  assert.equal((await search(second.url, key, { name: asked })).status, 200)
}

/** As the search page asks, without an account; answers with the status. */
function searchDeep(url: string, publicUrl: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const headers = {
    host: new URL(publicUrl).host,
    origin: publicUrl,
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
  }
  request(`${url}/app/api/search`, { method: 'POST', headers }, (answer) => {
    answer.resume().once('end', () => resolve(answer.statusCode))
  })
    .once('error', reject)
    .end(JSON.stringify({ name: 'Adler', deep: true }))
  return promise
}

/** As a person pastes it; where there is no curl, with fetch, and says so. */
function runShell(test: TestContext, line: string): string {
  try {
    return execFileSync('sh', ['-c', line], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    test.diagnostic('curl is missing here; the line was run by fetch')
    const [, url, key, body] = /curl -s (\S+)[\s\S]*Bearer (\S+?)'[\s\S]*-d '(.*)'/.exec(line)!
    const code = `fetch('${url}',{method:'POST',headers:{authorization:'Bearer ${key}','content-type':'application/json'},body:${JSON.stringify(body)}}).then(r=>r.text()).then(console.log)`
    return execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' })
  }
}

function findOldNode(): string | undefined {
  const candidates = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  return candidates.find((path) => {
    try {
      const text = execFileSync(path, ['--version'], { encoding: 'utf8', env: cleanEnv(), stdio: 'pipe' })
      return Number(/^v(\d+)/.exec(text)?.[1]) < 24
    } catch {
      return false
    }
  })
}
