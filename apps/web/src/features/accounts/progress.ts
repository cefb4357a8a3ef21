/** The percentages follow docs/specification.md#4-states-and-transitions. */
interface Lessons {
  completedLessons: number
  totalLessons: number
}

const share = ({ completedLessons, totalLessons }: Lessons): number =>
  totalLessons === 0 ? 0 : completedLessons / totalLessons

/** Returns round(completed/total*100), or 0 without lessons. */
export const percentOf = (lessons: Lessons): number => Math.round(share(lessons) * 100)

/** Returns the mean of completed/total over the courses, in whole percent, or 0 without courses. */
export const averagePercent = (courses: readonly Lessons[]): number =>
  courses.length === 0
    ? 0
    : Math.round((courses.reduce((sum, lessons) => sum + share(lessons), 0) / courses.length) * 100)
