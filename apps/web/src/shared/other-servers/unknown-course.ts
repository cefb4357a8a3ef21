/** The value is the `courseId` of a lesson whose server does not name its course. No course has it. */
export const unknownCourse = 0

/** The values are those of a course whose server names none of these fields. */
export const usualCourse = {
  id: unknownCourse,
  title: '',
  description: '',
  image: '',
  isPrivate: false,
  price: 0,
  category: null,
  createdBy: null,
  businessId: null,
  instructorId: null,
  instructorName: null,
  createdAt: '',
  studentCount: 0,
  durationMinutes: 0,
  lessonCount: 0,
  isEnrolled: false,
  rating: null,
}
