import type { Payment } from '@apogee/contracts/sales/checkout.ts'

/** Returns the address of the page on which these courses and bundles are bought as a gift. */
export function giftAddress({
  courses = [],
  bundles = [],
}: {
  courses?: readonly number[]
  bundles?: readonly number[]
}): string {
  const chosen = [
    ...(courses.length > 0 ? [`courses=${courses.join(',')}`] : []),
    ...(bundles.length > 0 ? [`bundles=${bundles.join(',')}`] : []),
  ]
  return chosen.length > 0 ? `/gifts/new?${chosen.join('&')}` : '/gifts/new'
}

/** Returns the address on which an unpaid gift is bought again. */
export function addressOfGift({ lines }: Pick<Payment, 'lines'>): string {
  const bundles = lines.flatMap(({ bundle }) => (bundle ? [bundle.id] : []))
  return giftAddress({
    courses: lines.flatMap(({ courseId, bundle }) => (bundle ? [] : [courseId])),
    bundles: [...new Set(bundles)],
  })
}
