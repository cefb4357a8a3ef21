import { expect, test } from 'vitest'

import { otherAccount, sellerAccount, type Bench } from './cases.setup.ts'

export function callbackCases({ openPaid, refusal, side }: Bench): void {
  test("callbacks are accepted within minutes after the provider's key was changed", async () => {
    const first = await side().simulator.portal.sign(sellerAccount.secret, 'a')
    const verify = (body: string, signature: string) =>
      side().provider.verifyCallback(sellerAccount, Buffer.from(body), signature)
    expect(await verify('a', first)).toBe(true)
    await side().simulator.portal.rotateKey(sellerAccount.secret)
    const second = await side().simulator.portal.sign(sellerAccount.secret, 'b')
    side().clock.pass(5 * 60)
    expect(await verify('b', second)).toBe(true)
    expect(await verify('a', first)).toBe(false)
  })

  test('a callback is accepted only with the exact bytes, the right key and a signature', async () => {
    const id = await openPaid()
    const [delivery] = await side().simulator.deliveriesOf(id)
    const body = delivery?.body ?? ''
    const raw = Buffer.from(body)
    const verify = (bytes: Buffer, signature: string | undefined, account = sellerAccount) =>
      side().provider.verifyCallback(account, bytes, signature)

    expect(await verify(raw, delivery?.signature)).toBe(true)
    expect(await verify(Buffer.from(body.replace('19900', '19901')), delivery?.signature)).toBe(false)
    expect(await verify(Buffer.from(JSON.stringify(JSON.parse(body))), delivery?.signature)).toBe(false)
    expect(await verify(Buffer.from(`\ufeff${body}`), delivery?.signature)).toBe(false)
    expect(await verify(raw, delivery?.signature, otherAccount)).toBe(false)
    expect(await verify(raw, undefined)).toBe(false)
    expect(await verify(raw, '')).toBe(false)
    expect(await verify(raw, 'not base64 at all')).toBe(false)
    expect(side().provider.parseCallback(raw)).toEqual({
      purchaseId: id,
      eventType: 'purchase.paid',
      reference: 'ref-3f8a',
    })
  })

  test('verifying a callback throws while no key can be fetched', async () => {
    side().simulator.faults.inject({ kind: 'down' })
    await expect(
      side().provider.verifyCallback(sellerAccount, Buffer.from('{}'), 'c2lnbmF0dXJl'),
    ).rejects.toEqual(refusal('unreachable'))
  })

  test('a refund event leads to its purchase, and garbage is refused without an exception', () => {
    const parse = (body: unknown) => side().provider.parseCallback(Buffer.from(JSON.stringify(body)))
    const id = '0d9c0f43-64c5-4c5e-9df5-4df3f6d2d5a1'
    const refund = {
      id: '11111111-2222-4333-8444-555555555555',
      type: 'payment',
      event_type: 'payment.refunded',
      related_to: { type: 'purchase', id },
    }
    expect(parse(refund)).toEqual({ purchaseId: id, eventType: 'payment.refunded', reference: null })
    expect(parse({ ...refund, related_to: { type: 'payout', id } })).toEqual({ refused: 'no_purchase_id' })
    expect(parse({ id: '../../account/' })).toEqual({ refused: 'no_purchase_id' })
    expect(parse([])).toEqual({ refused: 'not_an_object' })
    expect(side().provider.parseCallback(Buffer.from('{"id": "0d9c0f'))).toEqual({ refused: 'not_json' })
    expect(side().provider.parseCallback(Buffer.from([0xff, 0x00]))).toEqual({ refused: 'not_json' })
  })
}
