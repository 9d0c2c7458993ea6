/** A running server with companies that sends its e-mails to a mail server of the test. */
import type { TestContext } from 'node:test'
import { Mailbox } from './mailbox.ts'
import { importedFolder, type Server, startServer } from './program.ts'

export interface MailedHouse {
  readonly mailbox: Mailbox
  readonly dataDir: string
  /** What the server was started with: for commands that know its mail server too. */
  readonly settings: NodeJS.ProcessEnv
  readonly server: Server
  /** By a name of its own, as passkeys want it. */
  readonly url: string
}

export async function startMailedHouse(t: TestContext, more: NodeJS.ProcessEnv = {}): Promise<MailedHouse> {
  const mailbox = new Mailbox()
  await mailbox.start()
  t.after(() => mailbox.stop())
  const dataDir = await importedFolder(t)
  const settings = { SMTP_URL: mailbox.url, MAIL_FROM: 'firmensuche <dienst@example.net>', ...more }
  const server = await startServer(t, dataDir, settings)
  return { mailbox, dataDir, settings, server, url: `http://localhost:${new URL(server.url).port}` }
}
