/** Learners read the published text; the draft holds changes that they do not see yet. */
import * as z from 'zod/mini'
import { versionRead, versionSent } from '../edits.ts'
import { answerOf, endpoint, idInUrl, instant } from '../endpoint.ts'
import { courseTitle } from './courses.forms.ts'
import { captionsForm } from './captions.ts'
import { captionTrack } from './captions.ts'
import { courseResource } from './courses.ts'
import { lessonDocument, uploadId } from './lesson-document.ts'
import { uuidText } from '../texts.ts'
import { videoStream } from './streams.ts'

/** Tells authors how to display a picture of a text or a question. */
export const shownPicture = z.object({
  /** The text refers to the picture by this id. */
  file: z.string(),
  /** The URL opens for the caller for some hours. */
  url: z.string(),
  /** The value is in pixels. */
  width: z.int(),
  height: z.int(),
})
export type ShownPicture = z.infer<typeof shownPicture>

const pictures = z.array(shownPicture)

const shownFile = z.object({
  /** The document refers to the file by this id. */
  file: z.string(),
  /** The URL opens for the caller for some hours. */
  url: z.string(),
  /** The name is that of the uploaded file. */
  name: z.string(),
  bytes: z.int(),
})
export type ShownFile = z.infer<typeof shownFile>

/** The field is absent when the text offers no files. */
const files = z.optional(z.array(shownFile))

const shownVideo = z.object({
  /** The document refers to the video by this id. */
  file: z.string(),
  /** The uploaded file plays for the caller for some hours. */
  url: z.string(),
  /** The name is that of the uploaded file. */
  name: z.string(),
  bytes: z.int(),
  /** The length of the video is null until it is known. */
  seconds: z.nullable(z.number()),
  /** Holds the video in several qualities. It is absent until they are prepared. */
  stream: z.optional(videoStream),
  /** The field is absent when the video has no captions. */
  captions: z.optional(z.array(captionTrack)),
})
export type ShownVideo = z.infer<typeof shownVideo>

/** The field is absent when the text shows no videos. */
const videos = z.optional(z.array(shownVideo))

export const lessonText = z.object({
  resourceId: z.int(),
  document: lessonDocument,
  pictures,
  files,
  videos,
})
export type LessonText = z.infer<typeof lessonText>

export const lessonTextEdit = z.object({
  resourceId: z.int(),
  courseId: z.int(),
  title: z.string(),
  /** True means that the lesson is visible to learners who see its module. */
  isPublished: z.boolean(),
  isModulePublished: z.boolean(),
  /** The document is the draft or, without a draft, the published text. */
  document: lessonDocument,
  pictures,
  files,
  videos,
  /** True means that learners read an earlier text than this draft, or none. */
  hasDraft: z.boolean(),
  savedAt: instant,
  version: versionRead,
})
export type LessonTextEdit = z.infer<typeof lessonTextEdit>

/** Captions belong to the video, wherever the video plays. */
export const videoCaptions = z.object({ captions: z.array(captionTrack), version: versionRead })
export type VideoCaptions = z.infer<typeof videoCaptions>

const videoInUrl = z.object({ id: idInUrl, file: uploadId })

const edited = z.object({ document: lessonDocument, version: versionSent })

export const lessonTextsEndpoints = {
  createLessonText: endpoint({
    call: 'POST /course-content/:id/texts',
    bound: { perDay: 3_000, of: 'course' },
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ content: params.id }) },
    summary: 'Add a lesson that is a text, empty and not published',
    params: z.object({ id: idInUrl }),
    /** A repeated request with the same key adds nothing and answers the first request's lesson. */
    body: z.object({ title: courseTitle, clientKey: z.optional(uuidText) }),
    answer: answerOf(courseResource),
    status: 201,
    refusals: ['CONTENT_NOT_FOUND', 'COURSE_FULL'],
  }),
  readLessonText: endpoint({
    call: 'GET /course-resources/:id/text',
    scope: 'courses:read',
    access: { kind: 'course', capability: 'course.see', course: ({ params }) => ({ resource: params.id }) },
    summary: 'The text of a lesson, for those who may open it',
    params: z.object({ id: idInUrl }),
    answer: answerOf(lessonText),
    refusals: ['RESOURCE_NOT_FOUND', 'LESSON_NOT_TEXT', 'LESSON_NOT_OPEN'],
  }),
  readLessonTextEdit: endpoint({
    call: 'GET /course-resources/:id/text/draft',
    scope: 'courses:read',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ resource: params.id }) },
    summary: 'The text of a lesson as its author edits it',
    params: z.object({ id: idInUrl }),
    answer: answerOf(lessonTextEdit),
    refusals: ['RESOURCE_NOT_FOUND', 'LESSON_NOT_TEXT'],
  }),
  saveLessonTextDraft: endpoint({
    call: 'PUT /course-resources/:id/text/draft',
    bound: 'ownRow',
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ resource: params.id }) },
    summary: 'Save a text without showing it to learners',
    params: z.object({ id: idInUrl }),
    body: edited,
    answer: answerOf(lessonTextEdit),
    refusals: ['RESOURCE_NOT_FOUND', 'LESSON_NOT_TEXT', 'FILE_NOT_AN_UPLOAD', 'EDIT_CONFLICT'],
  }),
  publishLessonText: endpoint({
    call: 'PUT /course-resources/:id/text',
    bound: 'changes',
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ resource: params.id }) },
    summary: 'Show a text to learners: save it, and publish its lesson',
    params: z.object({ id: idInUrl }),
    body: edited,
    answer: answerOf(lessonTextEdit),
    refusals: ['RESOURCE_NOT_FOUND', 'LESSON_NOT_TEXT', 'FILE_NOT_AN_UPLOAD', 'EDIT_CONFLICT'],
  }),
  readTextVideoCaptions: endpoint({
    call: 'GET /course-resources/:id/text/videos/:file/captions',
    scope: 'courses:read',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ resource: params.id }) },
    summary: "The captions of a video that a lesson's text plays, or is to play",
    params: videoInUrl,
    answer: answerOf(videoCaptions),
    refusals: ['RESOURCE_NOT_FOUND', 'LESSON_NOT_TEXT', 'FILE_NOT_AN_UPLOAD'],
  }),
  saveTextVideoCaptions: endpoint({
    call: 'PUT /course-resources/:id/text/videos/:file/captions',
    bound: 'quota',
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ resource: params.id }) },
    summary: "Replace the captions of a video that a lesson's text plays; learners see them at once",
    params: videoInUrl,
    body: z.object({ captions: captionsForm, version: versionSent }),
    answer: answerOf(videoCaptions),
    refusals: ['RESOURCE_NOT_FOUND', 'LESSON_NOT_TEXT', 'FILE_NOT_AN_UPLOAD', 'EDIT_CONFLICT'],
  }),
} as const
