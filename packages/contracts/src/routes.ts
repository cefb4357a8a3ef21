/**
 * The one list of calls: name → 'METHOD /path' below /api (spec §7, design §2).
 * Light on purpose: the browser imports this and only the *types* of the schemas, which endpoints.ts joins to it.
 */
export const routes = {
  // accounts
  login: 'POST /auth/login',
  register: 'POST /auth/register',
  verifySession: 'POST /auth/verify',
  logout: 'POST /auth/logout',
  listSessions: 'GET /auth/sessions',
  endSession: 'DELETE /auth/sessions/:id',
  verifyEmail: 'POST /auth/email/verify',
  resendVerification: 'POST /auth/email/resend',
  forgotPassword: 'POST /auth/password/forgot',
  resetPassword: 'POST /auth/password/reset',
  changePassword: 'POST /auth/password/change',
  listSignInProviders: 'GET /auth/providers',
  completeSignIn: 'POST /auth/sign-in/complete',
  listUsers: 'GET /users',
  listInstructors: 'GET /users/instructors',
  listMyLearners: 'GET /users/enrolled-in-my-courses',
  updateUser: 'PUT /users/:id',
  deleteUser: 'DELETE /users/:id',
  // people
  createInvitation: 'POST /invitations',
  listInvitations: 'GET /invitations',
  revokeInvitation: 'DELETE /invitations/:id',
  readInvitation: 'GET /invitations/:token',
  acceptInvitation: 'POST /invitations/:token/accept',
  // businesses
  registerBusiness: 'POST /auth/admin/register',
  updateChipCredentials: 'PUT /chip',
  // media
  uploadFile: 'POST /upload',
  // courses (what authors make)
  createCourse: 'POST /courses',
  updateCourse: 'PUT /courses/:id',
  deleteCourse: 'DELETE /courses/:id',
  listCourseContents: 'GET /course-content/course/:courseId',
  createContent: 'POST /course-content',
  updateContent: 'PUT /course-content/:id',
  deleteContent: 'DELETE /course-content/:id',
  listContentResources: 'GET /course-resources/content/:contentId',
  createResource: 'POST /course-resources',
  updateResource: 'PUT /course-resources/:id',
  deleteResource: 'DELETE /course-resources/:id',
  // enrolments
  enroll: 'POST /courses/:courseId/enroll',
  enrolPeople: 'POST /courses/:id/enrolments',
  createInvite: 'POST /courses/:id/invites',
  revokeInvite: 'DELETE /courses/:id/invites/:inviteId',
  listEnrolledCourses: 'GET /courses/enrolled',
  // learning
  courseProgress: 'GET /courses/:courseId/progress/:userId',
  lessonProgress: 'GET /lesson-progress/:courseContentId/:userId',
  saveLessonProgress: 'POST /lesson-progress',
  saveResourceProgress: 'PUT /course-resources/:id/progress',
  // assessments
  readAssessment: 'GET /assessments/:id',
  readResourceAssessment: 'GET /course-resources/:id/assessment',
  startAttempt: 'POST /assessments/:id/attempts',
  readAttempt: 'GET /assessments/:id/attempts/:number',
  saveAnswer: 'PUT /assessments/:id/attempts/:number/answers/:questionId',
  submitAttempt: 'POST /assessments/:id/attempts/:number/submit',
  // catalogue (what people see)
  listCourses: 'GET /courses',
  courseSales: 'GET /courses/sales/:courseId',
  readCourse: 'GET /courses/:courseId',
  // community
  listGroups: 'GET /community/groups',
  createGroup: 'POST /community/groups',
  readGroup: 'GET /community/groups/:id',
  updateGroup: 'PUT /community/groups/:id',
  deleteGroup: 'DELETE /community/groups/:id',
  joinGroup: 'POST /community/groups/:id/join',
  leaveGroup: 'POST /community/groups/:id/leave',
  listGroupMembers: 'GET /community/groups/:id/members',
  listDiscussions: 'GET /community/discussions',
  startDiscussion: 'POST /community/discussions',
  readDiscussion: 'GET /community/discussions/:id',
  updateDiscussion: 'PUT /community/discussions/:id',
  deleteDiscussion: 'DELETE /community/discussions/:id',
  hideDiscussion: 'PUT /community/discussions/:id/hidden',
  answerDiscussion: 'POST /community/discussions/:id/posts',
  updatePost: 'PUT /community/posts/:id',
  deletePost: 'DELETE /community/posts/:id',
  hidePost: 'PUT /community/posts/:id/hidden',
  reportPost: 'POST /community/reports',
  // checkout
  payForCourse: 'POST /payments',
  payForCart: 'POST /payments/bulk',
  checkPayment: 'GET /payments/check/:purchaseId',
  paymentHistory: 'GET /payments/history/:userId',
  readPayment: 'GET /payments/:id',
  paymentCallback: 'POST /payments/callback/:account',
  listOrders: 'GET /orders',
  readOrder: 'GET /orders/:id',
  // achievements
  readAchievements: 'GET /achievements',
  saveTimeZone: 'PUT /achievements/time-zone',
  listCertificates: 'GET /certificates',
  readCertificate: 'GET /certificates/:id',
  // notifications
  listNotifications: 'GET /notifications',
  markNotificationsRead: 'POST /notifications/read',
  // insights
  readAnalytics: 'GET /analytics',
  createTicket: 'POST /tickets',
  downloadExport: 'GET /exports/:ticket',
  // messages to the platform, and what its keepers see
  sendMessage: 'POST /messages',
  listMessages: 'GET /messages',
  updateMessage: 'PUT /messages/:id',
  platformSummary: 'GET /platform/summary',
  listBusinesses: 'GET /platform/businesses',
} as const satisfies Record<string, `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`>

export type RouteName = keyof typeof routes
