/** The value is the `courseId` of a lesson whose server does not name its course. No course has it. */
export const unknownCourse = 0
