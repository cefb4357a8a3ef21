import * as z from 'zod/mini'
import {
  category,
  courseDescription,
  courseLanguage,
  courseLevel,
  courseTitle,
  fileType,
  imageUrl,
  moduleForm,
  priceCents,
  salePriceCents,
} from './courses.forms.ts'
import { versionRead, versionSent } from '../edits.ts'
import {
  answerOf,
  cents,
  doneAnswer,
  endpoint,
  idInBody,
  idInUrl,
  instant,
  listAnswer,
  pageQuery,
} from '../endpoint.ts'
import { courseCategories } from '../course-choices.ts'
import { momentText } from '../calendar-text.ts'
import { courseStates, fileTypes, titleMaxLength } from '../limits.ts'
import { moneyBack, moneyBackForm } from '../pricing/money-back.ts'
import { accessLength } from './access-length.ts'
import { captionsForm, captionTrack } from './captions.ts'
import { chapters } from './chapters.ts'
import { moduleOpening } from './module-opening.ts'
import { practice } from './practice.ts'
import { streamPreparation, videoStream } from './streams.ts'
import { limit, line, uuidText } from '../texts.ts'

export const course = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  /** Holds a URL of the platform's own media. '' means that the course has a generated cover. */
  image: z.string(),
  isPrivate: z.boolean(),
  /** Absent means published. Drafts and archived courses are not sold. */
  state: z.optional(z.enum(['draft', 'archived'])),
  /** Holds the list price in sen, even while a sale runs. 0 means free. */
  price: cents,
  /** The field is present only while a sale runs. Null `endsAt` means that the sale has no end. */
  sale: z.optional(z.object({ price: cents, endsAt: z.nullable(instant) })),
  category: z.nullable(z.enum(courseCategories)),
  /** Holds the language of the lessons. Absent means unknown. */
  language: z.optional(courseLanguage),
  /** Absent means unknown. */
  level: z.optional(courseLevel),
  createdBy: z.nullable(z.int()),
  businessId: z.nullable(z.int()),
  instructorId: z.nullable(z.int()),
  instructorName: z.nullable(z.string()),
  createdAt: instant,
  /** False means that lessons without an exercise have no scratchpad either. Absent means that they have one. */
  hasScratchpad: z.optional(z.boolean()),
  /** True allows learners to store videos on their devices. Absent means that they may not. */
  allowsOfflineVideo: z.optional(z.boolean()),
  /** Holds the length of access for new enrolments and purchases. Absent means access without end. */
  access: z.optional(accessLength),
  version: versionRead,
})
export type Course = z.infer<typeof course>

/** `filePath`, `sizeBytes` and `captions` are present only for callers who may open the file. */
export const courseResource = z.object({
  id: z.int(),
  /** Lets a lesson that is opened by its own address find its course. */
  courseId: z.int(),
  courseContentId: z.int(),
  title: z.string(),
  filePath: z.optional(z.string()),
  sizeBytes: z.optional(z.int()),
  fileType: z.enum(fileTypes),
  /** Holds the length of the video. Null means that it is unknown or that the lesson is not a video. */
  seconds: z.nullable(z.number()),
  /** Counts the pages of a PDF. */
  pages: z.nullable(z.int()),
  /** Counts the words of a text lesson (`readLessonText`), as learners see it. Absent means that the lesson is a file or a quiz. */
  words: z.optional(z.int()),
  /** True means that the lesson is a SCORM package (`launchPackage`). The field is absent otherwise. */
  isPackage: z.optional(z.literal(true)),
  /** True means that only a report of the package completes the lesson. Otherwise the learner marks it as completed. */
  isReported: z.optional(z.literal(true)),
  order: z.int(),
  isPublished: z.boolean(),
  isPreview: z.boolean(),
  captions: z.optional(z.array(captionTrack)),
  /** Describes the qualities of a video. The field is present only for callers who may open a video with several qualities. */
  stream: z.optional(videoStream),
  /** Editors of the course see here how far the qualities are prepared. It is absent for others and where none are prepared. */
  preparation: z.optional(streamPreparation),
  /** Describes the practice below the lesson, for callers who may open the lesson. Absent means the course's scratchpad. */
  practice: z.optional(practice),
  /** True means that a question is asked after this video (`readRecallQuestion`), for callers who may open the video. */
  hasRecall: z.optional(z.literal(true)),
  /** Lists the chapters of a video, for callers who may open the video. */
  chapters: z.optional(chapters),
  /** Holds the lowest percentage that completes a quiz. Without it, submitting completes the quiz. */
  passPercentage: z.optional(z.int()),
  /** True means that the quiz is an assignment. Absent otherwise. */
  isAssignment: z.optional(z.literal(true)),
  version: versionRead,
  /** Holds the caller's own progress. It is absent when the caller is not enrolled. */
  progress: z.optional(
    z.object({
      completed: z.boolean(),
      watchTime: z.number(),
      position: z.number(),
      /** Lists the watched parts of a video, from and to in whole seconds. There are at most 200. */
      watched: z.optional(z.array(z.tuple([z.int(), z.int()]))),
      /** `page` is the page that the learner has reached. `pagesSeen` counts the pages that the learner has seen. */
      page: z.optional(z.int()),
      pagesSeen: z.optional(z.int()),
      /** The learner's code first passed the exercise below the lesson at this time, as their browser has reported. */
      exercisePassedAt: z.optional(instant),
    }),
  ),
})
export type CourseResource = z.infer<typeof courseResource>

