/** Sends callbacks that the provider did not send, or that it sent for another payment, and replays genuine ones. */
import { constants, createHmac, createSign, generateKeyPairSync, sign } from 'node:crypto'
import { forgeries, type GenuineCallback } from '../harness/forgeries.ts'
import type { Attack, Scene } from './attack.ts'
import { json, written, type Actor, type Asked } from './support/client.ts'
import { registerStudent } from './support/people.ts'

const replays = 50
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** These forgeries need headers or another URL, so they are not in lab/harness/forgeries.ts. */
const furtherForgeries: Readonly<Record<string, (genuine: GenuineCallback) => Asked>> = {
  'the signature in the address': (genuine) => ({
    ...plain(genuine),
    path: `${pathOf(genuine)}?X-Signature=${encodeURIComponent(genuine.signature)}`,
    headers: json,
  }),
  'the signature in hexadecimal': (genuine) =>
    signed(genuine, Buffer.from(genuine.signature, 'base64').toString('hex')),
  'SHA-1': (genuine) => signed(genuine, createSign('SHA1').update(genuine.body).sign(privateKey, 'base64')),
  PSS: (genuine) =>
    signed(
      genuine,
      sign('sha256', genuine.body, { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }).toString(
        'base64',
      ),
    ),
  'a public key as the secret of an HMAC': (genuine) =>
    signed(
      genuine,
      createHmac('sha256', publicKey.export({ type: 'spki', format: 'pem' }))
        .update(genuine.body)
        .digest('base64'),
    ),
  'a byte order mark': (genuine) => ({
    ...signed(genuine, genuine.signature),
    body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), genuine.body]),
  }),
  'a repeated status': (genuine) => ({
    ...signed(genuine, genuine.signature),
    body: genuine.body.toString().replace('{', '{"status":"paid",'),
  }),
  'another body with a genuine signature, twice': (genuine) => ({
    ...signed(genuine, `${genuine.signature}, ${genuine.signature}`),
    body: genuine.body.toString().replace('"paid"', '"refunded"'),
  }),
  'an account in other digits': (genuine) => ({
    ...signed(genuine, genuine.signature),
    path: `/api/payments/callback/0x${genuine.account.toString(16)}`,
  }),
}

const pathOf = ({ account }: { account: number }) => `/api/payments/callback/${account}`
const plain = (genuine: { account: number; body: Buffer }): Asked => ({
  method: 'POST',
  path: pathOf(genuine),
  body: genuine.body,
  headers: json,
})
const signed = (genuine: { account: number; body: Buffer }, signature: string): Asked => ({
  ...plain(genuine),
  headers: { ...json, 'x-signature': signature },
})

/** Buys a course of this seller and presses Pay. The recorder holds the provider's callbacks back. */
async function buy({ target }: Scene, seller: number, as: Actor): Promise<void> {
  const { rows } = await target.pool.query<{ id: number }>(
    `SELECT id::int AS id FROM courses WHERE seller_id = $1 AND price_cents > 0 AND is_listed
      ORDER BY price_cents LIMIT 1`,
    [seller],
  )
  const { payment_url } = await target.client.must<{ payment_url: string }>('POST', '/api/payments', as, {
    courseId: rows[0]?.id,
  })
  const pressed = await fetch(`${payment_url}pay/`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ method: 'fpx', bank: 'Maybank', slow: '0' }),
    redirect: 'manual',
  })
  await pressed.arrayBuffer()
}

/** Returns the current money and enrolments of this person. */
async function effects({ target }: Scene, as: Actor): Promise<string> {
  const { rows } = await target.pool.query<{ effects: string }>(
    `SELECT concat((SELECT count(*) FROM ledger_postings), ' postings ',
                   (SELECT count(*) FROM receipts), ' receipts ',
                   (SELECT count(*) FROM enrolments WHERE user_id = $1), ' enrolments') AS effects`,
    [as.id],
  )
  return rows[0]?.effects ?? ''
}

async function forgeAll(scene: Scene): Promise<{ forged: number; believed: string[] }> {
  const { client, callbacks } = scene.target
  const believed: string[] = []
  let forged = 0
  for (const genuine of callbacks.seen) {
    const made: [string, Asked | null][] = [
      ...Object.entries(forgeries).map(([way, forge]): [string, Asked | null] => {
        const forgery = forge(genuine, callbacks.seen)
        if (!forgery) return [way, null]
        return [way, forgery.signature === null ? plain(forgery) : signed(forgery, forgery.signature)]
      }),
      ...Object.entries(furtherForgeries).map(([way, forge]): [string, Asked] => [way, forge(genuine)]),
    ]
    for (const [way, asked] of made) {
      if (!asked) continue
      forged += 1
      const { status } = await client.send(asked)
      if (status < 400) believed.push(`${way}: ${status} to ${written(asked)}`)
    }
  }
  return { forged, believed }
}

export const forgedCallbacks: Attack = {
  name: 'forged-callbacks',
  has: 'genuine callbacks of two sellers, and a key of their own',
  tries: 'to have an order taken for paid, and to have it count twice',
  async run(scene) {
    const { target, people, drill } = scene
    const { callbacks, client } = target
    // A new buyer has no orders from earlier attacks.
    const buyer = await registerStudent(client, target.pool, 'buyer')
    callbacks.isHolding = true
    await buy(scene, people.victims.seller, buyer)
    await buy(scene, people.strangers.seller, buyer)
    await drill.until(
      'callbacks of two accounts',
      () => new Set(callbacks.seen.map(({ account }) => account)).size >= 2,
    )
    const { forged, believed } = await forgeAll(scene)
    drill.note(
      'callbacks: ways of forging',
      String(Object.keys({ ...forgeries, ...furtherForgeries }).length),
    )
    drill.note('callbacks: forged', String(forged))
    drill.none('callbacks: forged and believed', believed)

    callbacks.isHolding = false
    const refused: string[] = []
    const deliver = async () => {
      for (const genuine of callbacks.seen) {
        const { status } = await client.send(signed(genuine, genuine.signature))
        if (status >= 300) refused.push(`${status} to a genuine callback`)
      }
    }
    await deliver()
    await drill.until('the orders to be paid', async () => {
      const { data } = await client.must<{ data: { status: string }[] }>(
        'GET',
        `/api/payments/history/${buyer.id}`,
        buyer,
      )
      return data.length >= 2 && data.every(({ status }) => status === 'paid')
    })
    const once = await effects(scene, buyer)
    for (let nth = 0; nth < replays; nth += 1) await deliver()
    await drill.until('the callbacks to be read', async () => {
      const { rows } = await target.pool.query<{ waiting: number }>(
        'SELECT count(*)::int AS waiting FROM payment_events WHERE handled_at IS NULL',
      )
      return rows[0]?.waiting === 0
    })
    const after = await effects(scene, buyer)
    drill.none('callbacks: genuine and refused', refused)
    drill.none('callbacks: effects of a replay', once === after ? [] : [`${once}, then ${after}`])
  },
}
