/** The means of a person: an address, a password, an authenticator app, a mailbox. */
import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { Mailbox } from './mailbox.ts'
import { Member } from './member.ts'

/** The address and password of a person. */
export interface Person {
  readonly email: string
  readonly password: string
}

/** Returns a person whose address and password follow from the name, which must be unique in its server. */
export function makePerson(name: string): Person {
  return { email: `${name}@example.org`, password: `${name} sucht gern Unternehmen` }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

/** The code that an authenticator app shows (RFC 6238: SHA-1, six digits, 30 s). */
export function appCode(secret: string, nowMs: number): string {
  const bits = [...secret.replaceAll(/[\s=]/g, '')]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / STEP_MS)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The link in the next e-mail to the person that leads to a page of the dashboard. */
export async function linkFor(mailbox: Mailbox, { email }: Person, path: string): Promise<string> {
  const isIt = (link: string) => new URL(link).pathname === path
  const mail = await mailbox.next(({ to, links }) => to.includes(email) && links.some(isIt))
  return mail.links.find(isIt) as string
}

/** Fills in and sends the sign-up form. */
export async function signUp(page: Page, url: string, { email, password }: Person): Promise<void> {
  await page.goto(`${url}/signup`)
  await page.getByLabel('E-Mail-Adresse').fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Konto anlegen' }).click()
  await page.getByText(email).waitFor()
}

/** Signs up, confirms by the e-mail, and ends on the keys page. */
export async function signUpAndConfirm(
  page: Page,
  url: string,
  mailbox: Mailbox,
  person: Person,
): Promise<void> {
  await signUp(page, url, person)
  await page.goto(await linkFor(mailbox, person, '/confirm'))
  await page.getByRole('button', { name: 'Bestätigen' }).click()
  await page.waitForURL(`${url}/keys`)
}

/** Opens the keys page with an account that is created without a browser. Without a mailbox, e-mails are read from the folder. */
export async function startSignedIn(
  page: Page,
  url: string,
  mailbox: Mailbox | undefined,
  { email, password }: Person,
): Promise<void> {
  const member = new Member(url)
  await member.signUp(mailbox, email, password)
  const cookies = [...member.cookies].map(([name, value]) => ({ name, value, url }))
  await page.context().addCookies(cookies)
  await page.goto(`${url}/keys`)
  await page.getByRole('button', { name: 'Abmelden' }).waitFor()
}
