/** What the compiler rejects about commands: `tsc` reports each `@ts-expect-error` whose line compiles. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendToHandlers } from '../src/control/rpc.ts'
import type { Command, CommandSender, Handlers } from '../src/core/command.ts'
import type { SendCommand } from '../src/core/commands.ts'
import { answerCommands, type SupervisorHandlers } from '../src/server/commands/dispatch.ts'
import type {
  AccountsThreadCommands,
  HttpThreadCommands,
  ImportThreadCommands,
  MergeThreadCommands,
} from '../src/server/commands/thread-commands.ts'
import { answerAsThread, startThread, type Thread } from '../src/server/threads/thread.ts'

type Sums = {
  readonly add: Command<{ readonly a: number; readonly b: number }, number, never, string>
  readonly stop: Command<Record<string, never>, void>
}

const SUMS: Handlers<Sums> = { add: ({ a, b }) => a + b, stop: () => {} }

test('handlers do not compile if one is missing, undeclared, misspelt or of another type', async () => {
  const tables: readonly Handlers<Sums>[] = [
    SUMS,
    // @ts-expect-error No handler for `stop`.
    { add: SUMS.add },
    // @ts-expect-error A handler for a command that is not in the table.
    { ...SUMS, subtract: () => 0 },
    // @ts-expect-error A misspelt name.
    { add: SUMS.add, stopp: () => {} },
    // @ts-expect-error Other params.
    { ...SUMS, add: ({ a }: { readonly a: string }) => a.length },
    // @ts-expect-error Another result.
    { ...SUMS, add: () => '3' },
    // @ts-expect-error Other progress.
    { ...SUMS, add: (_params, tell: (progress: number) => number) => tell(1) },
  ]
  assert.equal(tables.length, 7)
  assert.equal(await sendToHandlers(SUMS)('add', { a: 1, b: 2 }), 3)
})

test('a command without a handler does not compile, and is refused at run time', async () => {
  const send: CommandSender<Sums> = sendToHandlers(SUMS)
  // @ts-expect-error A misspelt name.
  await assert.rejects(send('ad', { a: 1, b: 2 }), /no handler answers ad/)
  // @ts-expect-error A name that every object has.
  await assert.rejects(send('constructor', {}), /no handler answers constructor/)
})

test('missing or wrong params and a wrong use of the result do not compile', async () => {
  const send: CommandSender<Sums> = sendToHandlers(SUMS)
  // @ts-expect-error A missing field.
  await send('add', { a: 1 })
  // @ts-expect-error A field of another type.
  await send('add', { a: 1, b: '2' })
  // @ts-expect-error A field too many.
  await send('add', { a: 1, b: 2, c: 3 })
  // @ts-expect-error The result is a number.
  const sum: string = await send('add', { a: 1, b: 2 })
  assert.equal(sum, 3)
})

test('the supervisor and each kind of thread must handle all of their commands to compile', () => {
  const start = [
    // @ts-expect-error No handler for `publish` and `close`.
    () => answerAsThread<HttpThreadCommands>({ listen: () => {} }),
    // @ts-expect-error No handler for `save` and `close`.
    () => answerAsThread<MergeThreadCommands>({ merge: ({ from }) => from }),
    // @ts-expect-error No handler for any command but one.
    () => answerAsThread<ImportThreadCommands>({ open: () => {} }),
    // @ts-expect-error No handler for any command but one.
    () => answerAsThread<AccountsThreadCommands>({ wake: () => {} }),
    // @ts-expect-error No table is named.
    () => answerAsThread(SUMS),
  ]
  for (const each of start) assert.throws(each, /runs as a thread only/)
  // @ts-expect-error No handler for the other commands of the supervisor.
  const handlers: SupervisorHandlers = { metrics: () => '' }
  assert.equal(typeof answerCommands(handlers, { send: async () => assert.fail() }), 'function')
})

test('a thread accepts only the commands of its own table', () => {
  const calls = (thread: Thread<HttpThreadCommands>, send: SendCommand) => [
    // @ts-expect-error The import thread answers this command.
    () => thread.send('import', { files: [], mapping: null, rejects: null }),
    // @ts-expect-error Only the supervisor sends this command, for `deleteAccount`.
    () => send('emptyAccount', {}),
    // @ts-expect-error No table is named.
    () => startThread(new URL('file:///none'), {}, { oldMbMax: 64 }).send('stop', {}),
    // @ts-expect-error A port is a number.
    () => thread.send('listen', { port: '8080', isShared: false }),
  ]
  assert.equal(typeof calls, 'function')
})
