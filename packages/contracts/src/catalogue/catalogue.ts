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
  /** True means that the learner has archived the course in their own list (`archiveEnrolment`). The field is absent otherwise. */
  archived: z.optional(z.literal(true)),
  /** The access ends at this time. If `isEnrolled` is false, it ended at this time. Absent means access without end. */
  accessEndsAt: z.optional(instant),
  /**
   * True means that the access has ended or ends soon and may be bought again (docs/decisions/access-periods.md). The field is
   * absent otherwise.
   */
  mayRenew: z.optional(z.literal(true)),
  /** Absent means that the learner is in no cohort. */
  cohort: z.optional(startOfCourse),
  /** The contents open at this future time. Absent means that they are already open. Each module may still open later. */
  startsAt: z.optional(instant),
  /**
   * The caller's own list and own course have this field: the item to go on with. It is the first item that is not completed, from
   * the one that was studied last, or else from the beginning. Null means that all are completed. `secondsLeft` is present for a
   * video that the learner has begun.
   */
  next: z.optional(
    z.nullable(
      z.object({
        id: z.int(),
        courseContentId: z.int(),
        title: z.string(),
        secondsLeft: z.optional(z.int()),
      }),
    ),
  ),
  /** The caller's own list has this field: the items of each module, whether or not the percentage counts them. */
  modules: z.optional(z.array(z.object({ done: z.int(), total: z.int() }))),
  /** The caller's own list has this field: the minutes of videos and reading that are left, rounded up. */
  minutesLeft: z.optional(z.int()),
})

/** The `enrollment` is present only for the caller's own courses, also when the access has ended. */
export const catalogueCourse = z.object({
  ...course.shape,
  studentCount: z.int(),
  /** The value is the minutes of videos and documents, rounded up. */
  durationMinutes: z.int(),
  lessonCount: z.int(),
  /** True means that the caller has access at present. */
  isEnrolled: z.boolean(),
  /** True means that the course has no published lesson ('No Content Available Yet'). The field is absent otherwise. */
  isEmpty: z.optional(z.literal(true)),
  /**
   * True means that the course cannot be bought: it costs money and its seller is not approved yet, or it `isWithheld`. The field
   * is absent otherwise.
   */
  isNotOnSaleYet: z.optional(z.literal(true)),
  /**
   * True means that the seller is suspended. The course cannot be obtained then, even if it is free. The field is absent otherwise.
   */
  isWithheld: z.optional(z.literal(true)),
  /** True means that the course starts on several days (`readStarts`). The field is absent otherwise. */
  hasCohorts: z.optional(z.literal(true)),
  /** Holds the average of the reviews. Null means that the course has no review. */
  rating: z.nullable(courseRating),
  enrollment: z.optional(enrollment),
  /**
   * Lists the prerequisites with the caller's progress. Even with `isEnrolled`, the contents stay closed until all required ones
   * are met.
   */
  prerequisites: shownPrerequisites,
})
export type CatalogueCourse = z.infer<typeof catalogueCourse>

export const courseListQuery = z.object({
  ...pageQuery,
  createdBy: z.optional(idInUrl),
  /** With `createdBy`, the list also contains the courses that this person teaches but did not create. */
  include: z.optional(z.literal('taught')),
  businessId: z.optional(z.literal('own')),
  search: z.optional(searchText),
  /**
   * `near`: the search also matches all words separately by text, synonyms, category, teacher and seller. Without a match it corrects
   * spellings, then leaves words out, and the answer names the words that were searched.
   */
  spelling: z.optional(z.enum(['near'])),
  category: z.optional(z.enum(courseCategories)),
  price: z.optional(z.enum(['all', 'free', 'paid'])),
  language: z.optional(z.enum(languages)),
  level: z.optional(z.enum(courseLevels)),
  /** A job stores the lengths and ratings that these filters use every few minutes. */
  length: z.optional(z.enum(courseLengths)),
  /** The course's average rating must be at least this value. */
  rating: z.optional(z.enum(courseRatings)),
  visibility: z.optional(z.enum(['all', 'public', 'private'])),
  /**
   * `current` means drafts and published courses; it is the default of the caller's own list. Other lists default to
   * `published`. Drafts and archived courses are listed for their makers and their learners.
   */
  state: z.optional(z.enum(['current', ...courseStates])),
  /** The counts of students and the ratings are up to a few minutes old. */
  sort: z.optional(z.enum(courseSorts)),
})

export const courseCount = z.object({
  /** Null counts the courses without a category. */
  category: z.nullable(z.enum(courseCategories)),
  courses: z.int(),
  free: z.int(),
})
export type CourseCount = z.infer<typeof courseCount>

