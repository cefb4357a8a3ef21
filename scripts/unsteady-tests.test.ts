import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isWithoutSecondTry, parseUnsteadyTests, readUnsteadyTests } from './unsteady-tests.ts'

const root = join(import.meta.dirname, '..')
/** Number of known unsteady tests. Lower it with each fix; raising it is a decision. */
const recorded = 0

test('the list of unsteady tests does not grow beyond its recorded number', () => {
  expect(
    readUnsteadyTests().length,
    `scripts/unsteady-tests.json has another number of tests than the ${recorded} that are recorded. A test that fails now and ` +
      'then is read like a bug report before it is listed: docs/decisions/unsteady-tests.md',
  ).toBe(recorded)
})

test('each unsteady test exists', () => {
  for (const { file, test: name } of readUnsteadyTests()) {
    expect(existsSync(join(root, file)), file).toBe(true)
    expect(readFileSync(join(root, file), 'utf8')).toContain(name.split(' › ').at(-1))
  }
})

test('a test about money, access or accounts cannot be listed as unsteady', () => {
  const entry = { test: 'pays once', reason: 'the clock' }
  const listed = (file: string) => parseUnsteadyTests(JSON.stringify([{ ...entry, file }]))
  expect(listed('apps/server/src/features/media/media.test.ts')).toHaveLength(1)
  for (const file of [
    'apps/server/src/features/sales/refunds/refunds.test.ts',
    'apps/web/src/features/pricing/seller-codes.test.tsx',
    'e2e/cart.spec.ts',
  ])
    expect(() => listed(file)).toThrow(`${file} is about money, access or accounts`)
})

test('an unsteady test is listed with its file, its name and the reason', () => {
  const whole = { file: 'e2e/zoom.spec.ts', test: 'zooms', reason: 'the browser rounds widths' }
  expect(parseUnsteadyTests(JSON.stringify([whole]))).toEqual([whole])
  for (const key of ['file', 'test', 'reason'])
    expect(() => parseUnsteadyTests(JSON.stringify([{ ...whole, [key]: ' ' }]))).toThrow(`has no ${key}`)
  expect(() => parseUnsteadyTests('{}')).toThrow('is not a list')
})

test('no test of a folder about money, access or accounts gets a second try', () => {
  const folders = [
    ...['sales', 'accounting', 'invoices', 'pricing', 'businesses', 'accounts', 'people'].map(
      (feature) => `apps/server/src/features/${feature}`,
    ),
    ...['sales', 'accounting', 'invoices', 'pricing', 'accounts', 'people'].map(
      (feature) => `apps/web/src/features/${feature}`,
    ),
    'apps/server/src/features/operations/reconciliation',
    'apps/server/src/features/operations/oversight',
    'apps/server/src/adapters/payments',
    'apps/server/src/adapters/sign-in',
    'apps/server/src/policy',
    'torture',
  ]
  for (const folder of folders) {
    expect(readdirSync(join(root, folder)), folder).not.toEqual([])
    expect(isWithoutSecondTry(`${folder}/any.test.ts`), folder).toBe(true)
  }
})

test.each([
  'apps/server/src/app/wall/authoring.test.ts',
  'apps/server/src/app/hostile-claims.test.ts',
  'apps/server/src/app/spec-calls.accounts.test.ts',
  'apps/server/src/app/spec-calls.payments.test.ts',
  'apps/server/src/app/money-alarms.unit.test.ts',
  'apps/server/src/app/secret.test.ts',
  'apps/server/src/features/notifications/notifications.money.test.ts',
  'packages/contracts/src/pricing.test.ts',
  'scripts/permission-table.test.ts',
  'e2e/access.deep.spec.ts',
  'e2e/checkout.spec.ts',
  'e2e/invoices.deep.spec.ts',
  'e2e/ledger.deep.spec.ts',
  'e2e/payment-page.spec.ts',
  'e2e/people.deep.spec.ts',
  'e2e/session.spec.ts',
])('%s gets no second try', (file) => {
  expect(isWithoutSecondTry(file)).toBe(true)
})
