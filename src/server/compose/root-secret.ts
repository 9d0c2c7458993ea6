/**
 * The root secret of a server. The supervisor reads it once and gives the HTTP threads only secrets derived
 * from it.
 */
import { readOrMakeSecret } from '../../adapters/system/secret-file.ts'
import { secretFor } from '../../core/accounts/root-secret.ts'
import { Failure } from '../../core/failure.ts'
import { dataFiles } from '../data-folder.ts'

export { readSecret } from '../../adapters/system/secret-file.ts'

/** The root secret, or the reason why there is none. Without it nobody can sign in; searching works. */
export type RootSecret = { readonly value: string } | { readonly fault: string }

/** Reads the file `secret` of the data folder and creates it at the first call. */
export function readRootSecret(dataDir: string): RootSecret {
  try {
    return { value: readOrMakeSecret(dataFiles(dataDir).secret) }
  } catch (error) {
    if (error instanceof Failure) return { fault: error.message }
    throw error
  }
}

/**
 * Returns the secret with which HTTP threads verify session cookies; `undefined` if there is no root secret:
 * no session is valid then.
 */
export function sessionSecretOf(root: RootSecret): string | undefined {
  return 'value' in root ? secretFor('sessions', root.value) : undefined
}

/** Returns the secret from which those of webhooks are derived; `undefined` if there is no root secret. */
export function webhookSecretOf(root: RootSecret): string | undefined {
  return 'value' in root ? secretFor('webhooks', root.value) : undefined
}

/** Returns a text by which nodes find out whether they have the same secret; '' if there is none. */
export function secretMarkOf(root: RootSecret): string {
  return 'value' in root ? secretFor('nodes', root.value) : ''
}

/**
 * Returns the root secret.
 *
 * @throws {Failure} `service_unavailable` with the reason if there is none.
 */
export function rootSecretOf(root: RootSecret): string {
  if ('value' in root) return root.value
  throw new Failure('service_unavailable', root.fault)
}
