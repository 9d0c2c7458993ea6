/** A running server with companies that sends its e-mails to a mail server of the test. */
import { Mailbox } from './mailbox.ts'
import { importedFolder, type Lifetime, type Server, startServer, wholeFile } from './program.ts'

export interface MailedHouse {
  readonly mailbox: Mailbox
  readonly dataDir: string
  /** What the server was started with: for commands that know its mail server too. */
  readonly settings: NodeJS.ProcessEnv
  readonly server: Server
  /** By a name of its own, as passkeys want it. */
  readonly url: string
}

export async function startMailedHouse(t: Lifetime, more: NodeJS.ProcessEnv = {}): Promise<MailedHouse> {
  const mailbox = new Mailbox()
  await mailbox.start()
  t.after(() => mailbox.stop())
  const dataDir = await importedFolder(t)
  const settings = { SMTP_URL: mailbox.url, MAIL_FROM: 'firmensuche <dienst@example.net>', ...more }
  const server = await startServer(t, dataDir, settings)
  return { mailbox, dataDir, settings, server, url: `http://localhost:${new URL(server.url).port}` }
}

/** Returns a function that starts such a server once, for all tests of a file. Call this at the top of the file. */
export function shareMailedHouse(): () => Promise<MailedHouse> {
  const file = wholeFile()
  let house: Promise<MailedHouse> | undefined
  return () => {
    house ??= startMailedHouse(file)
    return house
  }
}
