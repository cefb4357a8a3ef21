/** Course cards, a course with its outline, and the sales page. */
import * as z from 'zod/mini'
import { anyone } from '../access.ts'
import { courseLengths, courseRatings } from '../course-filters.ts'
import { courseLevels } from '../course-levels.ts'
import { course, courseContent } from '../courses/courses.ts'
import { answerOf, endpoint, idInUrl, instant, listMeta, pageQuery } from '../endpoint.ts'
import { languages } from '@apogee/domain/languages.ts'
import { startOfCourse } from '../enrolments/starts.ts'
import { courseCategories, courseSorts } from '../course-choices.ts'
import { courseStates } from '../limits.ts'
import { shownPrerequisites } from '../prerequisites/shown-prerequisites.ts'
import { courseRating } from '../reviews/reviews.ts'
import { moneyBack } from '../pricing/money-back.ts'
import { salesContentShape } from '../courses/sales-content.ts'
import { searchText } from '../texts.ts'

export const enrollment = z.object({
  progress: z.object({ completedLessons: z.int(), totalLessons: z.int() }),
  lastAccessed: z.nullable(instant),
  /** Whether the learner has put it away in their own list (`archiveEnrolment`). Absent otherwise. */
  archived: z.optional(z.literal(true)),
  /** When the access ends or, with `isEnrolled` false, has ended. Absent: never. */
  accessEndsAt: z.optional(instant),
  /** Whether access may be bought again now: it has ended, or ends soon (docs/decisions/access-periods.md). Absent otherwise. */
  mayRenew: z.optional(z.literal(true)),
  /** The cohort that the learner is in. Absent: none. */
  cohort: z.optional(startOfCourse),
  /** When the contents open, while that is still to come. Absent: they are open, module by module. */
  startsAt: z.optional(instant),
  /** In the caller's own list: the first item that is not completed, in lesson order; null when all are. */
  next: z.optional(z.nullable(z.object({ id: z.int(), courseContentId: z.int(), title: z.string() }))),
})

/** A course on a card. `enrollment` only for the caller's own courses, also where the access has ended. */
export const catalogueCourse = z.object({
  ...course.shape,
  studentCount: z.int(),
  /** Minutes of videos and documents, rounded up. */
  durationMinutes: z.int(),
  lessonCount: z.int(),
  /** With access now. */
  isEnrolled: z.boolean(),
  /** Whether it holds no published lesson ('No Content Available Yet'). Absent otherwise. */
  isEmpty: z.optional(z.literal(true)),
  /** Whether it cannot be bought: it costs money and its seller is not approved to sell yet, or `isWithheld`. Absent otherwise. */
  isNotOnSaleYet: z.optional(z.literal(true)),
  /** Whether its seller is suspended: nobody can get it, even if it is free. Absent otherwise. */
  isWithheld: z.optional(z.literal(true)),
  /** Whether it starts on several days (`readStarts`). Absent otherwise. */
  hasCohorts: z.optional(z.literal(true)),
  /** Computed from its reviews; null without reviews. */
  rating: z.nullable(courseRating),
  enrollment: z.optional(enrollment),
  /** Courses that come first, as the caller sees them. With `isEnrolled` the contents are closed while one is awaited. */
  prerequisites: shownPrerequisites,
})
export type CatalogueCourse = z.infer<typeof catalogueCourse>

export const courseListQuery = z.object({
  ...pageQuery,
  createdBy: z.optional(idInUrl),
  /** With `createdBy`: also courses that this person teaches, whoever created them. */
  include: z.optional(z.literal('taught')),
  businessId: z.optional(z.literal('own')),
  search: z.optional(searchText),
  /**
   * `near`: where no text has what was typed as it stands, courses with all words apart or synonyms of them are found;
   * where there are none, words that are spelled nearly so, and the answer names them.
   */
  spelling: z.optional(z.enum(['near'])),
  category: z.optional(z.enum(courseCategories)),
  price: z.optional(z.enum(['all', 'free', 'paid'])),
  language: z.optional(z.enum(languages)),
  level: z.optional(z.enum(courseLevels)),
  /** Length and rating are those that a job noted in the last minutes. */
  length: z.optional(z.enum(courseLengths)),
  /** At least this average. */
  rating: z.optional(z.enum(courseRatings)),
  visibility: z.optional(z.enum(['all', 'public', 'private'])),
  /**
   * `current`: drafts and published courses, the default of the caller's own list. The default of other lists is
   * `published`.
   * Drafts and archived courses are listed for their makers and their learners.
   */
  state: z.optional(z.enum(['current', ...courseStates])),
  /** Students and ratings are cached for some minutes. */
  sort: z.optional(z.enum(courseSorts)),
})

