/** A whole course is exported as one archive, examined, and imported as a new draft (docs/course-format.md). */
import { languages } from '@apogee/domain/languages.ts'
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { answerOf, doneAnswer, endpoint, idInUrl, instant } from '../endpoint.ts'
import { token } from '../texts.ts'

export const importStates = ['examining', 'refused', 'ready', 'importing', 'done'] as const

/** The problem says why an archive cannot be imported. */
export const importProblems = [
  'not-a-zip',
  'damaged',
  'too-many-entries',
  'entry-too-large',
  'archive-too-large',
  'ratio-too-high',
  'unsafe-name',
  'duplicate-name',
  'encrypted',
  'not-a-file',
  'unknown-compression',
  'overlapping-entries',
  'nothing-found',
  'scorm-package',
  'not-json',
  'other-format',
  'newer-version',
  'missing-file',
  'wrong-hash',
  'wrong-type',
  'invalid',
  'too-long',
  'too-many-items',
  'unreadable',
  'too-complex',
  'no-room',
  'not-allowed',
  'failed',
] as const
export type ImportProblemKind = (typeof importProblems)[number]

/** The imported course omits these parts of the archive, or its author should look at them. */
export const leftOutReasons = [
  'unknown-field',
  'unused-file',
  'hidden-file',
  'unknown-kind',
  'pictures',
  'captions-alone',
  'caption-language',
  'captions-unreadable',
  'captions-too-large',
  'cue-times',
  'cue-end',
  'cue-text',
  'stream-times',
  'guessed-encoding',
  'missing-file',
  'external-tool',
  'discussion-topic',
  'assignment',
  'question-kind',
  'question-changed',
  'embedded',
  'statements',
  'too-long',
  'unreadable-text',
  'broken-xml',
  'no-question',
  'no-address',
  'no-text',
  'empty-folder',
  'local-links',
  // The imported course has this part in another form than the archive.
  'divided',
  'pdf-password',
  // One part of a folder or cartridge has this problem. The other parts are imported.
  'not-a-file',
  'duplicate-name',
  'unknown-compression',
  'entry-too-large',
  'damaged',
  'wrong-type',
  'not-json',
  'invalid',
  'refused-file',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

export const itemKinds = ['text', 'video', 'document', 'quiz'] as const
export type ImportedItemKind = (typeof itemKinds)[number]

const importProblem = z.object({
  /** Holds a path inside the archive. '' means the archive itself. */
  path: z.string(),
  kind: z.enum(importProblems),
  /** Names the position in the file and the error there, in English. '' means that `kind` says everything. */
  detail: z.string(),
})
export type ImportProblem = z.infer<typeof importProblem>

/** Shows the author the beginning of a lesson or quiz before it is imported. */
const itemSample = z.object({
  /** Holds the beginning of the lesson's text. It is '' for a quiz. */
  text: z.string(),
  /** Holds the first questions of a quiz. */
  questions: z.array(z.object({ type: z.string(), question: z.string(), key: z.string(), points: z.int() })),
  /** Counts all questions of the quiz. */
  count: z.int(),
})
export type ItemSample = z.infer<typeof itemSample>

const importPreview = z.object({
  /** `course` is an archive with a course.json; `folder` is an archive of files in folders. */
  form: z.enum(['course', 'folder']),
  title: z.string(),
  counts: z.object({
    modules: z.int(),
    texts: z.int(),
    videos: z.int(),
    documents: z.int(),
    quizzes: z.int(),
    captions: z.int(),
    /** The value counts pictures that texts and questions show. */
    pictures: z.int(),
  }),
  /** The value is the size of the files in bytes. */
  bytes: z.int(),
  modules: z.array(
    z.object({
      title: z.string(),
      items: z.array(
        z.object({
          title: z.string(),
          kind: z.enum(itemKinds),
          path: z.string(),
          sample: z.nullable(itemSample),
        }),
      ),
    }),
  ),
  leftOut: z.array(z.object({ path: z.string(), reason: z.enum(leftOutReasons), detail: z.string() })),
  /** Counts all omitted parts, also those that `leftOut` does not list. */
  leftOutCount: z.int(),
})
export type ImportPreview = z.infer<typeof importPreview>

export const courseImport = z.object({
  id: z.int(),
  /** Holds the name of the uploaded archive. */
  name: z.string(),
  state: z.enum(importStates),
  createdAt: instant,
  problems: z.array(importProblem),
  /** The field is null for an archive that cannot be imported. */
  preview: z.nullable(importPreview),
  /** The progress counts stored files out of all files of the course. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Holds the id of the new course. */
  courseId: z.nullable(z.int()),
})
export type CourseImport = z.infer<typeof courseImport>

/** `course` is the format that imports restore as a whole; `cartridge` is a Common Cartridge 1.3, which other programs read. */
export const exportFormats = ['course', 'cartridge'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** A cartridge cannot hold these parts of a course, or other programs treat them otherwise. */
export const exportLeftOutReasons = [
  'course-settings',
  'not-published',
  'unpublished-changes',
  'empty-module',
  'module-description',
  'module-opening',
  'free-preview',
  'exercise',
  'recall',
  'chapters',
  'package',
  'own-link',
  'missing-file',
  'question-kind',
  'no-question',
  'points',
  'partial-points',
  'exact-spelling',
  'grading-guide',
  'answer-files',
  'picture-options',
  'quiz-review',
  'quiz-pass-mark',
  'quiz-attempts',
  'quiz-order',
  'quiz-draw',
] as const
export type ExportLeftOutReason = (typeof exportLeftOutReasons)[number]

const ofImport = z.object({ id: idInUrl })

export const archivesEndpoints = {
  exportCourse: endpoint({
    call: 'POST /courses/:id/exports',
    bound: { perDay: 30, of: 'course' },
    openToSuspended: 'The team reads everything, also as files.',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ course: params.id }) },
    summary:
      'An address from which this person downloads the whole course as an archive, within five minutes',
    params: z.object({ id: idInUrl }),
    body: z.object({
      /** Without a format, the export has the format `course`. */
      format: z.optional(z.enum(exportFormats)),
      /** Holds the language of the list of omitted parts. Without a value, the account's language applies. */
      language: z.optional(z.enum(languages)),
    }),
    answer: answerOf(
      z.object({
        url: z.string(),
        name: z.string(),
        /** The value is the size of the archive in bytes. */
        bytes: z.int(),
        /**
         * Lists the parts of the course that the format cannot hold, in the requested language. The list is empty for the format
         * `course`.
         */
        leftOut: z.array(
          z.object({
            /** The value names module, lesson and question. */
            place: z.string(),
            text: z.string(),
          }),
        ),
        /** Counts all omitted parts. `leftOut` lists only some of them, and left-out.txt in the archive lists all. */
        leftOutCount: z.int(),
      }),
    ),
    status: 201,
    refusals: ['COURSE_NOT_FOUND', 'EXPORT_RUNNING'],
  }),
  beginCourseImport: endpoint({
    call: 'POST /course-imports',
    bound: { perDay: 50, of: 'person' },
    access: byRole('course.create'),
    summary:
      'Examine an uploaded archive (purpose `archive`); replaces an earlier import that was not confirmed',
    body: z.object({ filePath: token(1000) }),
    answer: answerOf(courseImport),
    status: 201,
    refusals: ['SELLER_SUSPENDED', 'FILE_NOT_AN_UPLOAD', 'COURSE_IMPORT_RUNNING'],
  }),
  readLatestCourseImport: endpoint({
    call: 'GET /course-imports/latest',
    access: byRole('course.create'),
    summary: "The caller's latest import, or null",
    answer: answerOf(z.nullable(courseImport)),
  }),
  confirmCourseImport: endpoint({
    call: 'POST /course-imports/:id/confirmation',
    bound: { refusedBy: 'COURSES_OF_DAY' },
    access: byRole('course.create'),
    summary: 'Create the course of an examined archive, as a draft; idempotent',
    params: ofImport,
    body: z.object({}),
    answer: answerOf(courseImport),
    refusals: [
      'SELLER_SUSPENDED',
      'NOT_FOUND',
      'COURSE_IMPORT_NOT_READY',
      'COURSE_IMPORT_RUNNING',
      'COURSES_OF_DAY',
    ],
  }),
  discardCourseImport: endpoint({
    call: 'DELETE /course-imports/:id',
    bound: 'ends',
    openToSuspended: 'It throws an own upload away.',
    access: byRole('course.create'),
    summary: 'Remove an import and its archive; a created course stays. Idempotent',
    params: ofImport,
    answer: doneAnswer,
    refusals: ['COURSE_IMPORT_RUNNING'],
  }),
} as const
