/** Private notes and bookmarks of a learner: only their owner reads and changes them (docs/decisions/offline-study.md). */
import { languages } from '@apogee/domain/languages.ts'
import * as z from 'zod/mini'
import { versionSent } from '../edits.ts'
import { answerOf, doneAnswer, endpoint, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { noteLimits } from '../limits.ts'
import { atMost, searchText, uuidText } from '../texts.ts'

const secondsOfADay = 86_400

/** A block of a text lesson: its place from 0, and how its text began when the note was made. The text finds it after an edit. */
export const passage = z.object({
  block: z.int().check(z.minimum(0), z.maximum(100_000)),
  quote: z.string().check(z.trim(), atMost(noteLimits.quoteLength), z.minLength(1)),
})
export type Passage = z.infer<typeof passage>

const noteForm = z.object({
  /** The lesson. */
  resourceId: z.int('must be a whole number').check(z.positive('must be a whole number')),
  /** Time in a video, in milliseconds; absent or null for other lessons. */
  positionMs: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(secondsOfADay * 1000)))),
  /** Page of a document, from 1; absent or null without one. */
  page: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(100_000)))),
  /** Block of a text; absent or null without one. */
  passage: z.optional(z.nullable(passage)),
  /** Blank: a bookmark. */
  text: z.optional(z.string().check(atMost(noteLimits.textLength))),
})

export const lessonNote = z.object({
  /** The UUID that the client chose. */
  id: z.string(),
  courseId: z.int(),
  lesson: z.object({
    id: z.int(),
    /** The present title; the last one known when the lesson was removed. */
    title: z.string(),
    /** The module through which the learner opens the lesson; null when it was removed or unpublished. */
    contentId: z.nullable(z.int()),
  }),
  /** Time in the lesson's video, in milliseconds. */
  positionMs: z.nullable(z.int()),
  /** Page of the lesson's document, from 1. */
  page: z.nullable(z.int()),
  /** Block of the lesson's text. */
  passage: z.nullable(passage),
  /** '' for a bookmark. */
  text: z.string(),
  createdAt: instant,
  updatedAt: instant,
  version: z.int(),
})
export type LessonNote = z.infer<typeof lessonNote>

const course = {
  kind: 'course',
  capability: 'course.keepNotes',
  course: ({ params }: { params: { courseId: number } }) => ({ course: params.courseId }),
} as const

const noteInUrl = z.object({ courseId: idInUrl, noteId: uuidText })

export const notesEndpoints = {
  listNotes: endpoint({
    call: 'GET /courses/:courseId/notes',
    access: course,
    summary: 'One’s own notes in a course, or in one of its lessons: by lesson, time, page and passage',
    params: z.object({ courseId: idInUrl }),
    query: z.object({
      ...pageQuery,
      /** One lesson. */
      resourceId: z.optional(idInUrl),
      /** In texts and lesson titles, without case and accents. */
      search: z.optional(searchText),
    }),
    answer: listAnswer(lessonNote),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  saveNote: endpoint({
    call: 'PUT /courses/:courseId/notes/:noteId',
    access: course,
    summary:
      'Write a private note under a UUID of the client, or replace it; a repeated request changes nothing',
    params: noteInUrl,
    body: z.extend(noteForm, { version: versionSent }),
    answer: answerOf(lessonNote),
    refusals: [
      'EDIT_CONFLICT',
      'COURSE_NOT_FOUND',
      'RESOURCE_NOT_FOUND',
      'NOTE_NOT_FOUND',
      'NOTE_LIMIT_REACHED',
    ],
  }),
  deleteNote: endpoint({
    call: 'DELETE /courses/:courseId/notes/:noteId',
    access: course,
    summary: 'Delete one’s own note; where there is none nothing happens',
    params: noteInUrl,
    answer: doneAnswer,
    refusals: ['COURSE_NOT_FOUND'],
  }),
  exportNotes: endpoint({
    call: 'GET /courses/:courseId/notes/markdown',
    access: course,
    summary: 'One’s own notes in a course as a Markdown text, with links to each second',
    params: z.object({ courseId: idInUrl }),
    /** Of headings; the account’s language when absent. */
    query: z.object({ language: z.optional(z.enum(languages)) }),
    isLarge: true,
    answer: answerOf(z.object({ fileName: z.string(), markdown: z.string() })),
    refusals: ['COURSE_NOT_FOUND'],
  }),
} as const
