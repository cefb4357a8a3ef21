/** The public page of a seller, and what the seller decides about it. */
import * as z from 'zod/mini'
import { anyone, byRole } from '../access.ts'
import { offeredBundle } from '../bundles/bundles.ts'
import { catalogueCourse } from '../catalogue/catalogue.ts'
import { versionRead, versionSent } from '../edits.ts'
import { answerOf, endpoint, idInBody, listAnswer, pageQuery } from '../endpoint.ts'
import { courseStates } from '../limits.ts'
import { courseRating, review } from '../reviews/reviews.ts'
import { limit, line, searchText } from '../texts.ts'
import { schoolLimits } from './school-limits.ts'
import { schoolForm } from './schools.forms.ts'

/** Describes a school in lists. */
const listedSchool = z.object({
  /** Holds the number of the seller. */
  id: z.int(),
  /** Holds the name in the address. */
  name: z.string(),
  title: z.string(),
  logo: z.nullable(z.string()),
  courseCount: z.int(),
})
export type ListedSchool = z.infer<typeof listedSchool>

const schoolTeacher = z.object({
  id: z.int(),
  name: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  bio: z.string(),
  courseCount: z.int(),
})

export const schoolPage = z.object({
  ...listedSchool.shape,
  intro: z.string(),
  /** Holds the description of the business. '' means none. */
  description: z.string(),
  /** '' means that the business names no website. */
  website: z.string(),
  /** Holds the seller's colour, as `#` and six hexadecimal digits. Null means none. */
  colour: z.nullable(z.string()),
  teachers: z.array(schoolTeacher),
  /** Lists public courses in the seller's order, at most `schoolLimits.courses` of `courseCount`. */
  courses: z.array(catalogueCourse),
  bundles: z.array(offeredBundle),
  /** Averages the reviews of all public courses. Null means that they have none. */
  rating: z.nullable(courseRating),
  /** Lists the newest reviews with a text. */
  reviews: z.array(z.object({ ...review.shape, courseTitle: z.string() })),
})
export type SchoolPage = z.infer<typeof schoolPage>

const ownSchool = z.object({
  /** Holds the chosen name. '' means that the number of the seller is the name. */
  name: z.string(),
  /** Holds the name in the address at present. */
  address: z.string(),
  /** Holds the name that buyers see. '' means that the person has none. */
  title: z.string(),
  intro: z.string(),
  /** False means that nobody finds the page yet. */
  isPublic: z.boolean(),
  /** Lists the courses in the order of the page, at most `schoolLimits.ordered`. Only public ones are on the page. */
  courses: z.array(
    z.object({ id: z.int(), title: z.string(), state: z.enum(courseStates), isListed: z.boolean() }),
  ),
  version: versionRead,
})
export type OwnSchool = z.infer<typeof ownSchool>

const ofSeller = { ...byRole('chip.connect'), sellersOnly: true } as const

export const schoolsEndpoints = {
  listSchools: endpoint({
    call: 'GET /schools',
    access: anyone,
    summary: 'Schools with a public page whose name has the searched text, the newest first',
    query: z.object({ ...pageQuery, search: z.optional(searchText) }),
    answer: listAnswer(listedSchool),
  }),
  readSchool: endpoint({
    call: 'GET /schools/:name',
    access: anyone,
    summary: 'What the page of a school shows; an earlier name finds it, too',
    params: z.object({ name: line(schoolLimits.longestName) }),
    answer: answerOf(schoolPage),
    refusals: ['SCHOOL_NOT_FOUND'],
  }),
  readOwnSchool: endpoint({
    call: 'GET /own-school',
    access: ofSeller,
    summary: 'What the caller decides about their school page',
    answer: answerOf(ownSchool),
    refusals: ['LONE_SELLERS_ONLY'],
  }),
  updateOwnSchool: endpoint({
    call: 'PUT /own-school',
    bound: 'ownRow',
    access: ofSeller,
    summary: 'Change the address and the introduction; earlier addresses lead to the new one',
    body: z.object({ ...z.partial(schoolForm).shape, version: versionSent }),
    answer: answerOf(ownSchool),
    refusals: [
      'LONE_SELLERS_ONLY',
      'SELLER_SUSPENDED',
      'EDIT_CONFLICT',
      'SCHOOL_NAME_TAKEN',
      'SCHOOL_NAMES_USED_UP',
    ],
  }),
  orderSchoolCourses: endpoint({
    call: 'PUT /own-school/courses',
    bound: 'ownRow',
    lastWins: 'a whole order, which is saved at once and can be taken back',
    access: ofSeller,
    summary: 'Put the courses of the page into an order; courses of others are left out',
    body: z.object({ courseIds: z.array(idInBody).check(limit(schoolLimits.ordered)) }),
    answer: answerOf(ownSchool),
    refusals: ['LONE_SELLERS_ONLY', 'SELLER_SUSPENDED'],
  }),
} as const
