/** The root secret of a server: read once by the supervisor, which gives each thread what it needs of it. */
import { readOrMakeSecret } from '../adapters/system/secret-file.ts'
import { secretFor } from '../core/accounts/root-secret.ts'
import { Failure } from '../core/failure.ts'
import { dataFiles } from './data-folder.ts'

/** The root secret, or why there is none: then nobody can sign in, and searching goes on. */
export type RootSecret = { readonly value: string } | { readonly fault: string }

/** Reads the file `secret` of the data folder; it is made at the first call. */
export function readRootSecret(dataDir: string): RootSecret {
  try {
    return { value: readOrMakeSecret(dataFiles(dataDir).secret) }
  } catch (error) {
    if (error instanceof Failure) return { fault: error.message }
    throw error
  }
}

/** What HTTP threads check the signature of session cookies with; `undefined`: no session is good. */
export function sessionSecretOf(root: RootSecret): string | undefined {
  return 'value' in root ? secretFor('sessions', root.value) : undefined
}

/** The secret itself. @throws Failure `service_unavailable` with a sentence when there is none. */
export function rootSecretOf(root: RootSecret): string {
  if ('value' in root) return root.value
  throw new Failure('service_unavailable', root.fault)
}
