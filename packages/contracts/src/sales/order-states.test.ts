import { expect, test } from 'vitest'
import { orderStateNames, stateOfOrder } from './order-states.ts'

const line = (refunded: number, chargedBack = 0) => ({ price: 100, refunded, chargedBack })

test.each([
  ['an open order has the state of its payment', 'pending', [line(0)], 'Pending'],
  ['a paid order is paid', 'paid', [line(0), line(0)], 'Paid'],
  [
    'an order of which a part was refunded is partly refunded',
    'paid',
    [line(100), line(0)],
    'Partly refunded',
  ],
  ['an order of which everything was refunded is refunded', 'refunded', [line(100), line(100)], 'Refunded'],
  [
    'lines that were refunded are refunded although another seller’s are paid',
    'paid',
    [line(100)],
    'Refunded',
  ],
  [
    'an order that the bank took back is charged back while its course is open',
    'paid',
    [line(100, 100)],
    'Charged back',
  ],
  [
    'an order that the bank took back is charged back after its course closed',
    'refunded',
    [line(100, 60)],
    'Charged back',
  ],
  ['a free order is paid', 'paid', [{ price: 0, refunded: 0 }], 'Paid'],
] as const)('%s', (_sentence, status, lines, name) => {
  expect(orderStateNames[stateOfOrder({ status, lines })]).toBe(name)
})
