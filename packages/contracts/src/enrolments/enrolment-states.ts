/** The learner's own archiving decides 'archived', regardless of the seller's archiving. */
export const enrolmentStates = ['in-progress', 'completed', 'archived'] as const
export type EnrolmentState = (typeof enrolmentStates)[number]
