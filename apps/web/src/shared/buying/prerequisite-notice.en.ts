import { defineMessages } from '../../platform/language/messages.ts'
import { listed } from '../../platform/lists/listed.ts'

export const prerequisiteNoticeMessages = defineMessages('completeFirst', {
  completeFirst: (courses: readonly string[]) => `Complete ${listed(courses, 'and')} first.`,
  /** The text is short, because it stands in a narrow bar. The number is at most five. */
  completeSome: (courses: number) => `Complete ${courses} ${courses === 1 ? 'course' : 'courses'} first`,
  buyNow: (courses: number) =>
    `You can buy now and start when ${courses === 1 ? 'it is' : 'they are'} completed.`,
  enrollNow: (courses: number) =>
    `You can enroll now and start when ${courses === 1 ? 'it is' : 'they are'} completed.`,
  accessBegins: 'The access period begins now, not when the lessons open.',
  accessBeginsThen: 'The access period begins on the start date, also if the lessons open later.',
  openThen: (courses: number) => `The lessons open when ${courses === 1 ? 'it is' : 'they are'} completed.`,
})
