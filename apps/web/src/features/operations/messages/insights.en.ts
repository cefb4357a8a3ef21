import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const insightsMessages = defineMessages('insights', {
  loadFailed: 'Error loading data. Please try again.',
  totalUsers: 'Total Users',
  totalUsers_own: 'Everyone enrolled in your courses',
  totalUsers_business: 'Your team and everyone enrolled',
  totalUsers_platform: 'All accounts',
  activeUsers: 'Active Users',
  activeUsersOf: 'Bought or joined a course',
  totalRevenue: 'Total Revenue',
  totalRevenueOf: 'Paid orders and invoices since the first sale, less refunds and chargebacks',
  completionRate: 'Completion Rate',
  completionRateOf: 'Lessons completed, of all lessons people are enrolled in',
  noLessons: 'No lessons yet',
  monthlyGrowth: 'Monthly Growth',
  monthlyGrowthOf: (month: string) => `New enrollments per month, ${month} so far`,
  monthTold: (month: string, enrolments: number, revenue: string | null) =>
    `${month}: ${counted(enrolments, 'enrollment', 'enrollments')}${revenue === null ? '' : `, ${revenue}`}`,
  topCourses: 'Top Courses',
  topCoursesOf: 'Most people enrolled',
  free: 'Free',
  students: (count: number) => counted(count, 'student', 'students'),
  nobodyYet: 'Nobody is enrolled yet',
  nobodyYetHint: 'Create a course and share its sales link. Enrollments appear here.',
  salesLinks: 'Manage Sales Links',

  exportData: 'Export Data',
  exporting: 'Exporting...',
  exported: 'Your download has started.',
  exportFailed: 'The data could not be exported. Please try again.',
})
