import type { CourseContent } from './courses.ts'

/** Returns whether a rule keeps the module closed to the learner who read it. */
export const isClosed = ({ opensAt, opensAfter }: Pick<CourseContent, 'opensAt' | 'opensAfter'>): boolean =>
  opensAt !== undefined || opensAfter !== undefined