/** Number of public courses in one category. */
export const courseCount = z.object({
  /** null: courses without a category. */
  category: z.nullable(z.enum(courseCategories)),
  courses: z.int(),
  free: z.int(),
})
export type CourseCount = z.infer<typeof courseCount>

/** A person with public courses, and figures from these courses; of the person only name and picture. */
export const featuredInstructor = z.object({
  id: z.int(),
  name: z.string(),
  avatar: z.nullable(z.string()),
  courseCount: z.int(),
  studentCount: z.int(),
  /** The category of most of their courses. */
  category: z.nullable(z.enum(courseCategories)),
  /** Their course with the most learners. */
  course: z.object({ id: z.int(), title: z.string() }),
})
export type FeaturedInstructor = z.infer<typeof featuredInstructor>

/** A course with the contents that the caller may see: an outline, or the lessons themselves. */
export const courseDetail = z.object({
  ...catalogueCourse.shape,
  contents: z.array(courseContent),
  /** For its learners: the certificate needs more than completed lessons. */
  hasCertificateRequirements: z.optional(z.literal(true)),
  /** What the caller may do with this course. */
  permissions: z.object({ study: z.boolean(), manage: z.boolean() }),
})
export type CourseDetail = z.infer<typeof courseDetail>

/** What a course consists of: its published items. */
const salesFacts = z.object({
  videoSeconds: z.number(),
  videos: z.int(),
  documents: z.int(),
  /** Lessons that are texts. */
  texts: z.int(),
  /** To read the texts and the documents: with the minutes of video, rounded up, it is the total duration. */
  readingMinutes: z.int(),
  quizzes: z.int(),
  /** Of authors, below lessons. */
  exercises: z.int(),
  /** Languages of captions; `everywhere`: every video has them. */
  captions: z.array(z.object({ language: z.enum(languages), everywhere: z.boolean() })),
  /** When contents last changed; null: unknown. */
  updatedAt: z.nullable(instant),
})
export type SalesFacts = z.infer<typeof salesFacts>

export const salesInfo = z.object({
  course: catalogueCourse,
  isEnrolled: z.boolean(),
  stats: z.object({
    /**
     * When absent, the sales page shows its defaults (docs/specification.md#9-business-constants-and-limits); this
     * server always sends both.
     */
    enrollmentCount: z.optional(z.int()),
    contentCounts: z.object({ lessons: z.int(), totalDuration: z.optional(z.int()) }),
    resourceCount: z.int(),
  }),
  facts: salesFacts,
  /** The live sessions for everybody that have not ended. Absent: none. */
  liveSessions: z.optional(
    z.object({
      count: z.int(),
      /** At most ten, the next one first. How to join is told to learners only. */
      next: z.array(z.object({ title: z.string(), startsAt: instant, minutes: z.int() })),
    }),
  ),
  /**
   * For each open cohort, at most ten, its live sessions that have not ended: how many, and when the next one starts. Absent:
   * none, or the caller can choose no start.
   */
  cohortSessions: z.optional(
    z.array(z.object({ cohortId: z.int(), cohortName: z.string(), count: z.int(), nextAt: instant })),
  ),
  /** Whether learners who complete it get a certificate. */
  hasCertificate: z.boolean(),
  /** What the certificate needs besides completed lessons; absent: nothing. */
  certificateNeeds: z.optional(
    z.object({ watchedPercent: z.nullable(z.int()), quizPercent: z.nullable(z.int()) }),
  ),
  /** The outline: titles and durations, with free previews marked. */
  outline: z.array(courseContent),
  instructor: z.nullable(
    z.object({
      id: z.int(),
      name: z.nullable(z.string()),
      bio: z.string(),
      avatar: z.nullable(z.string()),
      /** Their public courses, and the number of people who study at least one of them. */
      courseCount: z.int(),
      studentCount: z.int(),
    }),
  ),
  sellerName: z.string(),
  /** What the selling business says of itself; null for other sellers. */
  business: z.nullable(
    z.object({
      name: z.string(),
      description: z.string(),
      /** '' for none. */
      website: z.string(),
      logo: z.nullable(z.string()),
      /** Null unless the business shows it. */
      contact: z.nullable(z.object({ email: z.string(), phone: z.string(), address: z.string() })),
    }),
  ),
  /** The seller's current money-back promise for this course. */
  moneyBack,
  ...salesContentShape,
  /** Other public courses: of the same category first, then of the same seller. */
  related: z.array(catalogueCourse),
  /** What the caller may do with this course. */
  permissions: z.object({ manage: z.boolean() }),
})
export type SalesInfo = z.infer<typeof salesInfo>

