// Written by `npm run contracts:routes` from the entries of the contract. Do not edit.
import type { RouteLine } from './endpoint.ts'

/** Calls of the pages of a first visit and of the page frame: every page loads this list. */
export const frontRoutes = {
  login: 'POST /auth/login',
  register: 'POST /auth/register',
  verifySession: 'POST /auth/verify',
  logout: 'POST /auth/logout',
  listSignInProviders: 'GET /auth/providers',
  resendVerification: 'POST /auth/email/resend',
  uploadFile: 'POST /upload',
  enroll: 'POST /courses/:courseId/enroll',
  listEnrolledCourses: 'GET /courses/enrolled',
  listReviews: 'GET /courses/:courseId/reviews',
  saveReview: 'PUT /courses/:courseId/review',
  deleteReview: 'DELETE /courses/:courseId/review',
  listCourses: 'GET /courses',
  countCourses: 'GET /courses/counts',
  featuredInstructors: 'GET /instructors/featured',
  courseSales: 'GET /courses/sales/:courseId',
  featuredGroups: 'GET /community/groups/featured',
  payForCourse: 'POST /payments',
  payForCart: 'POST /payments/bulk',
  checkPayment: 'GET /payments/check/:purchaseId',
  paymentHistory: 'GET /payments/history/:userId',
  readAchievements: 'GET /achievements',
  saveTimeZone: 'PUT /achievements/time-zone',
  listCertificates: 'GET /certificates',
  listNotifications: 'GET /notifications',
  platformSummary: 'GET /platform/summary',
} as const satisfies Record<string, RouteLine>