/** Describes a person with public courses, and figures of these courses. Only the person's name and picture are public. */
export const featuredInstructor = z.object({
  id: z.int(),
  name: z.string(),
  avatar: z.nullable(z.string()),
  courseCount: z.int(),
  studentCount: z.int(),
  /** Holds the most frequent category of the person's courses. */
  category: z.nullable(z.enum(courseCategories)),
  /** Names the person's course with the most learners. */
  course: z.object({ id: z.int(), title: z.string() }),
})

/** Describes a course with the contents that the caller may see: only an outline, or the lessons themselves. */
export const courseDetail = z.object({
  ...catalogueCourse.shape,
  contents: z.array(courseContent),
  /** The field is for learners of the course alone. True means that a certificate requires more than completed lessons. */
  hasCertificateRequirements: z.optional(z.literal(true)),
  permissions: z.object({ study: z.boolean(), manage: z.boolean() }),
})
export type CourseDetail = z.infer<typeof courseDetail>

/** Counts the published items of a course for its sales page. */
const salesFacts = z.object({
  videoSeconds: z.number(),
  videos: z.int(),
  documents: z.int(),
  /** Counts lessons that are texts. */
  texts: z.int(),
  /** Holds minutes of reading in texts and documents. Their sum with the minutes of video, rounded up, is the total duration. */
  readingMinutes: z.int(),
  quizzes: z.int(),
  /** Counts the exercises that authors placed below lessons. */
  exercises: z.int(),
  /** `everywhere` means that every video has captions in the language. */
  captions: z.array(z.object({ language: z.enum(languages), everywhere: z.boolean() })),
  /** Holds the time of the last change of the contents. Null means unknown. */
  updatedAt: z.nullable(instant),
})
export type SalesFacts = z.infer<typeof salesFacts>

export const salesInfo = z.object({
  course: catalogueCourse,
  isEnrolled: z.boolean(),
  stats: z.object({
    /**
     * Without `enrollmentCount` or `totalDuration`, the sales page shows defaults
     * (docs/specification.md#9-business-constants-and-limits). This server always sends both.
     */
    enrollmentCount: z.optional(z.int()),
    contentCounts: z.object({ lessons: z.int(), totalDuration: z.optional(z.int()) }),
    resourceCount: z.int(),
  }),
  facts: salesFacts,
  /** Counts the live sessions that are for all learners and have not ended. It is absent when there are none. */
  liveSessions: z.optional(
    z.object({
      count: z.int(),
      /** Contains at most ten sessions, the earliest first. Only learners see how to join. */
      next: z.array(z.object({ title: z.string(), startsAt: instant, minutes: z.int() })),
    }),
  ),
  /**
   * The list names at most ten open cohorts with the number of their live sessions that have not ended, and the start of the next one. It
   * is absent without such sessions, or when the caller can choose no start.
   */
  cohortSessions: z.optional(
    z.array(z.object({ cohortId: z.int(), cohortName: z.string(), count: z.int(), nextAt: instant })),
  ),
  /** True means that learners who complete the course get a certificate. */
  hasCertificate: z.boolean(),
  /** Says what a certificate requires besides completed lessons. It is absent when it requires nothing else. */
  certificateNeeds: z.optional(
    z.object({ watchedPercent: z.nullable(z.int()), quizPercent: z.nullable(z.int()) }),
  ),
  /** The outline contains titles and durations and marks free previews. */
  outline: z.array(courseContent),
  instructor: z.nullable(
    z.object({
      id: z.int(),
      name: z.nullable(z.string()),
      bio: z.string(),
      avatar: z.nullable(z.string()),
      /** Counts the instructor's public courses, and the people who study at least one of them. */
      courseCount: z.int(),
      studentCount: z.int(),
    }),
  ),
  sellerName: z.string(),
  /** Holds the name in the address of the seller's school page. It is absent when the page is not public. */
  school: z.optional(z.string()),
  /** Holds the seller's colour. It is absent when the seller has none. */
  colour: z.optional(z.string()),
  /** The text is the selling business's own description; null for other sellers. */
  business: z.nullable(
    z.object({
      name: z.string(),
      description: z.string(),
      /** The empty text means no website. */
      website: z.string(),
      logo: z.nullable(z.string()),
      /** The field is null when the business does not publish its contact. */
      contact: z.nullable(z.object({ email: z.string(), phone: z.string(), address: z.string() })),
    }),
  ),
  moneyBack,
  ...salesContentShape,
  /** Contains other public courses: those of the same category first, then those of the same seller. */
  related: z.array(catalogueCourse),
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
        /** Holds the words that were searched instead, because no course matches the typed ones. */
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
    answer: answerOf(
      z.extend(salesInfo, {
        courseState: z.enum(courseStates),
        /** Holds the SST rate that the price includes. 0 means that the seller charges no SST. */
        taxBasisPoints: z.int(),
      }),
    ),
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