export const catalogueEndpoints = {
  listCourses: endpoint({
    call: 'GET /courses',
    isInFirstLoad: true,
    scope: 'courses:read',
    // The list contains only courses that the caller may see; the catalogue checks whose list it is.
    access: anyone,
    summary: 'Courses the caller may see, newest id first unless sorted otherwise',
    query: courseListQuery,
    answer: z.object({
      success: z.literal(true),
      data: z.array(catalogueCourse),
      meta: z.object({
        ...listMeta,
        /** No course has the searched words: these, which are spelled nearly so, were searched instead. */
        searchedFor: z.optional(z.string()),
      }),
    }),
    refusals: ['NOT_YOURS'],
  }),
  countCourses: endpoint({
    call: 'GET /courses/counts',
    isInFirstLoad: true,
    scope: 'courses:read',
    access: anyone,
    summary: 'Public courses in each category, and how many of them are free',
    answer: answerOf(z.array(courseCount)),
  }),
  featuredInstructors: endpoint({
    call: 'GET /instructors/featured',
    isInFirstLoad: true,
    access: anyone,
    summary: 'Who teaches the most students in public courses',
    answer: answerOf(z.array(featuredInstructor)),
  }),
  courseSales: endpoint({
    call: 'GET /courses/sales/:courseId',
    isInFirstLoad: true,
    scope: 'courses:read',
    access: {
      kind: 'course',
      capability: 'course.see',
      course: ({ params }) => ({ course: params.courseId }),
      self: ({ query }) => query.userId,
    },
    summary: 'Everything the sales page shows',
    params: z.object({ courseId: idInUrl }),
    query: z.object({ userId: z.optional(idInUrl) }),
    answer: answerOf(salesInfo),
    refusals: ['COURSE_NOT_FOUND', 'NOT_YOURS'],
  }),
  previewSales: endpoint({
    call: 'GET /courses/:id/sales-preview',
    access: {
      kind: 'course',
      capability: 'course.edit',
      course: ({ params }) => ({ course: params.id }),
    },
    summary:
      'The sales page as a visitor sees it; of a draft with all its contents, as it will be once it is published',
    params: z.object({ id: idInUrl }),
    answer: answerOf(z.extend(salesInfo, { courseState: z.enum(courseStates) })),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  readCourse: endpoint({
    call: 'GET /courses/:courseId',
    scope: 'courses:read',
    access: {
      kind: 'course',
      capability: 'course.see',
      course: ({ params }) => ({ course: params.courseId }),
    },
    summary: 'A course and its contents: an outline, or with files for those who may study it',
    params: z.object({ courseId: idInUrl }),
    answer: answerOf(courseDetail),
    refusals: ['COURSE_NOT_FOUND'],
  }),
} as const
