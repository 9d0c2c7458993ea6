/** The root secret of the services of the API tests, and the keys derived from it. */
import { secretFor } from '../../src/core/accounts/root-secret.ts'

/** All of them are derived from it. */
export const ROOT_SECRET = '5e'.repeat(32)
/** Of the links in e-mails, so that a test can write the e-mail's token itself. */
export const LINK_SECRET = secretFor('links', ROOT_SECRET)
/** Signs the cookies of sessions. */
export const SESSION_SECRET = secretFor('sessions', ROOT_SECRET)
/** Of the sign-in library. */
export const SIGN_IN_SECRET = secretFor('sign-in', ROOT_SECRET)
