/** Parts of a learner's own list of courses; 'archived' by the learner, whatever the seller has done. */
export const enrolmentStates = ['in-progress', 'completed', 'archived'] as const
export type EnrolmentState = (typeof enrolmentStates)[number]
