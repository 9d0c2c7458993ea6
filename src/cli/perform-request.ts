/** Does what an operator asks for, wherever that is: in a running server or in the command line's own process. */
import { createKey, type NewKey } from '../core/access/create-key.ts'
import type { Key } from '../core/access/key.ts'
import { type KeyId, LOCAL_ACCOUNT } from '../core/access/key.ts'
import { listKeys } from '../core/access/list-keys.ts'
import { revokeKey } from '../core/access/revoke-key.ts'
import { rotateKey } from '../core/access/rotate-key.ts'
import { commandLineTrace } from '../core/accounts/audit.ts'
import { Failure } from '../core/failure.ts'
import type { Needs } from '../core/ports.ts'
import type { KeyView, NewKeyView, Operator, Requests } from './operator.ts'

/** What the requests need beside the use cases of core. */
export interface OperatorPorts extends Needs<'keys' | 'clock' | 'secrets'> {
  readonly importFiles: Performer['import']
  readonly status: Performer['status']
}

type Performer = {
  [Name in keyof Requests]: (
    takes: Requests[Name]['takes'],
    tell: NonNullable<Parameters<Operator>[2]>,
  ) => Requests[Name]['gives'] | Promise<Requests[Name]['gives']>
}

/** An operator that works with these ports. */
export function operatorOf(ports: OperatorPorts): Operator {
  const trace = () => commandLineTrace(ports.clock.nowMs())
  const performers: Performer = {
    createKey: ({ wish }) => newKeyView(createKey(ports, LOCAL_ACCOUNT, wish, trace())),
    listKeys: () => listKeys(ports, LOCAL_ACCOUNT).map(keyView),
    rotateKey: ({ id, overlapMs }) =>
      newKeyView(rotateKey(ports, LOCAL_ACCOUNT, id as KeyId, overlapMs, trace())),
    revokeKey: ({ id }) => {
      revokeKey(ports, LOCAL_ACCOUNT, id as KeyId, trace())
      return { id }
    },
    import: ports.importFiles,
    status: ports.status,
  }
  return async (name, takes, tell = () => {}) => {
    if (!Object.hasOwn(performers, name)) {
      throw new Failure(
        'invalid_request',
        `The running server does not know the request ${name}; restart it.`,
      )
    }
    return performers[name](takes, tell)
  }
}

function newKeyView({ key, secret }: NewKey): NewKeyView {
  return { key: keyView(key), secret }
}

function keyView({ hash: _hash, ...shown }: Key): KeyView {
  return shown
}