export const courseContent = z.object({
  id: z.int(),
  courseId: z.int(),
  title: z.string(),
  description: z.string(),
  order: z.int(),
  type: z.string(),
  isPublished: z.boolean(),
  /** Absent means that the module opens with the enrolment. */
  opening: z.optional(moduleOpening),
  /** The module and its files are closed to this learner until then, or until they finish the item. Absent means that they are not. */
  opensAt: z.optional(instant),
  opensAfter: z.optional(z.object({ id: z.int(), title: z.string() })),
  version: versionRead,
  resources: z.array(courseResource),
})
export type CourseContent = z.infer<typeof courseContent>

/** Null and '' both mean no cover. */
const image = z.optional(
  z.pipe(
    z.nullable(imageUrl),
    z.transform((given: string | null) => given ?? ''),
  ),
)

const order = z.int().check(z.minimum(0), z.maximum(100_000))

/** A sale price must be below the list price, and the sale must have an end. Without a start it begins immediately. */
const saleForm = z
  .object({
    price: salePriceCents,
    startsAt: z.optional(z.nullable(momentText)),
    endsAt: z.optional(z.nullable(momentText)),
  })
  .check(
    z.refine(({ startsAt, endsAt }) => !startsAt || !endsAt || Date.parse(startsAt) < Date.parse(endsAt), {
      error: 'must be after the start date',
      path: ['endsAt'],
    }),
  )

/** Describes the sale as its author has set it, even before its start and after its end. */
export const courseSale = z.object({
  price: cents,
  startsAt: z.nullable(instant),
  endsAt: z.nullable(instant),
})
export type CourseSale = z.infer<typeof courseSale>

/** Names what buyers miss in a course. Only a missing `instructor` prevents publishing. */
const courseLacks = ['lessons', 'publishedModule', 'cover', 'price', 'category', 'instructor'] as const
export type CourseLack = (typeof courseLacks)[number]

/** Holds the facts that decide whether a course can be published, unpublished, archived or deleted. */
export const courseStateInfo = z.object({
  state: z.enum(courseStates),
  lacks: z.array(z.enum(courseLacks)),
  /** `enrolled` counts people with access; `waiting` counts invited addresses without an account. */
  people: z.object({ enrolled: z.int(), waiting: z.int() }),
  /** Counts purchases that are not paid yet, and paid gifts that nobody has taken. */
  openPurchases: z.int(),
  /** Counts drafts and unpaid invoices with this course. `unusedSeats` counts paid seats whose people have no access yet. */
  openInvoices: z.int(),
  unusedSeats: z.int(),
  /** False means that people are enrolled or invited, so the course cannot become a draft, which only its makers see. */
  mayBecomeDraft: z.boolean(),
  /** Says what a deletion would do. A course that has or had learners or payments is archived instead. */
  deletion: z.enum(['deleted', 'archived']),
  restoresTo: z.enum(['draft', 'published']),
  /**
   * Holds the default money-back promise, which applies because the seller of this paid course has not chosen one. It is null when
   * the seller has chosen, and for a free course. `mayChoose` means that the caller may choose for the seller.
   */
  promise: z.nullable(z.object({ ...moneyBack.shape, mayChoose: z.boolean() })),
})
export type CourseStateInfo = z.infer<typeof courseStateInfo>

