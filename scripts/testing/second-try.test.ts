import { expect, test } from 'vitest'
import { isWithoutSecondTry } from './second-try.ts'

test.each(['access', 'cart', 'checkout', 'invoices', 'ledger', 'passkeys.walk', 'payment-page', 'session'])(
  'the journey %s, which is about money, access or accounts, gets no second try',
  (name) => expect(isWithoutSecondTry(`e2e/${name}.spec.ts`)).toBe(true),
)

test.each(['accessibility.deep', 'studying', 'zoom.deep'])('the journey %s may get a second try', (name) =>
  expect(isWithoutSecondTry(`e2e/${name}.spec.ts`)).toBe(false),
)
