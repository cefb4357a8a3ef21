import * as z from 'zod/mini'

export const shownPrerequisite = z.object({
  courseId: z.int(),
  title: z.string(),
  /**
   * True means that the contents are locked until the prerequisite is completed, for the caller or for a visitor who buys now. The
   * field is absent otherwise.
   */
  isAwaited: z.optional(z.literal(true)),
  isCompleted: z.optional(z.literal(true)),
  /** The caller's progress is 0–100. The field is absent without an enrolment. */
  percent: z.optional(z.int()),
})
export type ShownPrerequisite = z.infer<typeof shownPrerequisite>

/** The seller sets the order. The field is absent when there are none. */
export const shownPrerequisites = z.optional(z.array(shownPrerequisite))
