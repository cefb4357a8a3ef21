/** Every payment adapter must pass these cases. */
import { describe } from 'vitest'

import { callbackCases } from './cases.callbacks.ts'
import { failureCases } from './cases.failures.ts'
import { purchaseLifeCases } from './cases.life.ts'
import { refundCases } from './cases.money.ts'
import { bench, type ProviderUnderTest } from './cases.setup.ts'

export function paymentProviderCases(name: string, setUp: () => Promise<ProviderUnderTest>): void {
  describe(name, () => {
    const both = bench(setUp)
    purchaseLifeCases(both)
    refundCases(both)
    callbackCases(both)
    failureCases(both)
  })
}
