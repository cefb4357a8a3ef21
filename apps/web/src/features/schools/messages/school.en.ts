import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const schoolMessages = defineMessages('school', {
  school: 'School',
  schools: 'Schools',
  courses: 'Courses',
  courseCount: (count: number) => counted(count, 'course', 'courses'),
  allCourses: (count: number) => `All ${counted(count, 'course', 'courses')} in the marketplace`,
  bundles: 'Bundles',
  teachers: 'Teachers',
  teaches: (count: number) => `Teaches ${counted(count, 'course', 'courses')}`,
  reviews: 'What learners say',
  reviewOf: (course: string) => `Review of ${course}`,
  rated: (average: string) => `Rated ${average} out of 5`,
  reviewCount: (count: number) => counted(count, 'review', 'reviews'),
  about: (school: string) => `About ${school}`,
  description: (school: string, courses: string) => `Courses of ${school}: ${courses}`,
  copyLink: 'Copy link',
  linkCopied: 'The link was copied.',
  copyFailed: 'The browser refused to copy. Please copy the address of this page yourself.',
  loading: 'Loading the school',
  loadFailed: 'The school could not be loaded',
  missing: 'There is no school at this address',
  missingHint: 'It may have moved, or it sells no course at the moment.',
  toMarketplace: 'Go to the marketplace',
  tryAgain: 'Try again',
})
