/** The only tests that may have a second try in CI, and the areas whose tests may not (docs/decisions/unsteady-tests.md). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface UnsteadyTest {
  /** From the root of the repository. */
  file: string
  /** Vitest: the full name. Playwright: the titles within the file, joined by ' › '. */
  test: string
  /** Why it sometimes fails, and why the product is not at fault. */
  reason: string
}

/** Words in the paths of tests about money, access and accounts, on the server, in the client and in the browser. */
const wordsWithoutSecondTry = [
  ...[
    'accounting',
    'businesses',
    'cart',
    'checkout',
    'chip',
    'coupon',
    'invoice',
    'ledger',
    'money',
    'order',
  ],
  ...['payment', 'payout', 'pric', 'receipt', 'reconciliation', 'refund', 'sale', 'seller', 'settlement'],
  ...['simulator', 'torture'],
  ...['access', 'caller', 'hostile', 'origin', 'oversight', 'permission', 'policy', 'security', 'wall'],
  ...['account', 'authentication', 'erasure', 'keys', 'password', 'people', 'secret', 'session', 'sign-in'],
] as const

/** Accessibility is not access. */
const withoutAccessibility = (file: string): string => file.replaceAll('accessibility', '')

export const isWithoutSecondTry = (file: string): boolean =>
  wordsWithoutSecondTry.some((word) => withoutAccessibility(file).includes(word))

/** @throws when an entry is incomplete or its file is about money, access or accounts. */
export function parseUnsteadyTests(json: string): UnsteadyTest[] {
  const entries: unknown = JSON.parse(json)
  if (!Array.isArray(entries)) throw new Error('unsteady-tests.json is not a list')
  return entries.map((entry: unknown) => {
    const listed = {
      file: textOf(entry, 'file'),
      test: textOf(entry, 'test'),
      reason: textOf(entry, 'reason'),
    }
    if (isWithoutSecondTry(listed.file))
      throw new Error(`${listed.file} is about money, access or accounts: its tests get no second try`)
    return listed
  })
}

export const readUnsteadyTests = (): UnsteadyTest[] =>
  parseUnsteadyTests(readFileSync(join(import.meta.dirname, 'unsteady-tests.json'), 'utf8'))

function textOf(entry: unknown, key: keyof UnsteadyTest): string {
  const value: unknown =
    typeof entry === 'object' && entry !== null && key in entry ? Reflect.get(entry, key) : undefined
  if (typeof value !== 'string' || value.trim() === '')
    throw new Error(`an entry of unsteady-tests.json has no ${key}`)
  return value
}
