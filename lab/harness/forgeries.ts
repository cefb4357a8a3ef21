/** Makes invalid callbacks from genuine ones. */
import { createSign, generateKeyPairSync } from 'node:crypto'

export interface GenuineCallback {
  /** `account` is the payment account for which the callback was intended. */
  account: number
  body: Buffer
  signature: string
}

export interface Forgery {
  account: number
  body: Buffer
  signature: string | null
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signedByUs = (body: Buffer, digest: 'SHA256' | 'SHA512' = 'SHA256') =>
  createSign(digest).update(body).sign(privateKey, 'base64')

type Forge = (genuine: GenuineCallback, others: readonly GenuineCallback[]) => Forgery | null

const altered = (body: Buffer, change: (text: string) => string) => Buffer.from(change(body.toString('utf8')))

/** A forgery returns null when it needs a genuine callback of another kind that has not been recorded yet. */
export const forgeries: Readonly<Record<string, Forge>> = {
  'no signature': ({ account, body }) => ({ account, body, signature: null }),
  'an empty signature': ({ account, body }) => ({ account, body, signature: '' }),
  'a signature that is no base64': ({ account, body }) => ({ account, body, signature: 'not;a;signature' }),
  'a signature cut short': ({ account, body, signature }) => ({
    account,
    body,
    signature: signature.slice(0, -12),
  }),
  'one byte more': ({ account, body, signature }) => ({
    account,
    body: Buffer.concat([body, Buffer.from('\n')]),
    signature,
  }),
  'half a body': ({ account, body, signature }) => ({
    account,
    body: body.subarray(0, body.length / 2),
    signature,
  }),
  'written again by another JSON library': ({ account, body, signature }) => ({
    account,
    body: altered(body, (text) => JSON.stringify(JSON.parse(text))),
    signature,
  }),
  'another amount': ({ account, body, signature }) => ({
    account,
    body: altered(body, (text) => text.replace(/"amount": \d+/, '"amount": 1')),
    signature,
  }),
  'another purchase': ({ account, body, signature }, others) => {
    const other = others.find((candidate) => candidate.body !== body)
    return other ? { account, body: other.body, signature } : null
  },
  'the genuine signature of another seller': ({ account, body }, others) => {
    const stranger = others.find((other) => other.account !== account)
    return stranger ? { account, body, signature: stranger.signature } : null
  },
  'another seller’s genuine callback at this address': ({ account }, others) => {
    const stranger = others.find((other) => other.account !== account)
    return stranger ? { account, body: stranger.body, signature: stranger.signature } : null
  },
  'a genuine callback at another seller’s address': ({ account, body, signature }, others) => {
    const stranger = others.find((other) => other.account !== account)
    return stranger ? { account: stranger.account, body, signature } : null
  },
  'an account that does not exist': ({ body, signature }) => ({ account: 987_654_321, body, signature }),
  'a key of our own': ({ account, body }) => ({ account, body, signature: signedByUs(body) }),
  'SHA-512': ({ account, body }) => ({ account, body, signature: signedByUs(body, 'SHA512') }),
  'paid, says the liar': ({ account, body }) => {
    const lie = altered(body, (text) => text.replace(/"status": "\w+"/, '"status": "paid"'))
    return { account, body: lie, signature: signedByUs(lie) }
  },
  'a mountain of bytes': ({ account, signature }) => ({
    account,
    body: Buffer.alloc(300_000, 0x20),
    signature,
  }),
}
