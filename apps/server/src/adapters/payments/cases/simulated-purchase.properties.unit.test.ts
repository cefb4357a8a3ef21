import fc from 'fast-check'
import { expect, test } from 'vitest'

import { stateOfStatus } from '../chip-format.ts'
import {
  faithfulCallback,
  type SimulatedPurchase,
} from '@apogee/chip-simulator/purchase/purchase-document.ts'
import { eventsBetween, heldCents } from '@apogee/chip-simulator/purchase/purchase-events.rules.ts'
import { placePurchase } from '@apogee/chip-simulator/purchase/purchase-order.rules.ts'
import {
  chargeBack,
  refund,
  returnRefund,
  winChargeback,
} from '@apogee/chip-simulator/purchase/purchase-refunds.rules.ts'
import {
  advance,
  attemptPayment,
  cancel,
  capture,
  clear,
  markAsPaid,
  release,
  view,
} from '@apogee/chip-simulator/purchase/purchase.rules.ts'
import { isRefused, type Act } from '@apogee/chip-simulator/purchase/purchase-steps.rules.ts'

const begin = 1_800_000_000
const price = 10_000

const pressed = fc
  .record({
    errorCode: fc.constantFrom(null, null, 'do_not_honour', 'antifraud_general'),
    slowSeconds: fc.constantFrom(0, 0, 30),
    evenIfOver: fc.boolean(),
  })
  .map(
    (attempt): Act =>
      (purchase, now) =>
        attemptPayment(purchase, { method: 'visa', extra: {}, callback: faithfulCallback, ...attempt }, now),
  )
const given = fc
  .record({
    amount: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: price + 10 })),
    slowSeconds: fc.constantFrom(0, 0, 30),
    fails: fc.boolean(),
  })
  .map(
    ({ amount, ...plan }): Act =>
      (purchase, now) =>
        refund(purchase, amount, plan, now),
  )
const act: fc.Arbitrary<Act> = fc.oneof(
  pressed,
  given,
  fc.constantFrom<Act>(
    view,
    cancel,
    clear,
    markAsPaid,
    chargeBack,
    winChargeback,
    returnRefund,
    release,
    (purchase, now) => capture(purchase, null, now),
  ),
)

function made(changes: Record<string, unknown>, isStrict: boolean): SimulatedPurchase {
  const document = placePurchase(
    {
      brand_id: 'b',
      client: { email: 'a@b.test' },
      due: begin + 100,
      purchase: { products: [{ name: 'Thing', price }], due_strict: isStrict },
      ...changes,
    },
    {
      id: 'p',
      companyId: 'c',
      isTest: true,
      now: begin,
      number: 1,
      checkoutUrl: () => 'https://chip.test/p/p/',
      strictCallbackPorts: false,
    },
  )
  if ('errors' in document) throw new Error(JSON.stringify(document.errors))
  return { id: 'p', companyId: 'c', document, settling: null }
}

test('no sen is lost or created and the history only grows in every order of actions by payers, banks and staff', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(act, fc.integer({ min: 0, max: 60 })), { maxLength: 25 }),
      fc.boolean(),
      fc.boolean(),
      (steps, isStrict, isHold) => {
        let purchase = made({ skip_capture: isHold }, isStrict)
        let now = begin
        for (const [change, seconds] of steps) {
          now += seconds
          const before = purchase
          const aged = advance(before, now).purchase
          const outcome = change(aged, now)
          purchase = isRefused(outcome) ? (outcome.tried ?? aged) : outcome
          for (const [from, to] of [
            [before.document, aged.document],
            [aged.document, purchase.document],
          ] as const) {
            const taken = to.marked_as_paid ? 0 : (to.payment?.amount ?? 0)
            expect(heldCents(to)).toBeGreaterThanOrEqual(0)
            expect(heldCents(to)).toBeLessThanOrEqual(taken)
            expect(Object.keys(stateOfStatus)).toContain(to.status)
            expect(to.status_history.at(-1)?.status).toBe(to.status)
            expect(to.status_history.slice(0, from.status_history.length)).toEqual(from.status_history)
            expect(to.updated_on).toBeGreaterThanOrEqual(from.updated_on)
            // Every change of the money that a purchase holds is reported as an event.
            if (heldCents(from) !== heldCents(to)) expect(eventsBetween(from, to)).not.toEqual([])
            // A payment does not change once it has been reported.
            if (from.payment) expect(to.payment).toEqual(from.payment)
          }
        }
      },
    ),
    { numRuns: 400 },
  )
})
