/** The checks of `doctor` that concern the site: its address, its secret, its mail and its pages. */
import { existsSync, statSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { siteOf } from '../config/site.ts'
import type { Check } from '../control/views.ts'
import { hasEmailsPage, isInsecure, type Site } from '../core/accounts/site.ts'
import type { Sending } from '../core/notifications/mailer.ts'
import { openMailer } from '../server/compose/mailer.ts'
import { readSecret } from '../server/compose/root-secret.ts'
import { DASHBOARD_DIST } from '../server/dashboard-files.ts'
import { dataFiles } from '../server/data-folder.ts'
import { OTHERS_MODE } from '../server/folder-access.ts'

/** Runs the checks of the site. */
export async function examineSite(config: Config): Promise<readonly Check[]> {
  const site = siteOf(config, config.port)
  return [
    checkAddress(config, site),
    checkSecret(config.dataDir),
    await checkMail(config, site),
    checkPages(),
  ]
}

function checkAddress({ publicUrl, host }: Config, site: Site): Check {
  if (isInsecure(site)) {
    return check(
      'address',
      'warn',
      `${site.publicUrl} is plain http: nobody can sign in. Use a proxy with TLS, and set PUBLIC_URL to its https:// address.`,
    )
  }
  if (publicUrl === '' && !site.isLoopback) {
    return check(
      'address',
      'warn',
      `Other machines can reach the server (HOST is ${host}), but its links lead to ${site.publicUrl}. Set PUBLIC_URL to its public address.`,
    )
  }
  return check('address', 'ok', site.publicUrl)
}

function checkSecret(dataDir: string): Check {
  const { secret, accounts } = dataFiles(dataDir)
  try {
    if (readSecret(secret) === undefined) return missingSecret(existsSync(accounts))
    if (process.platform !== 'win32' && (statSync(secret).mode & OTHERS_MODE) !== 0) {
      return check('secret', 'fail', `Other users can read ${secret}. Run: chmod 600 ${secret}`)
    }
    return check('secret', 'ok', 'exists, readable by its owner only')
  } catch (error) {
    return check('secret', 'fail', error instanceof Error ? error.message : String(error))
  }
}

/**
 * Returns the result for a missing secret. A data folder of an older version also has accounts but no secret.
 */
function missingSecret(hasAccounts: boolean): Check {
  const lost =
    'If there was one, restore it from the backup; without it, sessions, second factors and open links are lost.'
  return check('secret', 'ok', `none yet; the first start creates it.${hasAccounts ? ` ${lost}` : ''}`)
}

async function checkMail(config: Config, site: Site): Promise<Check> {
  if (config.passive === 'on') return check('mail', 'ok', 'PASSIVE is on: e-mails stay queued')
  if (!site.hasMailServer) return checkFolder(config, site)
  // Without user name and password: only the host is shown.
  const { host } = new URL(config.smtpUrl)
  const mailer = openMailer(config, site, () => {})
  const answer = await mailer.probe().finally(() => mailer.close())
  if (answer.kind === 'sent') return check('mail', 'ok', `${host} accepts e-mails`)
  return check('mail', 'fail', `${host} does not accept e-mails (${answer.code}). ${adviceOf(answer)}`)
}

function checkFolder({ dataDir }: Config, site: Site): Check {
  const { mail } = dataFiles(dataDir)
  if (hasEmailsPage(site))
    return check('mail', 'ok', `no SMTP_URL: e-mails are written to ${mail} and shown on the page /emails`)
  return check(
    'mail',
    'warn',
    `No SMTP_URL: e-mails are written to ${mail} and not sent. Set SMTP_URL, or send people the links that \`accounts invite\` and \`accounts reset\` print.`,
  )
}

/** Error codes of the mailer with the advice for each. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^EAUTH/, 'Check user name and password in SMTP_URL.'],
  [/^EDNS|ENOTFOUND/, 'Check the host name in SMTP_URL.'],
  [
    /CERT/,
    'Its certificate is not valid for this host. If it is issued by your own authority, set NODE_EXTRA_CA_CERTS.',
  ],
  [/TLS|SSL/, 'It must support STARTTLS for smtp://, or TLS from the first byte for smtps://.'],
]

function adviceOf({ code }: Extract<Sending, { code: string }>): string {
  const known = ADVICE.find(([shape]) => shape.test(code))?.[1]
  return known ?? 'Check host and port in SMTP_URL, and whether a firewall blocks the connection.'
}

function checkPages(): Check {
  if (existsSync(DASHBOARD_DIST)) return check('pages', 'ok', 'built')
  return check('pages', 'warn', 'The pages are not built; the API works without them. Run: npm run dashboard')
}

function check(name: string, state: Check['state'], description: string): Check {
  return { name, state, description }
}
