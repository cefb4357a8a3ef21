/** Sets up the provider and the simulator behind it for the cases that every payment provider must pass. */
import type { TestClock } from '@apogee/chip-simulator/testing-clock.ts'
import { afterEach, beforeEach, expect } from 'vitest'

import type { PaymentProvider, ProviderAccount, ProviderErrorKind, PurchaseRequest } from '../port.ts'
import { plainPayment, type Simulator } from '@apogee/chip-simulator/simulator.ts'

export interface ProviderUnderTest {
  provider: PaymentProvider
  /** `hastyProvider` is the same provider with short timeouts. */
  hastyProvider: PaymentProvider
  /** The simulator behind the provider plays payers, banks and faults. */
  simulator: Simulator
  clock: TestClock
  close(): Promise<void>
}

export const sellerAccount: ProviderAccount = {
  id: 1,
  secret: 'seller-key',
  brandId: '7f9f1c1e-32d5-4d07-8f0c-2b7b6a0c9d11',
  testMode: null,
}

export const otherAccount: ProviderAccount = { ...sellerAccount, id: 2, secret: 'another-key' }

export function purchaseRequest(clock: TestClock, changes: Partial<PurchaseRequest> = {}): PurchaseRequest {
  return {
    reference: 'ref-3f8a',
    lines: [
      { name: 'Orbital mechanics', amountCents: 14_900 },
      { name: 'Reading star charts', amountCents: 5_000 },
    ],
    totalCents: 19_900,
    currency: 'MYR',
    payer: { email: 'payer@apogee.test', fullName: 'Payer', city: '', country: 'Malaysia' },
    successUrl: 'https://school.test/checkout/success?token=s',
    failureUrl: 'https://school.test/checkout/failure?token=f',
    cancelUrl: 'https://school.test/cart',
    callbackUrl: 'https://school.test/api/payments/callback/1',
    dueAt: new Date(clock.now().getTime() + 3_600_000),
    language: 'en',
    ...changes,
  }
}

export type Bench = ReturnType<typeof bench>

/** Creates the provider and the simulator before each test, with helpers that most tests need. */
export function bench(setUp: () => Promise<ProviderUnderTest>) {
  let current: ProviderUnderTest | null = null
  const side = () => {
    if (!current) throw new Error('no test is running')
    return current
  }
  beforeEach(async () => {
    current = await setUp()
  })
  afterEach(() => side().close())

  const open = (changes: Partial<PurchaseRequest> = {}) =>
    side().provider.createPurchase(sellerAccount, purchaseRequest(side().clock, changes))
  return {
    side,
    open,
    read: (id: string) => side().provider.readPurchase(sellerAccount, id),
    openPaid: async () => {
      const { id } = await open()
      await side().simulator.tryPayment(id, plainPayment)
      return id
    },
    refusal: (kind: ProviderErrorKind): unknown => expect.objectContaining({ name: 'ProviderError', kind }),
  }
}
