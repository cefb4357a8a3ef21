/** An audience is all learners of a course, one cohort, or the learners without a cohort (docs/decisions/course-openings.md). */
import * as z from 'zod/mini'
import { idInBody } from '../endpoint.ts'

export const audienceChoice = z.union([z.literal('everybody'), z.literal('without-cohort'), idInBody])
export type AudienceChoice = z.infer<typeof audienceChoice>

export const audience = z.object({
  /** Null means the learners without a cohort. */
  cohortId: z.nullable(z.int()),
  /** Null means the learners without a cohort. */
  cohortName: z.nullable(z.string()),
  /** True means that the cohort was removed; only the course's staff see such a cohort. */
  isRemoved: z.boolean(),
})
export type Audience = z.infer<typeof audience>
