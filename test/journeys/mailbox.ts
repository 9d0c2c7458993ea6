/** A real mail server on loopback that stores what it receives, and that can refuse, stop and start again. */
import { once } from 'node:events'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as it arrived. */
export interface Mail {
  readonly from: string
  readonly to: readonly string[]
  /** Lower-case names, unfolded and decoded. */
  readonly headers: ReadonlyMap<string, string>
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Addresses in the text. */
  readonly links: readonly string[]
  /** Every byte of it, as Latin-1. */
  readonly raw: string
  /** Whether it came over TLS. */
  readonly isSecure: boolean
}

/** At which command of SMTP something is refused. */
export type Stage = 'MAIL' | 'RCPT' | 'DATA'

/** The credentials, TLS settings and refusals of the mail server. */
export interface MailboxOptions {
  /** Asked for by the server; sent in the clear too, where no TLS is. */
  readonly user?: string
  readonly password?: string
  /** `never`: STARTTLS is not offered; `always`: TLS from the first byte; else offered. The certificate is self-signed. */
  readonly tls?: 'never' | 'always'
}

/** Ports below those that the system assigns, so that no other process takes one while its mailbox is stopped. */
const PORT_MIN = 10_000
const PORTS = 20_000

/** A mail server on loopback with the e-mails that it received. */
export class Mailbox {
  readonly mails: Mail[] = []
  /** Mails tried, refused ones too. */
  tries = 0
  /** Passwords shown, wrong ones too. */
  signIns = 0
  readonly #options: MailboxOptions
  readonly #waiting = new Set<() => void>()
  #refusal: { readonly stage: Stage; readonly code: number } | undefined
  #server: SMTPServer | undefined
  #port = 0

  constructor(options: MailboxOptions = {}) {
    this.#options = options
  }

  /** For SMTP_URL. */
  get url(): string {
    const { user, password, tls } = this.#options
    const sign = user === undefined ? '' : `${user}:${encodeURIComponent(password ?? '')}@`
    return `${tls === 'always' ? 'smtps' : 'smtp'}://${sign}127.0.0.1:${this.#port}`
  }

  get port(): number {
    return this.#port
  }

  /** The second time on the same port as the first. */
  async start(): Promise<void> {
    if (this.#port !== 0) {
      this.#server = await listening(this.#plan(), this.#port)
      return
    }
    while (this.#server === undefined) {
      this.#port = PORT_MIN + Math.floor(Math.random() * PORTS)
      this.#server = await listening(this.#plan(), this.#port).catch(unlessTaken)
    }
  }

  /** Connections are cut. */
  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server === undefined) return
    const { promise, resolve } = Promise.withResolvers<void>()
    server.close(() => resolve())
    for (const connection of server.connections) connection.close()
    await promise
  }

  /** Answers so from now on; without a code it takes everything again. */
  refuse(stage: Stage, code: number | undefined): void {
    this.#refusal = code === undefined ? undefined : { stage, code }
  }

  /** The first mail, there or to come, that is like this and was not given before. */
  async next(isIt: (mail: Mail) => boolean = () => true): Promise<Mail> {
    for (;;) {
      const mail = this.mails.find((one) => !this.#given.has(one) && isIt(one))
      if (mail !== undefined) {
        this.#given.add(mail)
        return mail
      }
      await this.event()
    }
  }

  /** Resolves when the next mail was taken or refused. */
  event(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.add(resolve)
    return promise
  }

  readonly #given = new Set<Mail>()

  #plan(): SMTPServerOptions {
    const { user, password, tls } = this.#options
    return {
      authOptional: user === undefined,
      allowInsecureAuth: true,
      secure: tls === 'always',
      disabledCommands: tls === 'never' ? ['STARTTLS'] : [],
      closeTimeout: 1000,
      logger: false,
      onAuth: (auth, _session, done) => {
        this.signIns++
        if (auth.username === user && auth.password === password) done(null, { user: auth.username })
        else done(withCode(535))
      },
      onMailFrom: (_address, _session, done) => done(this.#refused('MAIL')),
      onRcptTo: (_address, _session, done) => done(this.#refused('RCPT')),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const refused = this.#refused('DATA')
          if (refused === null) {
            const { mailFrom, rcptTo } = session.envelope
            const from = mailFrom === false ? '' : mailFrom.address
            const to = rcptTo.map(({ address }) => address)
            this.mails.push({ from, to, isSecure: session.secure, ...readMail(Buffer.concat(chunks)) })
            this.tries++
            this.#tell()
          }
          done(refused)
        })
      },
    }
  }

  #refused(stage: Stage): Error | null {
    if (this.#refusal?.stage !== stage) return null
    this.tries++
    this.#tell()
    return withCode(this.#refusal.code)
  }

  #tell(): void {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }
}

async function listening(plan: SMTPServerOptions, port: number): Promise<SMTPServer> {
  const server = new SMTPServer(plan)
  // A client that breaks off is no fault of the server.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return server
}

function unlessTaken(fault: NodeJS.ErrnoException): undefined {
  if (fault.code !== 'EADDRINUSE') throw fault
}

function withCode(code: number): Error {
  return Object.assign(new Error('refused by the test'), { responseCode: code })
}

/** A `multipart/alternative` of two texts in quoted-printable or base64 (RFC 2045, 2047). */
export function readMail(
  bytes: Buffer,
): Pick<Mail, 'headers' | 'subject' | 'text' | 'html' | 'links' | 'raw'> {
  const raw = bytes.toString('latin1')
  const [headers, body] = splitPart(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1).map(splitPart)
  const textOf = (type: string) => {
    const part = parts.find(([own]) => own.get('content-type')?.startsWith(type))
    return part === undefined ? '' : decodedBody(part)
  }
  const text = textOf('text/plain')
  return {
    headers,
    subject: headers.get('subject') ?? '',
    text,
    html: textOf('text/html'),
    links: text.match(/https?:\/\/\S+/g) ?? [],
    raw,
  }
}

function splitPart(part: string): [headers: ReadonlyMap<string, string>, body: string] {
  const trimmed = part.replace(/^\r?\n/, '')
  const end = /\r?\n\r?\n/.exec(trimmed)
  const head = end === null ? trimmed : trimmed.slice(0, end.index)
  const body = end === null ? '' : trimmed.slice(end.index + end[0].length)
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), decodedHeader(line.slice(colon + 1).trim())]
  })
  return [new Map(headers), body]
}

function decodedBody([headers, body]: [ReadonlyMap<string, string>, string]): string {
  const isBase64 = headers.get('content-transfer-encoding') === 'base64'
  const bytes = isBase64 ? Buffer.from(body, 'base64') : unquoted(body.replace(/=\r?\n/g, ''))
  return bytes.toString('utf8').replaceAll('\r\n', '\n').replace(/\n$/, '')
}

function decodedHeader(value: string): string {
  const joined = value.replace(/\?=\s+=\?/g, '?==?')
  return joined.replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, way: string, text: string) =>
    way.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64').toString('utf8')
      : unquoted(text.replaceAll('_', ' ')).toString('utf8'),
  )
}

function unquoted(text: string): Buffer {
  const bytes = text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}
