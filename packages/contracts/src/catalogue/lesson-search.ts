/** Searches the captions and texts of a course's lessons. */
import { languages } from '@apogee/domain/languages.ts'
import { searchForm } from '@apogee/domain/text/human-text.ts'
import * as z from 'zod/mini'
import { answerOf, endpoint, idInUrl } from '../endpoint.ts'
import { lessonSearchLimits } from './lesson-search-limits.ts'
import { limit } from '../texts.ts'

/** Describes a line that matches. A line of captions has its second, and a line of a text has its block. */
const lessonHit = z.object({
  /** The line begins at this position of the video. */
  seconds: z.optional(z.number()),
  /** Holds the index of the line's block in the text, from 0. */
  block: z.optional(z.int()),
  /** Holds the part of the line around the first match. '…' replaces omitted text. */
  snippet: z.string(),
})

export const lessonMatches = z.object({
  /** Lessons are in the order of the course. */
  lessons: z.array(
    z.object({
      resourceId: z.int(),
      courseContentId: z.int(),
      title: z.string(),
      /** Holds the language of the captions. It is absent when the lesson is a text. */
      language: z.optional(z.enum(languages)),
      hits: z.array(lessonHit),
    }),
  ),
  /** Lists the words to mark in the snippets: the typed text, or its words and their synonyms when no line contains the text. */
  marks: z.array(z.string()),
  /** Holds the similar spelling that was searched instead, because no line contains the typed text. */
  searchedFor: z.optional(z.string()),
  /** True means that more lines match than are listed. */
  hasMore: z.boolean(),
  /** Counts lessons that were not searched because the course has too much text or a file is missing. */
  lessonsNotSearched: z.int(),
})
export type LessonMatches = z.infer<typeof lessonMatches>

const { shortestQuery, longestQuery } = lessonSearchLimits

export const lessonSearchEndpoints = {
  searchLessons: endpoint({
    call: 'GET /courses/:id/lesson-search',
    access: { kind: 'course', capability: 'course.see', course: ({ params }) => ({ course: params.id }) },
    summary:
      'Lines of captions and texts with some words, in those lessons of a course that the caller may open',
    params: z.object({ id: idInUrl }),
    query: z.object({
      /** The search ignores case, accents and repeated blanks. */
      q: z.string().check(
        z.trim(),
        limit(longestQuery, `must have ${shortestQuery} to ${longestQuery} characters`),
        z.refine((typed) => searchForm(typed).length >= shortestQuery, {
          error: `must have ${shortestQuery} to ${longestQuery} characters`,
        }),
      ),
      /** Selects captions for a lesson that has several languages. The first captions are searched when none has this language. */
      language: z.optional(z.enum(languages)),
    }),
    answer: answerOf(lessonMatches),
    refusals: ['COURSE_NOT_FOUND'],
  }),
} as const
