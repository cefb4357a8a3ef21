import * as z from 'zod/mini'

/** A prerequisite as learners and visitors see it. */
export const shownPrerequisite = z.object({
  courseId: z.int(),
  title: z.string(),
  /** The contents wait for it: the caller's, or those of a visitor who buys now. Absent otherwise. */
  isAwaited: z.optional(z.literal(true)),
  isCompleted: z.optional(z.literal(true)),
  /** The caller's progress in it, 0–100. Absent without an enrolment. */
  percent: z.optional(z.int()),
})
export type ShownPrerequisite = z.infer<typeof shownPrerequisite>

/** In the seller's order. Absent: none. */
export const shownPrerequisites = z.optional(z.array(shownPrerequisite))
