import { expect, test } from 'vitest'

import { errorCodes } from './chip-client.ts'
import { parsePurchase, purchaseBody, stateOfStatus } from './chip-format.ts'
import { countryCode } from '@apogee/domain/country-code.ts'
import { createChipProvider, isPaymentPage } from './chip.ts'
import { purchaseRequest } from './cases/cases.setup.ts'
import { testClock } from '@apogee/chip-simulator/testing-clock.ts'

test('all 21 statuses of CHIP map to a state', () => {
  expect(Object.keys(stateOfStatus)).toHaveLength(21)
})

test.each([
  [{ __all__: [{ message: 'm', code: 'purchase_cancel_wrong_status' }] }, ['purchase_cancel_wrong_status']],
  [{ __all__: { message: 'm', code: 'not_found' } }, ['not_found']],
  [{ __all__: 'not_found' }, ['not_found']],
  [{ __all__: 'payer@apogee.test is wrong' }, []],
  [{ code: 'rate_limited', message: 'm' }, ['rate_limited']],
  [{ client: { email: [{ message: 'm', code: 'invalid' }] } }, ['client:email:invalid']],
  [
    { purchase: { products: [{ price: [{ message: 'm', code: 'min_value' }] }] } },
    ['purchase:products:price:min_value'],
  ],
  ['nonsense with blanks', []],
  [null, []],
])('the error codes of %o are %o', (answer, codes) => {
  expect(errorCodes(answer)).toEqual(codes)
})

test('error codes of a hostile answer are limited in number and found quickly', () => {
  const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
  expect(errorCodes(deep)).toEqual([])
  expect(errorCodes(Array.from({ length: 10_000 }, () => 'code'))).toHaveLength(20)
})

test.each([
  ['MY', 'MY'],
  ['my', 'MY'],
  ['Malaysia', 'MY'],
  [' singapore ', 'SG'],
  ['Atlantis', undefined],
  ['ZZ', undefined],
  ['', undefined],
])('the country %o is sent as %o', (country, code) => {
  expect(countryCode(country)).toBe(code)
})

test('a purchase is always sent with a strict due time, its total and no blank fields', () => {
  const clock = testClock()
  const body = purchaseBody('brand', purchaseRequest(clock, { callbackUrl: null }))
  expect(body).toMatchObject({
    brand_id: 'brand',
    client: { email: 'payer@apogee.test', country: 'MY' },
    purchase: { currency: 'MYR', total_override: 19_900, due_strict: true, language: 'en' },
    due: clock.now().getTime() / 1000 + 3600,
  })
  expect(body).not.toHaveProperty('success_callback')
  expect(body['client']).not.toHaveProperty('city')
})

test('a company and its tax number are sent', () => {
  const payer = { email: 'a@b.test', companyName: 'Orbit Sdn Bhd', taxNumber: 'C1234567890' }
  expect(purchaseBody('brand', purchaseRequest(testClock(), { payer }))).toMatchObject({
    client: { legal_name: 'Orbit Sdn Bhd', tax_number: 'C1234567890' },
  })
})

test.each([
  ['https://gate.chip-in.asia/p/1/', true],
  ['https://payments.chip-in.asia/p/1/', true],
  ['http://gate.chip-in.asia/p/1/', false],
  ['https://chip-in.asia.evil.test/', false],
  ['https://evilchip-in.asia/', false],
  ['https://user:pass@gate.chip-in.asia/', false],
  ['https://api.provider.test/p/1/', true],
  ['http://api.provider.test/p/1/', false],
  ['//evil.test', false],
  ['data:text/html,x', false],
])('the page %s is trusted as a payment page of a provider at api.provider.test: %s', (page, trusted) => {
  expect(isPaymentPage(page, new URL('https://api.provider.test/api/v1/'))).toBe(trusted)
})

test.each(['ftp://chip.test/', 'https://user:secret@chip.test/', 'nonsense'])(
  '%s is not a valid API address',
  (apiUrl) => {
    expect(() => createChipProvider({ apiUrl })).toThrow(TypeError)
  },
)

test('calls stay below the configured root and send the key as bearer token', async () => {
  const calls: { url: string; authorization: string | null }[] = []
  const provider = createChipProvider({
    apiUrl: 'https://chip.test/collect/v1',
    fetch: async (input, init) => {
      calls.push({
        url: input instanceof Request ? input.url : input.toString(),
        authorization: new Headers(init?.headers).get('authorization'),
      })
      return new Response('"key"')
    },
  })
  await provider.checkCredentials({ secret: 'k', brandId: 'a&b' })
  expect(calls[0]).toEqual({ url: 'https://chip.test/collect/v1/public_key/', authorization: 'Bearer k' })
  expect(calls[1]?.url).toBe(
    'https://chip.test/collect/v1/payment_methods/?brand_id=a%26b&currency=MYR&amount=1000',
  )
})

test('an endless answer is aborted', async () => {
  const provider = createChipProvider({
    apiUrl: 'https://chip.test/',
    fetch: async () =>
      new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(100_000)) })),
  })
  expect(await provider.checkCredentials({ secret: 'k', brandId: 'b' })).toBe('unreachable')
})

test('a purchase whose newer snapshot comes within the same second has a higher version', () => {
  const version = (updated_on: unknown, changes: number) =>
    parsed({
      updated_on,
      status_history: Array.from({ length: changes }, () => ({ status: 'paid' })),
    })?.version
  expect(version(1_790_000_001, 1)).toBeGreaterThan(version(1_790_000_000, 9) ?? Infinity)
  expect(version(1_790_000_000, 2)).toBeGreaterThan(version(1_790_000_000, 1) ?? Infinity)
  expect(version(1e300, 0)).toBe(0)
  expect(parsed({})?.version).toBe(0)
})

test("chargebacks and running refunds keep the provider's own status", () => {
  expect(parsed({ status: 'chargeback' })).toMatchObject({
    state: 'charged_back',
    providerStatus: 'chargeback',
    checkoutUrl: '',
  })
  expect(parsed({ status: 'pending_refund' })).toMatchObject({
    state: 'refunding',
    providerStatus: 'pending_refund',
    paidAmountCents: 100,
    refundableCents: 40,
  })
})

/** Returns an answer with these fields as the adapter reports it. */
function parsed(fields: Record<string, unknown>) {
  return parsePurchase(
    {
      id: crypto.randomUUID(),
      status: 'paid',
      is_test: true,
      brand_id: 'b',
      purchase: { total: 100, currency: 'MYR' },
      payment: { amount: 100, currency: 'MYR' },
      refundable_amount: 40,
      ...fields,
    },
    () => false,
  )
}
