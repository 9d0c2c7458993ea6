/**
 * A person with an account for journeys without pages: stores cookies, sends what browsers send, confirms by
 * e-mail.
 */
import assert from 'node:assert/strict'
import type { Mailbox } from './mailbox.ts'

/** A response with its parsed JSON. */
export interface Said {
  readonly status: number
  /** The body as JSON; `undefined` without one. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects.
  readonly json: any
}

/** The password of every member. */
export const PASSWORD = 'Pferdeapfelkuchen-17'

/** A person with an account who sends requests to a running server. */
export class Member {
  #origin = ''
  readonly #cookies = new Map<string, string>()

  /** `serverUrl` as the server says it; pages are asked for under `localhost`, as people do. */
  constructor(serverUrl: string) {
    this.goTo(serverUrl)
  }

  /** Names and values that are kept now. */
  get cookies(): Map<string, string> {
    return this.#cookies
  }

  /** The same browser at a server that was started again. */
  goTo(serverUrl: string): void {
    this.#origin = `http://localhost:${new URL(serverUrl).port}`
  }

  /** `path`: what follows `/app/api`. */
  get(path: string): Promise<Said> {
    return this.#send('GET', path)
  }

  post(path: string, body: object = {}): Promise<Said> {
    return this.#send('POST', path, body)
  }

  /**
   * From nothing to a session, by the link in the e-mail. Without a mail server, e-mails lie in a folder and can be
   * read at the machine.
   */
  async signUp(mailbox: Mailbox | undefined, email: string, password = PASSWORD): Promise<void> {
    const asked = await this.post('/auth/sign-up', { email, password, name: '' })
    assert.equal(asked.status, 202, JSON.stringify(asked.json))
    const { links } =
      mailbox === undefined ? await this.#read(email) : await mailbox.next(({ to }) => to[0] === email)
    const confirmed = await this.post('/auth/sign-up/confirm', { token: tokenOf(links[0]!) })
    assert.equal(confirmed.status, 200, JSON.stringify(confirmed.json))
  }

  signIn(email: string, password = PASSWORD): Promise<Said> {
    return this.post('/auth/sign-in', { email, password, stay: false })
  }

  /** The e-mail to the address in the folder of e-mails. */
  async #read(email: string): Promise<{ readonly links: readonly string[] }> {
    for (;;) {
      const { json } = await this.get('/emails')
      const id = json.emails.find(({ to }: { to: string }) => to === email)?.id
      // Asking again is the waiting.
      if (id !== undefined) return (await this.get(`/emails/${id}`)).json
    }
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.get('/session')).json.account !== null
  }

  async #send(method: string, path: string, body?: object): Promise<Said> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${this.#origin}/app/api${path}`, {
      method,
      headers: {
        origin: this.#origin,
        'sec-fetch-site': 'same-origin',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
        ...(cookie !== '' && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const text of answer.headers.getSetCookie()) this.#keep(text)
    const text = await answer.text()
    // A load balancer without a server has a page of its own.
    const isJson = /json/.test(answer.headers.get('content-type') ?? '')
    return { status: answer.status, json: isJson ? JSON.parse(text) : undefined }
  }

  #keep(setCookie: string): void {
    const [pair = '', ...attributes] = setCookie.split('; ')
    const name = pair.slice(0, pair.indexOf('='))
    if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.#cookies.delete(name)
    else this.#cookies.set(name, pair.slice(name.length + 1))
  }
}

/** What stands behind the `#` of a mailed or printed link. */
export function tokenOf(link: string): string {
  return new URL(link).hash.replace(/^#(?:invitation=)?/, '')
}
