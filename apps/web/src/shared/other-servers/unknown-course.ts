/** This is the `courseId` of a lesson whose server does not name its course. No course has this id. */
export const unknownCourse = 0

/** These values are used for a course whose server does not send these fields. */
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