/** The server computes these fields. Cards and pages show them beside the course's own fields. */
const computedOfCourse = [
  'studentCount',
  'durationMinutes',
  'lessonCount',
  'isEnrolled',
  'isEmpty',
  'isNotOnSaleYet',
  'isWithheld',
  'hasCohorts',
  'rating',
  'enrollment',
  'prerequisites',
  'contents',
  'permissions',
  'hasCertificateRequirements',
  'quantity',
] as const

const closed = ['SELLER_SUSPENDED', 'LISTING_NEEDS_APPROVAL'] as const
const written = [...closed, 'COURSE_NOT_FOUND'] as const

export const coursesEndpoints = {
  createCourse: endpoint({
    call: 'POST /courses',
    bound: { refusedBy: 'COURSES_OF_DAY' },
    scope: 'courses:write',
    access: { kind: 'role', capability: 'course.create', self: ({ body }) => body.createdBy },
    summary: 'Create a course for the caller’s seller',
    body: z.object({
      title: courseTitle,
      description: courseDescription,
      image,
      isPrivate: z.optional(z.boolean()),
      price: z.optional(priceCents),
      category: z.optional(z.nullable(category)),
      language: z.optional(z.nullable(courseLanguage)),
      level: z.optional(z.nullable(courseLevel)),
      createdBy: z.optional(idInBody),
      businessId: z.optional(z.nullable(idInBody)),
      instructorId: z.optional(idInBody),
      /** True means that the course is not listed and not sold until it is published. */
      draft: z.optional(z.boolean()),
    }),
    ignored: ['id', 'contents', 'enrollment'],
    answer: answerOf(course),
    status: 201,
    refusals: [...closed, 'NOT_YOURS', 'FILE_NOT_AN_UPLOAD', 'COURSES_OF_DAY'],
  }),
  updateCourse: endpoint({
    call: 'PUT /courses/:id',
    bound: 'changes',
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ course: params.id }) },
    summary: 'Change a course; an absent field stays as it is',
    params: z.object({ id: idInUrl }),
    body: z.object({
      title: z.optional(courseTitle),
      description: z.optional(courseDescription),
      image,
      isPrivate: z.optional(z.boolean()),
      price: z.optional(priceCents),
      category: z.optional(z.nullable(category)),
      /** Null means unknown. */
      language: z.optional(z.nullable(courseLanguage)),
      level: z.optional(z.nullable(courseLevel)),
      instructorId: z.optional(idInBody),
      /** Null ends the sale. */
      sale: z.optional(z.nullable(saleForm)),
      hasScratchpad: z.optional(z.boolean()),
      allowsOfflineVideo: z.optional(z.boolean()),
      /** Null means access without end. Access that was given or sold before keeps its end (`lengthenAccess` changes it). */
      access: z.optional(z.nullable(accessLength)),
      version: versionSent,
    }),
    sentBack: ['createdBy', 'businessId', 'createdAt', 'instructorName', 'state'],
    ignored: computedOfCourse,
    answer: answerOf(course),
    refusals: [...written, 'FILE_NOT_AN_UPLOAD', 'SALE_NOT_BELOW_PRICE', 'COURSE_ARCHIVED', 'EDIT_CONFLICT'],
  }),
  readCourseState: endpoint({
    call: 'GET /courses/:id/state',
    scope: 'courses:read',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ course: params.id }) },
    summary: 'The state of a course, what it lacks, and who has it',
    params: z.object({ id: idInUrl }),
    answer: answerOf(courseStateInfo),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  changeCourseState: endpoint({
    call: 'PUT /courses/:id/state',
    lastWins: 'a switch: whoever presses it sees what it becomes, and impossible steps are refused',
    bound: { perDay: 100, of: 'course' },
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ course: params.id }) },
    summary: 'Publish a course, make it a draft again, archive or restore it',
    params: z.object({ id: idInUrl }),
    body: z.object({
      state: z.enum(courseStates),
      /** Holds the seller's first money-back promise, for 'published' only. It is saved together with the publication. */
      moneyBack: z.optional(moneyBackForm),
    }),
    answer: answerOf(course),
    refusals: [...written, 'COURSE_HAS_PEOPLE', 'COURSE_NEEDS_INSTRUCTOR', 'FORBIDDEN', 'MONEY_BACK_CHOSEN'],
  }),
  duplicateCourse: endpoint({
    call: 'POST /courses/:id/copies',
    bound: { refusedBy: 'COURSES_OF_DAY' },
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ course: params.id }) },
    summary: 'Copy the texts, price, modules and resources of a course to a new draft',
    params: z.object({ id: idInUrl }),
    body: z.object({ title: z.optional(courseTitle) }),
    answer: answerOf(course),
    status: 201,
    refusals: ['SELLER_SUSPENDED', 'COURSE_NOT_FOUND', 'COURSES_OF_DAY'],
  }),
  readCourseSale: endpoint({
    call: 'GET /courses/:id/sale',
    scope: 'courses:read',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ course: params.id }) },
    summary: 'The sale that a course’s author has set; null without one',
    params: z.object({ id: idInUrl }),
    answer: answerOf(z.nullable(courseSale)),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  deleteCourse: endpoint({
    call: 'DELETE /courses/:id',
    bound: 'ends',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ course: params.id }) },
    summary: 'Delete a course, or archive it when somebody has it or paid for it',
    params: z.object({ id: idInUrl }),
    answer: answerOf(z.object({ outcome: z.enum(['deleted', 'archived']) })),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  listCourseContents: endpoint({
    call: 'GET /course-content/course/:courseId',
    scope: 'courses:read',
    access: {
      kind: 'course',
      capability: 'course.study',
      course: ({ params }) => ({ course: params.courseId }),
    },
    summary: 'The contents of a course with their resources',
    params: z.object({ courseId: idInUrl }),
    query: z.object(pageQuery),
    answer: listAnswer(courseContent),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  createContent: endpoint({
    call: 'POST /course-content',
    bound: { perDay: 3_000, of: 'course' },
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ body }) => ({ course: body.courseId }) },
    summary: 'Add a module',
    body: z.object({
      courseId: idInBody,
      ...moduleForm.shape,
      /** The server ignores an order that is taken and assigns highest + 1 (docs/specification.md#4-states-and-transitions). */
      order: z.optional(order),
      type: z.optional(z.literal('chapter')),
      isPublished: z.optional(z.boolean()),
      /** A repeated key answers the module of the first request. */
      clientKey: z.optional(uuidText),
    }),
    ignored: ['id', 'resources'],
    answer: answerOf(courseContent),
    status: 201,
    refusals: ['COURSE_NOT_FOUND', 'COURSE_FULL'],
  }),
  updateContent: endpoint({
    call: 'PUT /course-content/:id',
    bound: 'changes',
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ content: params.id }) },
    summary: 'Edit, publish or move a module',
    params: z.object({ id: idInUrl }),
    body: z.object({
      ...z.partial(moduleForm).shape,
      order: z.optional(order),
      isPublished: z.optional(z.boolean()),
      opening: z.optional(z.nullable(moduleOpening)),
      version: versionSent,
    }),
    sentBack: ['courseId', 'type', 'opensAt', 'opensAfter'],
    ignored: ['resources'],
    answer: answerOf(courseContent),
    refusals: ['CONTENT_NOT_FOUND', 'EDIT_CONFLICT', 'OPENING_ITEM'],
  }),
  deleteContent: endpoint({
    call: 'DELETE /course-content/:id',
    bound: 'ends',
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ content: params.id }) },
    summary: 'Delete a module and its resources',
    params: z.object({ id: idInUrl }),
    answer: doneAnswer,
    refusals: ['CONTENT_NOT_FOUND'],
  }),
  listContentResources: endpoint({
    call: 'GET /course-resources/content/:contentId',
    scope: 'courses:read',
    access: {
      kind: 'course',
      capability: 'course.study',
      course: ({ params }) => ({ content: params.contentId }),
    },
    summary: 'The resources of one module',
    params: z.object({ contentId: idInUrl }),
    query: z.object(pageQuery),
    answer: listAnswer(courseResource),
    refusals: ['CONTENT_NOT_FOUND'],
  }),
  createResource: endpoint({
    call: 'POST /course-resources',
    bound: { perDay: 3_000, of: 'course' },
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: {
      kind: 'course',
      capability: 'course.edit',
      course: ({ body }) => ({ content: body.courseContentId }),
    },
    summary: 'Add an uploaded file to a module',
    body: z.object({
      courseContentId: idInBody,
      /** Without a title, the lesson gets the name of its file. */
      title: z.optional(line(titleMaxLength)),
      filePath: z.string().check(limit(1000), z.minLength(1, 'filePath is required')),
      fileType,
      captions: z.optional(captionsForm),
    }),
    ignored: ['id'],
    answer: answerOf(courseResource),
    status: 201,
    refusals: ['CONTENT_NOT_FOUND', 'FILE_NOT_AN_UPLOAD', 'COURSE_FULL'],
  }),
  updateResource: endpoint({
    call: 'PUT /course-resources/:id',
    bound: 'changes',
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ resource: params.id }) },
    summary: 'Edit, publish, preview or move a resource',
    params: z.object({ id: idInUrl }),
    body: z.object({
      title: z.optional(courseTitle),
      order: z.optional(order),
      isPublished: z.optional(z.boolean()),
      isPreview: z.optional(z.boolean()),
      captions: z.optional(captionsForm),
      practice: z.optional(practice),
      chapters: z.optional(chapters),
      version: versionSent,
    }),
    sentBack: [
      'courseId',
      'courseContentId',
      'filePath',
      'sizeBytes',
      'fileType',
      'seconds',
      'pages',
      'words',
      ...(['isPackage', 'isReported', 'passPercentage', 'isAssignment', 'hasRecall'] as const),
    ],
    ignored: ['progress', 'stream', 'preparation'],
    answer: answerOf(courseResource),
    refusals: ['RESOURCE_NOT_FOUND', 'FILE_NOT_AN_UPLOAD', 'EDIT_CONFLICT'],
  }),
  prepareStream: endpoint({
    call: 'POST /course-resources/:id/stream',
    bound: { perDay: 100, of: 'course' },
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ resource: params.id }) },
    summary: 'Prepare the qualities of a video, once more after a failure',
    params: z.object({ id: idInUrl }),
    answer: doneAnswer,
    refusals: ['RESOURCE_NOT_FOUND', 'VIDEO_NOT_PREPARED'],
  }),
  replaceResourceFile: endpoint({
    call: 'POST /course-resources/:id/file',
    bound: { perDay: 500, of: 'course' },
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ resource: params.id }) },
    summary:
      'Replace the file of a resource by another one of its kind; progress, notes and captions stay. Idempotent',
    params: z.object({ id: idInUrl }),
    body: z.object({ filePath: z.string().check(limit(1000), z.minLength(1, 'filePath is required')) }),
    answer: answerOf(courseResource),
    refusals: ['RESOURCE_NOT_FOUND', 'FILE_NOT_AN_UPLOAD'],
  }),
  deleteResource: endpoint({
    call: 'DELETE /course-resources/:id',
    bound: 'ends',
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ resource: params.id }) },
    summary: 'Delete a resource',
    params: z.object({ id: idInUrl }),
    answer: doneAnswer,
    refusals: ['RESOURCE_NOT_FOUND'],
  }),
} as const
