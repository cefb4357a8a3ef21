/** The search in what the lessons of a course say: captions of videos, and texts. */
import { languages } from '@apogee/domain/languages.ts'
import { searchForm } from '@apogee/domain/transcript.ts'
import * as z from 'zod/mini'
import { answerOf, endpoint, idInUrl } from '../endpoint.ts'
import { lessonSearchLimits } from './lesson-search-limits.ts'
import { limit } from '../texts.ts'

/** A line that has what was searched for: of captions with its second, of a text with its block. */
const lessonHit = z.object({
  /** Where the line begins in the video. */
  seconds: z.optional(z.number()),
  /** The place of the line's block in the text, from 0. */
  block: z.optional(z.int()),
  /** The part of the line around the first place; '…' stands for what is left out. */
  snippet: z.string(),
})

export const lessonMatches = z.object({
  /** In the order of the course. */
  lessons: z.array(
    z.object({
      resourceId: z.int(),
      courseContentId: z.int(),
      title: z.string(),
      /** Of the captions; absent for a text. */
      language: z.optional(z.enum(languages)),
      hits: z.array(lessonHit),
    }),
  ),
  /** What the lines have: the text as it was typed; or its words and their synonyms, where no line has it. */
  marks: z.array(z.string()),
  /** The near spelling that was searched for, where no line has what was typed. */
  searchedFor: z.optional(z.string()),
  /** More lines have it than are listed. */
  hasMore: z.boolean(),
  /** Lessons that were not searched: the course has too much text, or a file is missing. */
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
      /** Case, accents and repeated blanks do not count. */
      q: z.string().check(
        z.trim(),
        limit(longestQuery, `must have ${shortestQuery} to ${longestQuery} characters`),
        z.refine((typed) => searchForm(typed).length >= shortestQuery, {
          error: `must have ${shortestQuery} to ${longestQuery} characters`,
        }),
      ),
      /** Of the captions, where a lesson has several; otherwise its first are searched. */
      language: z.optional(z.enum(languages)),
    }),
    answer: answerOf(lessonMatches),
    refusals: ['COURSE_NOT_FOUND'],
  }),
} as const
