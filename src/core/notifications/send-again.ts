import { Failure } from '../failure.ts'
import type { Clock } from '../ports.ts'
import type { EmailId } from './email.ts'
import type { Outbox } from './outbox.ts'

/**
 * Queues a failed e-mail once more.
 *
 * @throws {Failure} `not_found` if there is no such e-mail, it did not fail, or its link is no longer valid.
 */
export async function sendAgain(
  { outbox, clock }: { readonly outbox: Pick<Outbox, 'again'>; readonly clock: Clock },
  { id }: { readonly id: string },
): Promise<null> {
  if (await outbox.again(id as EmailId, clock.nowMs())) return null
  throw new Failure('not_found', 'There is no failed e-mail with this id.')
}
