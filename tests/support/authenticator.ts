// A passkey without a browser: creates and signs like a platform authenticator (WebAuthn level 2, ES256, attestation
// 'none'), with node:crypto and the few CBOR types that this needs.
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }

export function createAuthenticator(origin: string, rpId = new URL(origin).hostname) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (flags: number, credentialData = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(flags), count, credentialData])
  }
  const toCredential = (response: object) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
    response,
  })

  return {
    /** The response to registration options. */
    register(challenge: string) {
      // A COSE key: kty (1) is 2, alg (3) is -7, crv (-1) is 1, then x (-2) and y (-3) of 32 bytes each.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      // The model of the authenticator (16 bytes), the length of the credential id in two bytes, the id, and the key.
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, credentialId.length), credentialId, key])
      const data = authenticatorData(FLAGS.present | FLAGS.verified | FLAGS.attested, attested)
      // In CBOR, a3 is a map of three entries, a0 an empty map, and 58 a byte string.
      const attestation = Buffer.concat([
        Buffer.of(0xa3),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.of(0xa0),
        cborText('authData'),
        Buffer.of(0x58, data.length),
        data,
      ])
      return toCredential({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    /** The response to login options. `isUserVerified`: false for a touch without PIN or fingerprint. */
    sign(challenge: string, { isUserVerified = true } = {}) {
      const client = clientData('webauthn.get', challenge)
      const data = authenticatorData(FLAGS.present | (isUserVerified ? FLAGS.verified : 0))
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return toCredential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
      })
    },
  }
}

/** A text of at most 23 bytes in CBOR. */
const cborText = (text: string) => Buffer.concat([Buffer.of(0x60 + text.length), Buffer.from(text)])
