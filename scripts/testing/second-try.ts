/**
 * A journey about money, access or accounts gets no second attempt in CI (docs/decisions/tests.md). The path of such a journey
 * contains one of these words.
 */
const wordsWithoutSecondTry = [
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
  'payment',
  'payout',
  'pric',
  'receipt',
  'reconciliation',
  'refund',
  'sale',
  'seller',
  'settlement',
  'simulator',
  'torture',
  'access',
  'caller',
  'hostile',
  'origin',
  'oversight',
  'permission',
  'policy',
  'security',
  'wall',
  'account',
  'authentication',
  'erasure',
  'keys',
  'password',
  'people',
  'secret',
  'session',
  'sign-in',
] as const

/** The word 'accessibility' contains 'access' but does not concern access rights. */
const withoutAccessibility = (file: string): string => file.replaceAll('accessibility', '')

export const isWithoutSecondTry = (file: string): boolean =>
  wordsWithoutSecondTry.some((word) => withoutAccessibility(file).includes(word))
