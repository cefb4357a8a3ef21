/** Which journeys may pass at a second try in CI (docs/decisions/unsteady-tests.md). */

/** Words in the paths of journeys about money, access and accounts. */
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

/** Accessibility is not access. */
const withoutAccessibility = (file: string): string => file.replaceAll('accessibility', '')

export const isWithoutSecondTry = (file: string): boolean =>
  wordsWithoutSecondTry.some((word) => withoutAccessibility(file).includes(word))
