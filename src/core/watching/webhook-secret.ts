/** The secrets that sign events. They are derived, so that no table contains one. */
import { mac } from '../accounts/root-secret.ts'
import type { SigningTerms, WebhookId } from './webhook.ts'

/** The start of every secret, as Standard Webhooks writes them. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_'

/** Returns the secret of a generation: `whsec_` and 32 bytes in base64. `secret`: the result of `secretFor('webhooks', …)`. */
export function webhookSecret(secret: string, id: WebhookId, generation: number): string {
  return `${WEBHOOK_SECRET_PREFIX}${mac(secret, `${id}:${generation}`).toString('base64')}`
}

/** Returns the secrets that sign now, that of the current generation first. */
export function signingSecrets(
  secret: string,
  { id, generation, oldSecretEndsAtMs }: SigningTerms & { readonly id: WebhookId },
  nowMs: number,
): readonly string[] {
  const current = webhookSecret(secret, id, generation)
  const isOldValid = oldSecretEndsAtMs !== null && nowMs < oldSecretEndsAtMs
  return isOldValid ? [current, webhookSecret(secret, id, generation - 1)] : [current]
}
