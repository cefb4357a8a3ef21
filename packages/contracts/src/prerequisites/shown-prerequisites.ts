import * as z from 'zod/mini'

export const shownPrerequisite = z.object({
  courseId: z.int(),
  title: z.string(),
  /**
   * True means that the contents of the course are locked until this prerequisite is completed, for the caller or for a visitor who
   * buys now. The field is absent otherwise.
   */
  isAwaited: z.optional(z.literal(true)),
  isCompleted: z.optional(z.literal(true)),
  /** Holds the caller's progress in percent, 0–100. It is absent when the caller is not enrolled. */
  percent: z.optional(z.int()),
})
export type ShownPrerequisite = z.infer<typeof shownPrerequisite>

/** Holds the prerequisites in the seller's order. It is absent when there are none. */
export const shownPrerequisites = z.optional(z.array(shownPrerequisite))
