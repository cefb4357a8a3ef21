// Written by `npm run contracts:routes` from the entries of the contract. Do not edit.
import type { RouteLine } from './endpoint.ts'

/** Calls of the page frame and of several pages of a first visit: every page loads this list. */
export const frontRoutes = {
  verifySession: 'POST /auth/verify',
  logout: 'POST /auth/logout',
  uploadFile: 'POST /upload',
  listEnrolledCourses: 'GET /courses/enrolled',
  listCourses: 'GET /courses',
  countCourses: 'GET /courses/counts',
  courseSales: 'GET /courses/sales/:courseId',
  listNotifications: 'GET /notifications',
  platformSummary: 'GET /platform/summary',
} as const satisfies Record<string, RouteLine>
