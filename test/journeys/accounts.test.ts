// Thorough: test/api and test/contracts make, disable and delete accounts.
/** An operator's way with people, on the command line of a running server with a real mail server, and without both. */
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { Member, PASSWORD, tokenOf } from './member.ts'
import { importedFolder, makeKey, run, search, startServer, statuses } from './program.ts'
import { startServerWithMailbox } from './server-with-mailbox.ts'

const IDA = 'ida@example.com'
const NEW_PASSWORD = 'Kirschkernweitspucken-3'

async function openSetup(test: TestContext) {
  const { mailbox, dataDir, settings, server } = await startServerWithMailbox(test, { THREADS: '2' })
  const command = async (...args: string[]) => run([...args, '--data-dir', dataDir], settings)
  const json = async (...args: string[]) => JSON.parse((await command(...args, '--json')).out)
  return { mailbox, dataDir, server, command, json }
}

describe('accounts on the command line', () => {
  it('are listed, made operators, disabled and enabled, and the last operator stays one', async (test) => {
    const { mailbox, dataDir, server, command, json } = await openSetup(test)
    const ida = new Member(server.url)
    await ida.signUp(mailbox, IDA)
    const [account, ...others] = await json('accounts', 'list')
    assert.deepEqual(others, [])
    assert.deepEqual([account.email, account.role, account.state, account.keys], [IDA, 'user', 'open', 0])

    assert.equal((await ida.get('/operator/accounts')).status, 404)
    assert.equal((await command('accounts', 'grant-operator', IDA)).out, `${IDA} is now an operator.\n`)
    assert.equal((await ida.get('/operator/accounts')).status, 200)
    assert.equal((await mailbox.next()).to[0], IDA)
    for (const act of ['withdraw-operator', 'disable', 'delete']) {
      const yes = act === 'delete' ? ['--yes'] : []
      assert.equal((await command('accounts', act, IDA, ...yes)).code, 5, act)
    }

    const jo = new Member(server.url)
    await jo.signUp(mailbox, 'jo@example.com')
    assert.equal((await command('accounts', 'grant-operator', 'JO@example.com')).code, 0)
    assert.equal((await command('accounts', 'withdraw-operator', IDA)).code, 0)
    assert.equal((await ida.get('/operator/accounts')).status, 404)

    const { key } = await makeKey(dataDir, ['--account', IDA])
    assert.equal((await command('accounts', 'disable', IDA)).out, `${IDA} is disabled.\n`)
    assert.equal(await ida.isSignedIn(), false)
    assert.deepEqual(await statuses(server.url, key, 8), [401])
    assert.notEqual((await ida.signIn(IDA)).status, 200)
    assert.equal((await command('accounts', 'enable', IDA)).code, 0)
    assert.deepEqual(await statuses(server.url, key, 8), [200])
    assert.equal((await ida.signIn(IDA)).status, 200)
    assert.match((await command('accounts', 'list')).out, /^ida@example\.com +open +user +off +1 /m)
  })

  it('reset their password by an e-mail that ends every session, and no output contains its token', async (test) => {
    const { mailbox, server, command, json } = await openSetup(test)
    const ida = new Member(server.url)
    await ida.signUp(mailbox, IDA)
    assert.deepEqual(await json('accounts', 'reset', IDA), { email: IDA, link: null })
    assert.equal(await ida.isSignedIn(), false)
    const mail = await mailbox.next(({ subject }) => /Passwort/.test(subject))
    assert.deepEqual(mail.to, [IDA])
    const elsewhere = new Member(server.url)
    const finished = await elsewhere.post('/auth/reset/finish', {
      token: tokenOf(mail.links[0]!),
      password: NEW_PASSWORD,
    })
    assert.equal(finished.status, 200)
    assert.equal((await ida.signIn(IDA, PASSWORD)).status, 401)
    assert.equal((await ida.signIn(IDA, NEW_PASSWORD)).status, 200)
    server.process.kill('SIGTERM')
    await server.ended
    const { out } = await command('accounts', 'reset', IDA)
    assert.equal(out, `An e-mail with a link is on its way to ${IDA}.\n`)
    assert.ok(mailbox.mails.at(-1)?.links[0]?.includes('/reset#'), 'without a server the command sends it')
    assert.equal((await command('accounts', 'disable', IDA)).code, 0)
    assert.equal((await json('accounts', 'list'))[0].state, 'disabled')
    assert.equal((await command('accounts', 'delete', IDA, '--yes')).code, 0)
    assert.deepEqual(await json('accounts', 'list'), [])
    assert.match(mailbox.mails.at(-1)!.subject, /gelöscht/)
  })

  it('have keys that the command line makes, lists, limits and ends, and that end with the account', async (test) => {
    const { mailbox, dataDir, server, command, json } = await openSetup(test)
    const ida = new Member(server.url)
    await ida.signUp(mailbox, IDA)
    const own = await makeKey(dataDir)
    const made = await makeKey(dataDir, ['--account', IDA])
    assert.equal((await mailbox.next(({ subject }) => subject.includes('journey'))).to[0], IDA)
    assert.deepEqual(
      (await json('keys', 'list', '--account', IDA)).map(({ id }: { id: string }) => id),
      [made.id],
    )
    assert.equal((await search(server.url, made.key, { name: 'Bau' })).status, 200)

    assert.equal(
      (await command('keys', 'limit', made.id, '--limit', '7/60s')).out,
      `${made.id} now has the limit 7/1m.\n`,
    )
    const limited = await search(server.url, made.key, { name: 'Bau' })
    assert.equal(limited.headers.get('ratelimit-policy'), '"default";q=7;w=60, "burst";q=7;w=60')
    assert.equal((await command('keys', 'limit', made.id, '--limit', 'default')).code, 0)
    assert.deepEqual((await json('keys', 'list', '--account', IDA))[0].limit, null)
    const rotated = JSON.parse(
      (await command('keys', 'rotate', made.id, '--overlap', '0', '--json')).out,
    ) as { id: string; key: string }
    assert.equal((await search(server.url, made.key, { name: 'Bau' })).status, 401)

    assert.equal((await command('accounts', 'delete', IDA)).code, 2)
    assert.equal((await search(server.url, rotated.key, { name: 'Bau' })).status, 200)
    assert.equal((await command('accounts', 'delete', IDA, '--yes')).code, 0)
    assert.equal((await search(server.url, rotated.key, { name: 'Bau' })).status, 401)
    assert.equal((await search(server.url, own.key, { name: 'Bau' })).status, 200)
    assert.equal(await ida.isSignedIn(), false)
    assert.deepEqual(await json('accounts', 'list'), [])
    assert.deepEqual((await mailbox.next(({ subject }) => /gelöscht/.test(subject))).to, [IDA])
  })

  it('have keys that status counts and keys list shows with their owners, with a server and without one', async (test) => {
    const { mailbox, dataDir, server, command, json } = await openSetup(test)
    const ida = new Member(server.url)
    await ida.signUp(mailbox, IDA)
    const ended = await makeKey(dataDir)
    assert.equal((await command('keys', 'revoke', ended.id)).code, 0)
    const before = (await json('status')).keys
    const own = await makeKey(dataDir)
    const hers = [await makeKey(dataDir, ['--account', IDA]), await makeKey(dataDir, ['--account', IDA])]

    const proveAll = async () => {
      const status = await json('status')
      assert.deepEqual([status.keys, status.keys_of_accounts], [before + 3, 2])
      assert.match(
        (await command('status')).out,
        new RegExp(`^keys +${before + 3}, 2 of them of accounts$`, 'm'),
      )
      const all = (await json('keys', 'list')) as readonly {
        id: string
        account: string
        email: string | null
      }[]
      const owners = new Map(all.map(({ id, email }) => [id, email]))
      const [first, second] = hers
      assert.deepEqual(
        [ended, own, first, second].map((key) => owners.get(key!.id)),
        [null, null, IDA, IDA],
        'the keys of everybody, ended ones too',
      )
      assert.equal(all.find(({ id }) => id === own.id)?.account, 'local')
      const shown = (await command('keys', 'list')).out
      assert.match(shown, new RegExp(`^${own.id} +command line +fs_`, 'm'))
      assert.match(shown, new RegExp(`^${second!.id} +${IDA} +fs_`, 'm'))
      const ofIda = (await json('keys', 'list', '--account', IDA)) as readonly { id: string }[]
      assert.deepEqual(
        ofIda.map(({ id }) => id),
        hers.map(({ id }) => id),
      )
    }
    await proveAll()
    server.process.kill('SIGTERM')
    await server.ended
    await proveAll()
    assert.equal((await command('accounts', 'delete', IDA, '--yes')).code, 0)
    assert.match(
      (await command('keys', 'list')).out,
      new RegExp(`^${hers[0]!.id} +deleted account +fs_`, 'm'),
    )
  })

  it('that are unknown are not found, and an invalid address is refused', async (test) => {
    const { command } = await openSetup(test)
    for (const act of ['reset', 'grant-operator']) {
      const answer = await command('accounts', act, 'nobody@example.com')
      assert.deepEqual(
        [answer.code, answer.err],
        [3, 'There is no account with the address nobody@example.com.\n'],
      )
    }
    assert.equal((await command('accounts', 'reset', 'nobody')).code, 2)
    assert.equal((await command('keys', 'create', '--name', 'x', '--account', 'nobody@example.com')).code, 3)
  })

  it('are invited without a server: the printed link works once in the next server, with the role of an operator', async (test) => {
    const dataDir = await importedFolder(test)
    const closed = { SIGNUP: 'closed', PORT: '18123' }
    const invited = await run(
      ['accounts', 'invite', IDA, '--operator', '--language', 'en', '--json', '--data-dir', dataDir],
      closed,
    )
    assert.equal(invited.code, 0, invited.err)
    const { email, link } = JSON.parse(invited.out)
    assert.equal(email, IDA)
    assert.match(link, /^http:\/\/localhost:18123\/signup#invitation=[\w-]{43}$/)
    assert.equal(statSync(join(dataDir, 'secret')).mode & 0o777, 0o600)

    const server = await startServer(test, dataDir, { SIGNUP: 'closed' })
    const ida = new Member(server.url)
    const uninvited = await ida.post('/auth/sign-up', { email: IDA, password: PASSWORD, name: '' })
    assert.equal(uninvited.status, 403)
    const signedUp = await ida.post('/auth/sign-up', {
      email: IDA,
      password: PASSWORD,
      name: '',
      invitation: tokenOf(link),
    })
    assert.equal(signedUp.status, 202, JSON.stringify(signedUp.json))
    const emailed = await emailTo(ida)
    const confirmed = await ida.post('/auth/sign-up/confirm', { token: tokenOf(emailed.links[0]!) })
    assert.equal(confirmed.json.account?.role, 'operator', JSON.stringify(confirmed.json))
    const again = await new Member(server.url).post('/auth/sign-up', {
      email: IDA,
      password: PASSWORD,
      name: '',
      invitation: tokenOf(link),
    })
    assert.equal(again.status, 404)
  })
})

/** The latest e-mail of the folder, as the page of e-mails shows it. */
async function emailTo(person: Member): Promise<{ readonly links: readonly string[] }> {
  for (;;) {
    const { json } = await person.get('/emails')
    const id = json.emails.find(({ kind }: { kind: string }) => kind === 'confirm')?.id
    if (id !== undefined) return (await person.get(`/emails/${id}`)).json
  }
}

describe('suppress on the command line', () => {
  it('hides a company in a running server and after a restart, and shows it again when lifted', async (test) => {
    const dataDir = await importedFolder(test)
    const at = ['--data-dir', dataDir]
    const first = await startServer(test, dataDir)
    const { key } = await makeKey(dataDir)
    const { uuid, name } = (await foundBy(first.url, key, 'Bau'))[0]!
    const isFound = async (url: string) => (await foundBy(url, key, name)).some((hit) => hit.uuid === uuid)
    assert.equal(await isFound(first.url), true)
    assert.equal((await run(['suppress', uuid, ...at])).code, 2)
    const done = await run(['suppress', uuid, '--reason', 'a court said so', ...at])
    assert.deepEqual([done.code, done.out], [0, `${uuid} is no longer shown.\n`])
    assert.equal(await isFound(first.url), false)
    const again = await run(['suppress', uuid, '--reason', 'again', ...at])
    assert.deepEqual([again.code, again.err], [5, `The company ${uuid} is suppressed already.\n`])
    first.process.kill('SIGTERM')
    await first.ended

    const [listed, ...others] = JSON.parse((await run(['suppress', '--list', '--json', ...at])).out)
    assert.deepEqual(others, [])
    assert.deepEqual([listed.uuid, listed.reason, listed.actor], [uuid, 'a court said so', 'command line'])
    const second = await startServer(test, dataDir)
    assert.equal(await isFound(second.url), false)
    second.process.kill('SIGTERM')
    await second.ended

    const lifted = await run(['suppress', '--lift', uuid, ...at])
    assert.deepEqual([lifted.code, lifted.out], [0, `${uuid} is shown again.\n`])
    const third = await startServer(test, dataDir)
    assert.equal(await isFound(third.url), true)
  })
})

async function foundBy(url: string, key: string, name: string) {
  const answer = await search(url, key, { name, limit: 25 })
  return (await answer.json()) as { uuid: string; name: string }[]
}
