import * as z from 'zod/mini'
import { cents, idInBody } from '../endpoint.ts'
import { limit } from '../texts.ts'
import { cartMaxBundles } from './bundle-limits.ts'

/** Holds the bundles that are bought beside the courses. */
export const chosenBundles = z
  .array(idInBody)
  .check(limit(cartMaxBundles, `At most ${cartMaxBundles} bundles at once`))

const isEmpty = (ids: unknown): boolean => ids === undefined || (Array.isArray(ids) && ids.length === 0)

/** A cart holds at least one course or bundle. The check also runs when other fields of the body are missing. */
export const isFilled = z.refine<{ courseIds: readonly number[]; bundleIds?: readonly number[] | undefined }>(
  ({ courseIds, bundleIds }) => !(Array.isArray(courseIds) && isEmpty(courseIds) && isEmpty(bundleIds)),
  { error: 'Your cart is empty', path: ['courseIds'], when: () => true },
)

/**
 * The first seven are states of courses (`quoteStates` in pricing.ts). A bundle has the state of its first course that hinders the
 * purchase, and `owned` means that the caller has all its courses.
 * - `elsewhere`: an earlier bundle of the same purchase has the course, or all courses of the bundle that the caller does not own.
 */
export const bundleQuoteStates = [
  'buyable',
  'owned',
  'own',
  'gone',
  'waiting',
  'alone',
  'notOffered',
  'elsewhere',
] as const
export type BundleQuoteState = (typeof bundleQuoteStates)[number]

export const quotedBundle = z.object({
  bundleId: z.int(),
  state: z.enum(bundleQuoteStates),
  /** Null means that the bundle is not on sale. */
  title: z.nullable(z.string()),
  /** Holds the price in sen of the whole bundle before coupons. */
  price: cents,
  /** Holds the part of the price in sen that falls away, because the caller owns courses or gets them by an earlier bundle. */
  deducted: cents,
  /** Holds the amount to pay in sen, after coupons. It is 0 unless the bundle is `buyable`. */
  total: cents,
  /** Lists all courses. The shares in sen add up to `price`. */
  courses: z.array(
    z.object({ courseId: z.int(), title: z.string(), share: cents, state: z.enum(bundleQuoteStates) }),
  ),
})
export type QuotedBundle = z.infer<typeof quotedBundle>
