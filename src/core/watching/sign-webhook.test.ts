import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook as Verifier, WebhookVerificationError } from 'standardwebhooks'
import { signWebhook } from './sign-webhook.ts'
import type { WebhookId } from './webhook.ts'
import { signingSecrets, webhookSecret } from './webhook-secret.ts'

const ROOT = '11'.repeat(32)
const ID = 'whk_1' as WebhookId
const EVENT = { id: 'evt_1', payload: '{"type":"ping","data":{"name":"Müller & Söhne 🏢"}}' }

test('the example of the specification of Standard Webhooks has its signature', () => {
  const event = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', payload: '{"test": 2432232314}' }
  const headers = signWebhook(event, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], 1_614_265_330_999)
  assert.equal(headers['webhook-timestamp'], '1614265330')
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('the reference library accepts an event, and refuses it with another body, id, time or secret', () => {
  const nowMs = Date.now()
  const secret = webhookSecret(ROOT, ID, 1)
  const headers = { ...signWebhook(EVENT, [secret], nowMs) }
  const verifier = new Verifier(secret)
  assert.deepEqual(verifier.verify(EVENT.payload, headers), JSON.parse(EVENT.payload))
  const refused = [
    () => verifier.verify(`${EVENT.payload} `, headers),
    () => verifier.verify(EVENT.payload, { ...headers, 'webhook-id': 'evt_2' }),
    () =>
      verifier.verify(EVENT.payload, {
        ...headers,
        'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1),
      }),
    () => new Verifier(webhookSecret(ROOT, ID, 2)).verify(EVENT.payload, headers),
    () => new Verifier(webhookSecret(ROOT, 'whk_2' as WebhookId, 1)).verify(EVENT.payload, headers),
    () => new Verifier(webhookSecret('22'.repeat(32), ID, 1)).verify(EVENT.payload, headers),
  ]
  for (const verify of refused) assert.throws(verify, WebhookVerificationError)
})

test('while a rotation overlaps, receivers with the old and with the new secret accept an event; then only the new one', () => {
  const nowMs = Date.now()
  const terms = { id: ID, generation: 2, oldSecretEndsAtMs: nowMs }
  const [old, current] = [1, 2].map((generation) => new Verifier(webhookSecret(ROOT, ID, generation)))
  const during = { ...signWebhook(EVENT, signingSecrets(ROOT, terms, nowMs - 1), nowMs - 1) }
  assert.equal(during['webhook-signature'].split(' ').length, 2)
  assert.ok(old!.verify(EVENT.payload, during))
  assert.ok(current!.verify(EVENT.payload, during))
  const after = { ...signWebhook(EVENT, signingSecrets(ROOT, terms, nowMs), nowMs) }
  assert.ok(current!.verify(EVENT.payload, after))
  assert.throws(() => old!.verify(EVENT.payload, after), WebhookVerificationError)
})
