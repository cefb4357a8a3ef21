/** The search in what is said in the videos of a course. */
import { languages } from '@apogee/domain/languages.ts'
import { searchForm } from '@apogee/domain/transcript.ts'
import * as z from 'zod/mini'
import { answerOf, endpoint, idInUrl } from '../endpoint.ts'
import { transcriptSearchLimits } from './transcript-limits.ts'

/** A line of a transcript that has what was searched for. */
const transcriptHit = z.object({
  /** Where the line begins in the video. */
  seconds: z.number(),
  /** The part of the line around the first place; '…' stands for what is left out. */
  snippet: z.string(),
})

export const transcriptMatches = z.object({
  /** In the order of the course. */
  lessons: z.array(
    z.object({
      resourceId: z.int(),
      courseContentId: z.int(),
      title: z.string(),
      language: z.enum(languages),
      hits: z.array(transcriptHit),
    }),
  ),
  /** More lines have it than are listed. */
  hasMore: z.boolean(),
  /** Lessons with captions that were not searched: the course has too much text, or a file is missing. */
  lessonsNotSearched: z.int(),
})
export type TranscriptMatches = z.infer<typeof transcriptMatches>

const { shortestQuery, longestQuery } = transcriptSearchLimits

export const transcriptsEndpoints = {
  searchTranscripts: endpoint({
    call: 'GET /courses/:id/transcript-search',
    access: { kind: 'course', capability: 'course.see', course: ({ params }) => ({ course: params.id }) },
    summary: 'Lines of captions with a text, in those lessons of a course whose captions the caller may open',
    params: z.object({ id: idInUrl }),
    query: z.object({
      /** Case, accents and repeated blanks do not count. */
      q: z.string().check(
        z.trim(),
        z.maxLength(longestQuery, `must have ${shortestQuery} to ${longestQuery} characters`),
        z.refine((typed) => searchForm(typed).length >= shortestQuery, {
          error: `must have ${shortestQuery} to ${longestQuery} characters`,
        }),
      ),
      /** Of the captions, where a lesson has several; otherwise its first are searched. */
      language: z.optional(z.enum(languages)),
    }),
    answer: answerOf(transcriptMatches),
    refusals: ['COURSE_NOT_FOUND'],
  }),
} as const
