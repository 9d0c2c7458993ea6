/** The receivers of docs/webhooks.md, run as they stand there, with the reference libraries of npm and PyPI. */
// Own process: it waits for Python, and other files can run meanwhile.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openWebhookSender } from '../src/adapters/webhooks/webhook-sender.ts'
import { signWebhook } from '../src/core/watching/sign-webhook.ts'
import type { WebhookId } from '../src/core/watching/webhook.ts'
import { webhookSecret } from '../src/core/watching/webhook-secret.ts'
import { findPort } from '../src/server/compose/system.ts'
import { atEnd, cleanEnv, POLL_MS, ROOT, temporaryFolder } from './journeys/program.ts'
import { BRIEF } from './thorough.ts'

const run = promisify(execFile)
const LIBRARY = 'standardwebhooks==1.1.0'
const HOME = join(ROOT, 'node_modules/.cache/standardwebhooks')
const [OLD, NEW, OTHER] = [1, 2, 3].map((generation) =>
  webhookSecret('5a'.repeat(32), 'whk_1' as WebhookId, generation),
)
/** A test event has no company, and so no `ref`. */
const PING = '{"type":"ping","timestamp":"2026-07-01T10:00:00.000Z","data":{}}'
const PAYLOAD = '{"type":"company.changed","timestamp":"2026-07-01T10:00:00.000Z","data":{"ref":"Müller 🏢"}}'

/** The code of a language in a document. */
function codeOf(document: string, language: string): string {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const code = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(text)?.[1]
  assert.ok(code, `${document} has no ${language}`)
  return code
}

/** Runs a receiver; returns what sends to it, and the lines that it prints. */
async function receiverOf(t: TestContext, command: string, file: string, code: string) {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, file), code)
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const { port, release } = await findPort('127.0.0.1', 0)
  release()
  const env = cleanEnv({ PORT: String(port), WEBHOOK_SECRET: OLD! })
  const child = spawn(command, [file], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  atEnd(t, () => child.kill('SIGKILL'))
  let isUp = false
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const allowed = [{ kind: 'host', host: '127.0.0.1', port }] as const
  const sender = openWebhookSender({ allowed, userAgent: 'test', nowMs: Date.now })
  return {
    nextLine: async () => (await lines.next()).value as string,
    async send(secrets: readonly string[], { payload = PAYLOAD, atMs = Date.now() } = {}) {
      const headers = signWebhook({ id: 'evt_1', payload }, secrets, atMs)
      for (;;) {
        const url = `http://127.0.0.1:${port}/`
        const attempt = await sender.send({ url, headers, payload }, new AbortController().signal)
        isUp ||= attempt.kind !== 'failed' || attempt.fault.code !== 'connection'
        if (isUp) return attempt.kind === 'failed' ? (attempt.fault.status ?? errors) : attempt.kind
        assert.equal(child.exitCode, null, errors)
        await wait(POLL_MS)
      }
    },
  }
}

async function accepts(t: TestContext, command: string, file: string, code: string): Promise<void> {
  const receiver = await receiverOf(t, command, file, code)
  assert.equal(await receiver.send([OLD!]), 'delivered')
  assert.equal(await receiver.nextLine(), 'evt_1 company.changed Müller 🏢')
  assert.equal(await receiver.send([OLD!], { payload: PING }), 'delivered', 'a test event')
  assert.match(await receiver.nextLine(), /^evt_1 ping (undefined|None)$/)
  assert.equal(await receiver.send([NEW!, OLD!]), 'delivered', 'during a rotation')
  assert.equal(await receiver.send([NEW!]), 401, 'after it')
  assert.equal(await receiver.send([NEW!, OTHER!]), 401)
  assert.equal(await receiver.send([OLD!], { atMs: Date.now() - 3_600_000 }), 401, 'an old request')
}

/** An interpreter with the library, installed once; `undefined` if that is not possible, and the test is skipped. */
async function pythonWithLibrary(t: TestContext): Promise<string | undefined> {
  const python = join(HOME, 'bin/python')
  const mark = join(HOME, 'installed')
  try {
    if (!existsSync(mark) || readFileSync(mark, 'utf8') !== LIBRARY) {
      rmSync(HOME, { recursive: true, force: true })
      mkdirSync(join(HOME, '..'), { recursive: true })
      await run('python3', ['-m', 'venv', HOME])
      await run(python, ['-m', 'pip', '-q', '--disable-pip-version-check', 'install', LIBRARY])
      writeFileSync(mark, LIBRARY)
    }
    return python
  } catch (error) {
    if (process.env.CI === 'true') throw error
    t.skip(`the library cannot be installed: ${(error as Error).message.split('\n', 1)[0]}`)
    return undefined
  }
}

test('the receiver of the documents in Node, with the library from npm, accepts what is signed, and nothing else', async (t) => {
  const code = codeOf('docs/webhooks.md', 'js')
  assert.equal(codeOf('docs/de/webhooks.md', 'js'), code)
  await accepts(t, process.execPath, 'receiver.mjs', code)
})

test('the receiver of the documents in Python, with the library from PyPI, accepts what is signed, and nothing else', {
  skip: BRIEF,
}, async (t) => {
  const python = await pythonWithLibrary(t)
  if (python === undefined) return
  const code = codeOf('docs/webhooks.md', 'python')
  assert.equal(codeOf('docs/de/webhooks.md', 'python'), code)
  await accepts(t, python, 'receiver.py', code)
})
