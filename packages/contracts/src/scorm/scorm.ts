/** Defines SCORM package lessons: upload, launch and reported results (docs/decisions/scorm.md). */
import * as z from 'zod/mini'
import { courseTitle } from '../courses/courses.forms.ts'
import { courseResource } from '../courses/courses.ts'
import { answerOf, doneAnswer, endpoint, idInUrl } from '../endpoint.ts'
import { limit } from '../texts.ts'
import { packageNeeds } from './package-needs.ts'

const results = {
  /** Null means that the content did not report completion. */
  isCompleted: z.nullable(z.boolean()),
  isPassed: z.nullable(z.boolean()),
  /** The best score counts, from -1 to 1. Null means that the content reported no score. */
  score: z.nullable(z.number()),
}

/** The activities are in the order of the package's table of contents. They hold the results of this person. */
export const packageActivity = z.object({
  identifier: z.string(),
  title: z.string(),
  /**
   * Holds the address of the page to show in the frame of this launch: a path, or a whole URL where packages have a host of their
   * own.
   */
  address: z.string(),
  /** False means that the activity only shows content and reports nothing. */
  isReporting: z.boolean(),
  ...results,
})
export type PackageActivity = z.infer<typeof packageActivity>

export const packageLaunch = z.object({
  /** Reports of this launch send this id. */
  launch: z.string(),
  /** True means that the launch has a host, and so an origin, of its own. Storage, workers and frames of the package then work. */
  hasOrigin: z.boolean(),
  /** True means that the server stores the reports of this launch. It stores only those of the course's learners. */
  isRecorded: z.boolean(),
  activities: z.array(packageActivity),
})
export type PackageLaunch = z.infer<typeof packageLaunch>

/** `silent`: the content was open for a minute without asking for the platform. `error`: a script of the content failed. */
export const packageTroubleKinds = ['silent', 'error'] as const
export type PackageTroubleKind = (typeof packageTroubleKinds)[number]

/** Counts the learners with whom a package had trouble: it has reported nothing, or one of its scripts failed. */
export const packageTrouble = z.object({
  resourceId: z.int(),
  title: z.string(),
  silentLearners: z.int(),
  errorLearners: z.int(),
  /**
   * Lists what the package uses and this installation cannot give. The list is empty where each launch has a host of its own. It is
   * absent in answers of the last release.
   */
  missing: z.optional(z.array(z.enum(packageNeeds))),
})
export type PackageTrouble = z.infer<typeof packageTrouble>

const upload = z.string().check(limit(1000), z.minLength(1, 'filePath is required'))

export const scormEndpoints = {
  createPackage: endpoint({
    call: 'POST /course-content/:id/packages',
    bound: { perDay: 300, of: 'course' },
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ content: params.id }) },
    summary: 'Add a lesson that is a SCORM package, from an upload with the purpose `package`; not published',
    params: z.object({ id: idInUrl }),
    body: z.object({
      filePath: upload,
      /** Without a title, the lesson gets the title in the package's manifest. */
      title: z.optional(courseTitle),
    }),
    answer: answerOf(courseResource),
    status: 201,
    refusals: ['CONTENT_NOT_FOUND', 'COURSE_FULL', 'FILE_NOT_AN_UPLOAD', 'PACKAGE_INVALID'],
  }),
  replacePackage: endpoint({
    call: 'POST /course-resources/:id/package',
    bound: { perDay: 300, of: 'course' },
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ resource: params.id }) },
    summary: 'Replace a package: results stay, learners begin the new one at its start. Idempotent',
    params: z.object({ id: idInUrl }),
    body: z.object({ filePath: upload }),
    answer: answerOf(courseResource),
    refusals: ['RESOURCE_NOT_FOUND', 'LESSON_NOT_PACKAGE', 'FILE_NOT_AN_UPLOAD', 'PACKAGE_INVALID'],
  }),
  launchPackage: endpoint({
    call: 'POST /course-resources/:id/launches',
    bound: 'counted',
    access: { kind: 'course', capability: 'course.study', course: ({ params }) => ({ resource: params.id }) },
    summary: 'Open a package: addresses for this person, valid for 12 hours while the lesson is open to them',
    params: z.object({ id: idInUrl }),
    answer: answerOf(packageLaunch),
    status: 201,
    refusals: ['RESOURCE_NOT_FOUND', 'LESSON_NOT_PACKAGE', 'TOO_MANY_ATTEMPTS'],
  }),
  reportPackage: endpoint({
    call: 'POST /course-resources/:id/package-reports',
    bound: 'onePerPair',
    access: {
      kind: 'course',
      capability: 'course.saveProgress',
      course: ({ params }) => ({ resource: params.id }),
    },
    summary:
      'Keep what a package reports; the same report twice changes nothing. `isLatest` is false when it was opened again since',
    params: z.object({ id: idInUrl }),
    body: z.object({
      launch: z.string().check(limit(100)),
      activity: z.string().check(limit(1000)),
      /** Holds the `cmi` data model of SCORM 1.2 or 2004 as the content filled it. */
      cmi: z.record(z.string().check(limit(4000)), z.unknown()),
    }),
    answer: answerOf(
      z.object({
        ...results,
        isLessonCompleted: z.boolean(),
        isLatest: z.boolean(),
      }),
    ),
    refusals: [
      'RESOURCE_NOT_FOUND',
      'LESSON_NOT_PACKAGE',
      'LAUNCH_NOT_FOUND',
      'REPORT_UNREADABLE',
      'NOT_ENROLLED',
    ],
  }),
  notePackageTrouble: endpoint({
    call: 'POST /course-resources/:id/package-troubles',
    bound: 'onePerPair',
    access: {
      kind: 'course',
      capability: 'course.saveProgress',
      course: ({ params }) => ({ resource: params.id }),
    },
    summary: 'Tell the teacher that a package has not reported for a minute, or that a script of it failed',
    params: z.object({ id: idInUrl }),
    body: z.object({
      launch: z.string().check(limit(100)),
      activity: z.string().check(limit(1000)),
      kind: z.enum(packageTroubleKinds),
    }),
    answer: doneAnswer,
    refusals: ['RESOURCE_NOT_FOUND', 'LESSON_NOT_PACKAGE', 'LAUNCH_NOT_FOUND', 'NOT_ENROLLED'],
  }),
  listPackageTroubles: endpoint({
    call: 'GET /courses/:id/package-troubles',
    scope: 'courses:read',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ course: params.id }) },
    summary:
      'Lessons of a course whose packages have not reported or had errors, with the numbers of learners, and those that may miss something here',
    params: z.object({ id: idInUrl }),
    answer: answerOf(z.array(packageTrouble)),
    refusals: ['COURSE_NOT_FOUND'],
  }),
} as const
