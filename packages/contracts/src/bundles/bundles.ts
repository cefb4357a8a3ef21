/** Bundles are courses of one seller that are sold together at one price (docs/glossary.md). */
import * as z from 'zod/mini'
import { anyone, byRole } from '../access.ts'
import { versionRead, versionSent } from '../edits.ts'
import { answerOf, cents, endpoint, idInBody, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { priceMaxCents } from '../limits.ts'
import { limit, searchText } from '../texts.ts'
import { bundleMaxCourses, bundleStates } from './bundle-limits.ts'
import { bundleBuyingEndpoints } from './bundle-buying.ts'
import { bundleDescription, bundleTitle } from './bundles.forms.ts'

const bundlePrice = z
  .int('Price must be a whole number of sen')
  .check(
    z.minimum(1, 'The price must be above 0'),
    z.maximum(priceMaxCents, 'Price must be at most RM 10,000.00'),
  )
const courseIds = z
  .array(idInBody)
  .check(
    limit(bundleMaxCourses, `Choose at most ${bundleMaxCourses} courses`),
    z.minLength(2, 'Choose at least two courses'),
  )

const bundleCourse = z.object({
  id: z.int(),
  title: z.string(),
  image: z.string(),
  /** Holds the list price in sen. */
  price: cents,
  /** Holds the price in sen while a sale runs. The field is absent without a sale. */
  salePrice: z.optional(cents),
})

/** Describes a bundle to its seller. */
export const bundle = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  /** Holds the address of the cover. An empty text means that no course has one. */
  image: z.string(),
  price: cents,
  state: z.enum(bundleStates),
  /** Holds the course whose cover the bundle shows. Null means the first course with a cover. */
  coverCourseId: z.nullable(z.int()),
  courses: z.array(
    z.object({
      ...bundleCourse.shape,
      /** False means that the course is not sold to everybody, so that the bundle is not either. */
      isSold: z.boolean(),
    }),
  ),
  /** True means that people can buy the bundle: it is published, and all its courses are sold. */
  isOnSale: z.boolean(),
  /** Superadmins alone see the seller. Null means a bundle of the platform. */
  seller: z.nullable(z.string()),
  createdAt: instant,
  version: versionRead,
})
export type Bundle = z.infer<typeof bundle>

/** Describes a bundle on sale to everybody. */
export const offeredBundle = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  image: z.string(),
  /** Holds the price in sen of the whole bundle. */
  price: cents,
  /** Holds what the courses cost apart at this moment, sales included. */
  apart: cents,
  seller: z.nullable(z.string()),
  /** Holds the name in the address of the seller's school page. It is absent when the page is not public. */
  school: z.optional(z.string()),
  courses: z.array(bundleCourse),
})
export type OfferedBundle = z.infer<typeof offeredBundle>

export const bundlesEndpoints = {
  listBundles: endpoint({
    call: 'GET /bundles',
    // The service selects the seller's own bundles, and refuses instructors of a business.
    access: byRole('prices.set'),
    summary: 'The seller’s bundles, newest first; a superadmin sees all',
    query: z.object({ ...pageQuery, state: z.optional(z.enum(['open', 'archived'])) }),
    answer: listAnswer(bundle),
    refusals: ['PRICES_OF_BUSINESS'],
  }),
  createBundle: endpoint({
    call: 'POST /bundles',
    bound: { perDay: 100, of: 'person' },
    access: byRole('prices.set'),
    summary: 'Make a draft of a bundle',
    body: z.object({
      title: bundleTitle,
      description: z.optional(bundleDescription),
      price: bundlePrice,
      courseIds,
      coverCourseId: z.optional(z.nullable(idInBody)),
    }),
    answer: answerOf(bundle),
    status: 201,
    refusals: ['SELLER_SUSPENDED', 'PRICES_OF_BUSINESS', 'BUNDLE_COURSES', 'BUNDLE_PRICE'],
  }),
  updateBundle: endpoint({
    call: 'PUT /bundles/:id',
    bound: 'changes',
    access: byRole('prices.set'),
    summary: 'Change a bundle, publish it, archive it or bring it back; orders keep what they bought',
    params: z.object({ id: idInUrl }),
    body: z.object({
      title: z.optional(bundleTitle),
      description: z.optional(bundleDescription),
      price: z.optional(bundlePrice),
      courseIds: z.optional(courseIds),
      coverCourseId: z.optional(z.nullable(idInBody)),
      state: z.optional(z.enum(bundleStates)),
      version: versionSent,
    }),
    answer: answerOf(bundle),
    refusals: [
      'SELLER_SUSPENDED',
      'EDIT_CONFLICT',
      'PRICES_OF_BUSINESS',
      'BUNDLE_NOT_FOUND',
      'BUNDLE_COURSES',
      'BUNDLE_PRICE',
    ],
  }),
  offeredBundles: endpoint({
    call: 'GET /bundles/offered',
    access: anyone,
    summary: 'Bundles on sale, newest first',
    query: z.object({ ...pageQuery, search: z.optional(searchText) }),
    answer: listAnswer(offeredBundle),
  }),
  readOfferedBundle: endpoint({
    call: 'GET /bundles/offered/:id',
    access: anyone,
    summary: 'What the sales page of a bundle shows',
    params: z.object({ id: idInUrl }),
    answer: answerOf(offeredBundle),
    refusals: ['BUNDLE_NOT_FOUND'],
  }),
  ...bundleBuyingEndpoints,
} as const
