/** Creates the certificates of an attacker's attestation (RFC 5280), which name an address for revocation lists. */
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  if (length < 128) return Buffer.concat([Buffer.of(tag, length), body])
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 255), body])
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts)
const octets = (...parts: readonly Buffer[]) => der(0x04, ...parts)
const integer = (value: number) => der(0x02, Buffer.of(value))
const enumerated = (value: number) => der(0x0a, Buffer.of(value))
const text = (value: string) => der(0x0c, Buffer.from(value))
const time = (value: string) => der(0x17, Buffer.from(value))
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const nameOf = (name: string) => sequence(der(0x31, sequence(oid('550403'), text(name))))

/** Builds the extension cRLDistributionPoints. */
const revokedAt = (address: string) =>
  sequence(oid('551d1f'), octets(sequence(sequence(der(0xa0, der(0xa0, der(0x86, Buffer.from(address))))))))

/** Builds Android's key description with the hash that the attestation signs. */
const keyDescription = (clientDataHash: Buffer) =>
  sequence(
    oid('2b06010401d679020111'),
    octets(
      sequence(
        integer(3),
        enumerated(0),
        integer(3),
        enumerated(0),
        octets(clientDataHash),
        octets(),
        sequence(),
        sequence(),
      ),
    ),
  )

function certificate(
  { subject, key, extensions }: { subject: string; key: KeyObject; extensions: readonly Buffer[] },
  issuer: KeyObject,
): Buffer {
  const signed = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    nameOf('Root'),
    sequence(time('250101000000Z'), time('491231235959Z')),
    nameOf(subject),
    key.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = createSign('sha256').update(signed).sign(issuer)
  return sequence(signed, ecdsaWithSha256, der(0x03, Buffer.of(0), signature))
}

export function certificatesFor(address: string) {
  return (key: KeyObject, clientDataHash: Buffer): Buffer[] => {
    const root = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const extensions = [keyDescription(clientDataHash), revokedAt(address)]
    return [
      certificate({ subject: 'Leaf', key, extensions }, root.privateKey),
      certificate(
        { subject: 'Root', key: root.publicKey, extensions: [revokedAt(address)] },
        root.privateKey,
      ),
    ]
  }
}
