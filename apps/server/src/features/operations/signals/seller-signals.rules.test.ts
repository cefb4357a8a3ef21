import { expect, test } from 'vitest'
import { signalsOf, type SellerMeasure } from './seller-signals.rules.ts'

const ordinary: SellerMeasure = {
  sellerId: 1,
  paidLines: 100,
  askedBackLines: 5,
  chargebacks: 0,
  isNew: false,
  dayCents: 900_000,
  dayOrders: 90,
  refusedPayments: 3,
  refusedOfOneBuyer: 2,
  ownLines: 1,
  bankDays: null,
  balanceCents: 900_000,
}

test.for<[string, Partial<SellerMeasure>, string[]]>([
  ['an ordinary seller shows nothing', {}, []],
  ['one in five of ten sales asked back is unusual', { paidLines: 10, askedBackLines: 2 }, ['refunds']],
  ['all of nine sales asked back are too few to say', { paidLines: 9, askedBackLines: 9 }, []],
  ['less than a fifth asked back is usual', { paidLines: 11, askedBackLines: 2 }, []],
  ['three chargebacks are unusual at any size', { chargebacks: 3 }, ['chargebacks']],
  ['two chargebacks are not', { chargebacks: 2 }, []],
  [
    'a new seller above RM 5,000 in a day is unusual',
    { isNew: true, dayCents: 500_001, dayOrders: 1 },
    ['fast_start'],
  ],
  [
    'a new seller with 51 orders in a day is unusual',
    { isNew: true, dayCents: 1, dayOrders: 51 },
    ['fast_start'],
  ],
  ['a new seller at both limits is not', { isNew: true, dayCents: 500_000, dayOrders: 50 }, []],
  ['six refused payments of one buyer are unusual', { refusedOfOneBuyer: 6 }, ['refused_payments']],
  ['twenty refused payments of all buyers are unusual', { refusedPayments: 20 }, ['refused_payments']],
  ['fewer are not', { refusedPayments: 19, refusedOfOneBuyer: 5 }, []],
  ['three purchases by the seller’s own people are unusual', { ownLines: 3 }, ['own_purchases']],
  [
    'a new bank account with RM 5,000 to pay out is unusual',
    { bankDays: 2, balanceCents: 500_000 },
    ['bank_changed'],
  ],
  ['a new bank account with less is not', { bankDays: 2, balanceCents: 499_999 }, []],
  ['several patterns are several signals', { chargebacks: 4, ownLines: 9 }, ['chargebacks', 'own_purchases']],
])('%s', ([, given, kinds]) => {
  expect(signalsOf({ ...ordinary, ...given }).map(({ kind }) => kind)).toEqual(kinds)
})

test('a signal has the figures that it was made of', () => {
  expect(signalsOf({ ...ordinary, paidLines: 10, askedBackLines: 4 })).toEqual([
    { kind: 'refunds', facts: { paidLines: 10, askedBackLines: 4 } },
  ])
})
