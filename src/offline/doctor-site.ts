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
import { OTHERS } from '../server/folder-access.ts'

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
      `${site.publicUrl} is plain http: nobody can sign in. Put a proxy with TLS in front, and set PUBLIC_URL to its https:// address.`,
    )
  }
  if (publicUrl === '' && !site.isLoopback) {
    return check(
      'address',
      'warn',
      `${host} can be reached from elsewhere, but links lead to ${site.publicUrl}. Set PUBLIC_URL to the address that people use.`,
    )
  }
  return check('address', 'ok', site.publicUrl)
}

function checkSecret(dataDir: string): Check {
  const { secret, accounts } = dataFiles(dataDir)
  try {
    if (readSecret(secret) === undefined) return missingSecret(existsSync(accounts))
    if (process.platform !== 'win32' && (statSync(secret).mode & OTHERS) !== 0) {
      return check('secret', 'fail', `Others may read ${secret}. Do: chmod 600 ${secret}`)
    }
    return check('secret', 'ok', 'there, for its owner only')
  } catch (error) {
    return check('secret', 'fail', error instanceof Error ? error.message : String(error))
  }
}

/**
 * Returns the result for a missing secret. A data folder of an older version also has accounts but no secret.
 */
function missingSecret(hasAccounts: boolean): Check {
  const lost =
    'If there was one, put it back from the backup: without it sessions, second factors and open links are lost.'
  return check('secret', 'ok', `none yet; the first start makes it.${hasAccounts ? ` ${lost}` : ''}`)
}

async function checkMail(config: Config, site: Site): Promise<Check> {
  if (!site.hasMailServer) return checkFolder(config, site)
  // Without user name and password: only the host is shown.
  const { host } = new URL(config.smtpUrl)
  const mailer = openMailer(config, site, () => {})
  const answer = await mailer.probe().finally(() => mailer.close())
  if (answer.kind === 'sent') return check('mail', 'ok', `${host} takes e-mails`)
  return check('mail', 'fail', `${host} takes no e-mails (${answer.code}). ${adviceOf(answer)}`)
}

function checkFolder({ dataDir }: Config, site: Site): Check {
  const { mail } = dataFiles(dataDir)
  if (hasEmailsPage(site))
    return check('mail', 'ok', `no SMTP_URL: e-mails lie in ${mail} and on the page /emails`)
  return check(
    'mail',
    'warn',
    `No SMTP_URL: nobody gets e-mails, they lie in ${mail}. Set SMTP_URL, or pass links on with \`accounts invite\` and \`accounts reset\`.`,
  )
}

/** Error codes of the mailer with the advice for each. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^EAUTH/, 'Look at user name and password in SMTP_URL.'],
  [/^EDNS|ENOTFOUND/, 'Look at the name of the host in SMTP_URL.'],
  [
    /CERT/,
    'Its certificate does not hold for that name; one of your own authority is known by NODE_EXTRA_CA_CERTS.',
  ],
  [/TLS|SSL/, 'It must offer STARTTLS to smtp://, or TLS from the first byte to smtps://.'],
]

function adviceOf({ code }: Extract<Sending, { code: string }>): string {
  const known = ADVICE.find(([shape]) => shape.test(code))?.[1]
  return known ?? 'Look at host and port in SMTP_URL, and whether a firewall stands between.'
}

function checkPages(): Check {
  if (existsSync(DASHBOARD_DIST)) return check('pages', 'ok', 'built')
  return check('pages', 'warn', 'The pages are not built; the API works without them. Do: npm run dashboard')
}

function check(name: string, state: Check['state'], description: string): Check {
  return { name, state, description }
}
