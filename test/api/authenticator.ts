/** An authenticator in software: one passkey (ES256, no attestation), shown as browsers pass it on (WebAuthn level 2, sections 6 and 7). */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_KEY = 64

export type Json = Record<string, unknown>

export class Authenticator {
  readonly #origin: string
  readonly #key: KeyObject
  readonly #point: { readonly x: Buffer; readonly y: Buffer }
  readonly #id = randomBytes(32)
  #userHandle = ''
  #counter = 0
  /** Whether a finger or a code is asked for; `false`: whoever holds the device is let in. */
  isVerifying = true

  /** `origin`: of the page that asks. */
  constructor(origin: string) {
    this.#origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    this.#point = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') }
  }

  /** The answer to options of registration. */
  create(options: Json): Json {
    const { challenge, user } = options as { challenge: string; user: { id: string } }
    this.#userHandle = user.id
    const authData = Buffer.concat([this.#authData(HAS_KEY), this.#credential()])
    const attestation = map(
      [text('fmt'), text('none')],
      [text('attStmt'), map()],
      [text('authData'), bytes(authData)],
    )
    return this.#response({
      clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** The answer to options of signing in. */
  get(options: Json): Json {
    const { challenge } = options as { challenge: string }
    const clientData = this.#clientData('webauthn.get', challenge)
    const authData = this.#authData(0)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    return this.#response({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(this.#key).toString('base64url'),
      userHandle: this.#userHandle,
    })
  }

  #response(response: Json): Json {
    const id = this.#id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }))
  }

  #authData(moreFlags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++this.#counter)
    const flags = USER_PRESENT | (this.isVerifying ? USER_VERIFIED : 0) | moreFlags
    const host = createHash('sha256').update(new URL(this.#origin).hostname).digest()
    return Buffer.concat([host, Buffer.from([flags]), counter])
  }

  /** Model, id and public key (COSE, RFC 9053). */
  #credential(): Buffer {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#id.length)
    const { x, y } = this.#point
    const key = map(
      [integer(1), integer(2)],
      [integer(3), integer(-7)],
      [integer(-1), integer(1)],
      [integer(-2), bytes(x)],
      [integer(-3), bytes(y)],
    )
    return Buffer.concat([Buffer.alloc(16), length, this.#id, key])
  }
}

/** CBOR (RFC 8949), as much of it as is needed. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

function integer(value: number): Buffer {
  return value < 0 ? head(1, -1 - value) : head(0, value)
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([head(2, value.length), value])
}

function text(value: string): Buffer {
  return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
}

function map(...entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat()])
}
