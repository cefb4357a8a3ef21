import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import { notingPurchases, type PurchaseNotes } from './noted-purchases.ts'
import { unusedPayments } from './testing.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const purchase = { id: 'purchase-1', reference: 'order-1', amountCents: 4_900 }
const account = { id: 7 }

function buyingWith(note: PurchaseNotes['note']) {
  const error = vi.fn<() => void>()
  const provider = { ...unusedPayments, createPurchase: async () => purchase }
  const noting = notingPurchases(provider as never, { note }, { log: { error } as never, clock: systemClock })
  return { made: noting.createPurchase(account as never, {} as never), error }
}

test('a purchase is noted before it is handed on', async () => {
  const noted: unknown[] = []
  const { made, error } = buyingWith(async (note) => void noted.push(note))
  expect(await made).toBe(purchase)
  expect(noted).toEqual([
    {
      at: expect.any(String),
      accountId: 7,
      purchaseId: 'purchase-1',
      reference: 'order-1',
      amountCents: 4_900,
    },
  ])
  expect(error).not.toHaveBeenCalled()
})

test('a note that fails is logged, and the sale goes on', async () => {
  const { made, error } = buyingWith(() => Promise.reject(new Error('no space')))
  expect(await made).toBe(purchase)
  expect(error).toHaveBeenCalledOnce()
})

test('a folder that does not answer holds a sale up for two seconds', async () => {
  const { made, error } = buyingWith(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await made).toBe(purchase)
  expect(error).toHaveBeenCalledOnce()
})
