/** A running server with companies that sends its e-mails to a mail server of the test. */
import { Mailbox } from './mailbox.ts'
import { importedFolder, type Lifetime, ONE_THREAD, type Server, startServer, wholeFile } from './program.ts'

/** A running server and the mailbox that receives its e-mails. */
export interface ServerWithMailbox {
  readonly mailbox: Mailbox
  readonly dataDir: string
  /** The environment of the server, for commands that need the same mail server. */
  readonly settings: NodeJS.ProcessEnv
  readonly server: Server
  /** The address with a host name, which passkeys require. */
  readonly url: string
}

/** Starts a server with the sample companies and one HTTP thread that sends its e-mails to a mailbox of the test. */
export async function startServerWithMailbox(
  t: Lifetime,
  more: NodeJS.ProcessEnv = {},
): Promise<ServerWithMailbox> {
  const mailbox = new Mailbox()
  await mailbox.start()
  t.after(() => mailbox.stop())
  const dataDir = await importedFolder(t)
  const settings = {
    ...ONE_THREAD,
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'firmensuche <dienst@example.net>',
    ...more,
  }
  const server = await startServer(t, dataDir, settings)
  return { mailbox, dataDir, settings, server, url: `http://localhost:${new URL(server.url).port}` }
}

/** Returns a function that starts such a server once, for all tests of a file. Call this at the top of the file. */
export function shareServerWithMailbox(): () => Promise<ServerWithMailbox> {
  const file = wholeFile()
  let setup: Promise<ServerWithMailbox> | undefined
  return () => {
    setup ??= startServerWithMailbox(file)
    return setup
  }
}
