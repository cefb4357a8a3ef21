/** Private notes and bookmarks are read and changed by their owner only (docs/decisions/offline-study.md). */
import { languages } from '@apogee/domain/languages.ts'
import * as z from 'zod/mini'
import { versionSent } from '../edits.ts'
import { answerOf, doneAnswer, endpoint, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { noteLimits } from '../limits.ts'
import { atMost, searchText, uuidText } from '../texts.ts'

const secondsOfADay = 86_400

/**
 * Describes a passage of a text lesson: the index of its block, from 0, and the beginning of the block's text when the note was
 * written. The text finds the block again after an edit.
 */
export const passage = z.object({
  block: z.int().check(z.minimum(0), z.maximum(100_000)),
  quote: z.string().check(z.trim(), atMost(noteLimits.quoteLength), z.minLength(1)),
})
export type Passage = z.infer<typeof passage>

const noteForm = z.object({
  resourceId: z.int('must be a whole number').check(z.positive('must be a whole number')),
  /** Holds the time in the video in milliseconds. It is absent or null for other lessons. */
  positionMs: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(secondsOfADay * 1000)))),
  /** Pages of a document count from 1. Absent or null without a page. */
  page: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(100_000)))),
  /** The field is absent or null when the note is about no block of a text. */
  passage: z.optional(z.nullable(passage)),
  /** A note with a blank text is a bookmark. */
  text: z.optional(z.string().check(atMost(noteLimits.textLength))),
})

export const lessonNote = z.object({
  /** The client chose the UUID. */
  id: z.string(),
  courseId: z.int(),
  lesson: z.object({
    id: z.int(),
    /** Holds the present title of the lesson. After the lesson was removed, its last known title. */
    title: z.string(),
    /** Names the module through which the learner opens the lesson. It is null when the lesson was removed or unpublished. */
    contentId: z.nullable(z.int()),
  }),
  /** The time in the lesson's video is in milliseconds. */
  positionMs: z.nullable(z.int()),
  /** Pages of the lesson's document count from 1. */
  page: z.nullable(z.int()),
  passage: z.nullable(passage),
  /** The empty text means a bookmark. */
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
      /** Limits the list to one lesson. */
      resourceId: z.optional(idInUrl),
      /** The search covers texts and lesson titles and ignores case and accents. */
      search: z.optional(searchText),
    }),
    answer: listAnswer(lessonNote),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  saveNote: endpoint({
    call: 'PUT /courses/:courseId/notes/:noteId',
    bound: { refusedBy: 'NOTE_LIMIT_REACHED' },
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
    bound: 'ends',
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
    /** Holds the language of the headings in the file. Without a value, the account’s language applies. */
    query: z.object({ language: z.optional(z.enum(languages)) }),
    isLarge: true,
    answer: answerOf(z.object({ fileName: z.string(), markdown: z.string() })),
    refusals: ['COURSE_NOT_FOUND'],
  }),
} as const
