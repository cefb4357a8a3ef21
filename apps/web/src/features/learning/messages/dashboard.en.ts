import { defineMessages } from '#web/platform/language/messages.ts'
import { counted, type Count } from '#web/platform/language/numbers.ts'

export const dashboardMessages = defineMessages('dashboard', {
  dashboard: 'Dashboard',
  cadet: 'Cadet',
  welcome: (name: string) => `Welcome back, ${name}`,
  firstVisit: 'Good to have you here. What you learn is counted on this page from your first lesson on.',
  enrolledCourses: 'Enrolled Courses',
  lessonsCompleted: 'Lessons completed',
  yourCourses: 'Your Courses',
  noEnrolled: 'No Enrolled Courses',
  noEnrolledHint: 'Choose a course, and your progress appears here.',
  browseMore: 'Browse More Courses',
  loadFailed: 'Your courses could not be loaded',
  showMore: 'Show more',
  shownOf: (shown: number, total: Count) => `${shown} of ${counted(total, 'course', 'courses')}`,
})
