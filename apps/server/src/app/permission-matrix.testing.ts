/** The requests of the walk of the permission table: targets, and each call with a role rule. */
import type { RouteName } from '@apogee/contracts/routes.ts'
import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { testPassword } from './testing.ts'

export interface Target {
  course: number
  content: number
  resource: number
  draftContent: number
  learner: number
}
export interface Attempt {
  params?: Record<string, number | string>
  query?: Record<string, unknown>
  body?: object
}

/** Well-formed, and of no challenge. */
const noCredential = (response: object) => ({
  ...{ id: 'AA', rawId: 'AA', type: 'public-key' },
  response: { clientDataJSON: 'AA', ...response },
})

export const missing: Target = {
  course: 999_999_999,
  content: 999_999_999,
  resource: 999_999_999,
  draftContent: 999_999_999,
  learner: 1,
}

export interface Kind {
  priceCents: number
  isPrivate: boolean
  isDraft?: boolean
  isArchived?: boolean
}

/** The courses of the walk. */
export const kinds: Record<string, Kind> = {
  'a free public course': { priceCents: 0, isPrivate: false },
  'a paid public course': { priceCents: 4900, isPrivate: false },
  'a free private course': { priceCents: 0, isPrivate: true },
  'a paid private course': { priceCents: 4900, isPrivate: true },
  'a free public draft': { priceCents: 0, isPrivate: false, isDraft: true },
  'a paid private draft': { priceCents: 4900, isPrivate: true, isDraft: true },
  'a free archived course': { priceCents: 0, isPrivate: false, isArchived: true },
  'a paid archived draft': { priceCents: 4900, isPrivate: false, isDraft: true, isArchived: true },
}

/** Refusals of the permission table itself; an allowed call may still be refused for another reason. */
export const policyRefusals: readonly string[] = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_YOURS',
  'COURSE_NOT_FOUND',
  'CONTENT_NOT_FOUND',
  'RESOURCE_NOT_FOUND',
  'PREREQUISITES_OPEN',
]

/** How to send each call with a role rule. */
export const roleCalls: Partial<Record<RouteName, (self: number) => Attempt>> = {
  readAchievements: () => ({}),
  readLearningGoal: () => ({}),
  saveLearningGoal: () => ({ body: { daysPerWeek: 3 } }),
  saveLearningPlan: () => ({
    body: { weekdays: [1], hour: 20, timeZone: 'Asia/Kuala_Lumpur', reminds: false },
  }),
  replaceCalendarLink: () => ({}),
  saveTimeZone: () => ({ body: { timeZone: 'Asia/Kuala_Lumpur' } }),
  listCertificates: () => ({}),
  readFinish: () => ({ params: { id: 'nothing' } }),
  readCertificateStanding: () => ({ params: { id: 'nothing' } }),
  withdrawCertificate: () => ({ params: { id: 'nothing' }, body: { reason: 'No' } }),
  restoreCertificate: () => ({ params: { id: 'nothing' } }),
  markFinishSeen: () => ({ params: { id: 'nothing' } }),
  listNotifications: () => ({}),
  markNotificationsRead: () => ({ body: {} }),
  listSessions: () => ({}),
  confirmIdentity: () => ({ body: { password: testPassword } }),
  listSecurityLog: () => ({ query: {} }),
  searchSecurityLog: () => ({ query: {} }),
  readSecurityLogState: () => ({}),
  listApiTokens: () => ({}),
  createApiToken: () => ({ body: { name: 'Payroll', scopes: ['courses:read'] } }),
  revokeApiToken: () => ({ params: { id: 999_999_999 } }),
  listWebhooks: () => ({}),
  createWebhook: () => ({ body: { url: 'https://example.com/hook', events: ['order.paid'] } }),
  updateWebhook: () => ({ params: { id: 999_999_999 }, body: {} }),
  deleteWebhook: () => ({ params: { id: 999_999_999 } }),
  replaceWebhookSecret: () => ({ params: { id: 999_999_999 } }),
  testWebhook: () => ({ params: { id: 999_999_999 } }),
  listWebhookDeliveries: () => ({ params: { id: 999_999_999 } }),
  resendWebhookDelivery: () => ({ params: { id: 999_999_999, deliveryId: 1 } }),
  endSession: () => ({ params: { id: 999_999_999 } }),
  resendVerification: () => ({}),
  changePassword: () => ({ body: { currentPassword: 'not this one', password: testPassword } }),
  listUsers: () => ({}),
  listInstructors: () => ({}),
  listMyLearners: () => ({}),
  updateUser: (self) => ({ params: { id: self }, body: { name: 'Renamed' } }),
  readDeletion: (self) => ({ params: { id: self } }),
  deleteUser: (self) => ({ params: { id: self } }),
  leave: () => ({ body: {} }),
  createInvitation: () => ({ body: { email: 'new@apogee.test', role: 'instructor' } }),
  listInvitations: () => ({}),
  readBusinessProfile: () => ({ params: { id: 999_999_999 } }),
  updateBusinessProfile: () => ({ params: { id: 999_999_999 }, body: { description: 'A school' } }),
  revokeInvitation: () => ({ params: { id: 999_999_999 } }),
  acceptInvitation: () => ({ params: { token: 'nothing' }, body: {} }),
  listPasskeys: () => ({}),
  beginPasskey: () => ({}),
  addPasskey: () => ({ body: { name: 'Phone', credential: noCredential({ attestationObject: 'oA' }) } }),
  renamePasskey: () => ({ params: { id: 999_999_999 }, body: { name: 'Phone' } }),
  removePasskey: () => ({ params: { id: 999_999_999 } }),
  beginPasskeyProof: () => ({}),
  confirmByPasskey: () => ({
    body: { credential: noCredential({ authenticatorData: 'AA', signature: 'AA' }) },
  }),
  readSecondFactor: () => ({}),
  beginSecondFactor: () => ({}),
  confirmSecondFactor: () => ({ body: { code: '000000' } }),
  replaceRecoveryCodes: () => ({}),
  turnOffSecondFactor: () => ({}),
  endOtherSessions: () => ({}),
  readSaleMails: () => ({}),
  updateSaleMails: () => ({ body: { wanted: 'each' } }),
  readAnnouncementMails: () => ({}),
  updateAnnouncementMails: () => ({ body: { wanted: true } }),
  readQuestionMails: () => ({}),
  updateQuestionMails: () => ({ body: { wanted: true } }),
  listCourseInvitations: () => ({}),
  acceptCourseInvitation: () => ({ params: { token: 'nothing' }, body: {} }),
  listEnrolledCourses: () => ({}),
  listWishlist: () => ({}),
  removeFromWishlist: () => ({ params: { courseId: missing.course } }),
  listOpenAttempts: () => ({}),
  readAssessment: () => ({ params: { id: 999_999_999 } }),
  startAttempt: () => ({ params: { id: 999_999_999 } }),
  listRepetitions: () => ({}),
  answerRepetition: () => ({ params: { questionId: 999_999_999 }, body: { answer: true } }),
  readAttempt: () => ({ params: { id: 999_999_999, number: 1 } }),
  saveAnswer: () => ({ params: { id: 999_999_999, number: 1, questionId: 1 }, body: { answer: true } }),
  submitAttempt: () => ({ params: { id: 999_999_999, number: 1 } }),
  beginCourseImport: () => ({ body: { filePath: '/media/none' } }),
  readLatestCourseImport: () => ({}),
  confirmCourseImport: () => ({ params: { id: 999_999_999 }, body: {} }),
  discardCourseImport: () => ({ params: { id: 999_999_999 } }),
  createCourse: () => ({ body: { title: 'A course', description: 'About it' } }),
  readChipAccount: () => ({}),
  updateChipCredentials: () => ({ body: { chipSecret: '', chipBrandId: 'x' } }),
  readPayoutBank: () => ({}),
  savePayoutBank: () => ({ body: {} }),
  readSellerPayoutBank: () => ({ params: { id: 999_999_999 } }),
  readSelling: () => ({}),
  listWaitingSellers: () => ({}),
  approveSeller: () => ({ params: { id: 999_999_999 } }),
  uploadFile: () => ({}),
  beginUpload: () => ({ body: { name: 'a.mp4', size: 1, contentType: 'video/mp4' } }),
  continueUpload: () => ({ body: { upload: 'nothing' } }),
  completeUpload: () => ({ body: { upload: 'nothing' } }),
  abandonUpload: () => ({ body: { upload: 'nothing' } }),
  readBuyerDetails: () => ({}),
  forgetBuyerDetails: () => ({}),
  payForCart: () => ({ body: { courseIds: [] } }),
  listGroups: () => ({}),
  createGroup: (self) => ({ body: { name: `Group of ${self}`, description: 'About a subject' } }),
  readGroup: () => ({ params: { id: missing.course } }),
  updateGroup: () => ({ params: { id: missing.course }, body: {} }),
  deleteGroup: () => ({ params: { id: missing.course } }),
  joinGroup: () => ({ params: { id: missing.course } }),
  leaveGroup: () => ({ params: { id: missing.course } }),
  listGroupMembers: () => ({ params: { id: missing.course } }),
  listDiscussions: () => ({}),
  startDiscussion: () => ({ body: { title: 'A question', body: 'Who knows?' } }),
  readDiscussion: () => ({ params: { id: missing.course } }),
  updateDiscussion: () => ({ params: { id: missing.course }, body: {} }),
  deleteDiscussion: () => ({ params: { id: missing.course } }),
  hideDiscussion: () => ({ params: { id: missing.course }, body: { hidden: true } }),
  answerDiscussion: () => ({ params: { id: missing.course }, body: { body: 'An answer' } }),
  updatePost: () => ({ params: { id: missing.course }, body: { body: 'An answer' } }),
  deletePost: () => ({ params: { id: missing.course } }),
  hidePost: () => ({ params: { id: missing.course }, body: { hidden: true } }),
  acceptPost: () => ({ params: { id: missing.course }, body: { accepted: true } }),
  voteForDiscussion: () => ({ params: { id: missing.course } }),
  withdrawDiscussionVote: () => ({ params: { id: missing.course } }),
  voteForPost: () => ({ params: { id: missing.course } }),
  withdrawPostVote: () => ({ params: { id: missing.course } }),
  reportPost: () => ({ body: { postId: missing.course, reason: 'Not kind' } }),
  paymentHistory: (self) => ({ params: { userId: self } }),
  readPayment: () => ({ params: { id: 'nothing' } }),
  readLedger: () => ({}),
  listLedger: () => ({}),
  listBalances: () => ({}),
  recordTransfer: () => ({
    body: {
      ...{ sellerId: 999_999_999, kind: 'payout', amount: 1, reference: 'x', paidOn: '2026-01-31' },
      ...{ expectedBalance: 1, key: 'nothing-at-all' },
    },
  }),
  reverseTransfer: () => ({ params: { id: 999_999_999 }, body: { reason: 'Wrong seller' } }),
  listReceipts: () => ({ params: { id: 'nothing' } }),
  readReceipt: () => ({ params: { id: 'nothing' } }),
  downloadReceipt: () => ({ params: { id: 'nothing' } }),
  readReceiptDetails: () => ({}),
  updateReceiptDetails: () => ({
    body: { legalName: 'A school', registrationNumber: '', sstNumber: '', address: '' },
  }),
  listCoupons: () => ({}),
  createCoupon: (self) => ({ body: { code: `MATRIX-${self}`, amount: 100 } }),
  updateCoupon: () => ({ params: { id: 999_999_999 }, body: { archived: true } }),
  readRates: () => ({}),
  updateTaxRate: () => ({ body: { taxBasisPoints: 0 } }),
  readMoneyBack: () => ({}),
  updateMoneyBack: () => ({ body: { days: 30, percent: 30 } }),
  listSellerRates: () => ({}),
  updateFeeRate: () => ({ params: { id: 999_999_999 }, body: { feeBasisPoints: 0 } }),
  listOrders: () => ({}),
  orderChoices: () => ({}),
  readOrder: () => ({ params: { id: 'nothing' } }),
  readOrderRefunds: () => ({ params: { id: 'nothing' } }),
  refundOrder: () => ({ params: { id: 'nothing' }, body: { courseIds: [1], reason: 'Asked for' } }),
  listRefundRequests: () => ({}),
  answerRefundRequest: () => ({
    params: { id: 'nothing' },
    body: { decision: 'decline', reason: 'Watched' },
  }),
  listPaymentExceptions: () => ({}),
  decidePaymentException: () => ({ params: { id: 'nothing' }, body: { choice: 'keep', reason: 'Known' } }),
  readRefundOptions: () => ({ params: { id: 'nothing' } }),
  requestRefund: () => ({ params: { id: 'nothing' }, body: { reason: 'Not for me' } }),
  withdrawRefundRequest: () => ({ params: { id: 'nothing' } }),
  moneyWaiting: () => ({}),
  readStudio: () => ({}),
  dismissChecklist: () => ({}),
  listReconciliations: () => ({}),
  startReconciliation: () => ({}),
  listDifferences: () => ({ params: { id: 999_999_999 } }),
  listInvoices: () => ({}),
  createInvoice: () => ({ body: {} }),
  readInvoice: () => ({ params: { id: 'nothing' } }),
  updateInvoice: () => ({ params: { id: 'nothing' }, body: {} }),
  deleteInvoice: () => ({ params: { id: 'nothing' } }),
  issueInvoice: () => ({ params: { id: 'nothing' }, body: { mail: true, expectedTotal: 1 } }),
  sendInvoice: () => ({ params: { id: 'nothing' }, body: {} }),
  renewInvoiceLink: () => ({ params: { id: 'nothing' }, body: {} }),
  payInvoice: () => ({
    params: { id: 'nothing' },
    body: { paidOn: '2026-01-31', bankReference: 'x', amount: 1 },
  }),
  voidInvoice: () => ({ params: { id: 'nothing' }, body: { reason: 'Wrong company' } }),
  listInvoiceSeats: () => ({ params: { id: 'nothing' } }),
  addInvoicePeople: () => ({
    params: { id: 'nothing' },
    body: { courseIds: [missing.course], text: 'a@apogee.test', preview: true },
  }),
  revokeSeat: () => ({ params: { id: 'nothing', seatId: missing.course } }),
  sendSeatAgain: () => ({ params: { id: 'nothing', seatId: missing.course }, body: {} }),
  reassignSeat: () => ({
    params: { id: 'nothing', seatId: missing.course },
    body: { email: 'a@apogee.test', name: '' },
  }),
  readInvoiceDesk: () => ({}),
  saveInvoiceBank: () => ({ body: {} }),
  readAnalytics: () => ({}),
  readSources: () => ({ query: {} }),
  createTicket: () => ({ body: { what: 'courses' } }),
  logout: () => ({}),
  listMessages: () => ({}),
  updateMessage: () => ({ params: { id: 999_999_999 }, body: { state: 'read' } }),
  platformSummary: () => ({}),
  listBusinesses: () => ({}),
  deleteReview: () => ({ params: { courseId: missing.course } }),
  replyToReview: () => ({ params: { id: missing.course }, body: { text: 'Thank you' } }),
  deleteReviewReply: () => ({ params: { id: missing.course } }),
  reportReview: () => ({ params: { id: missing.course }, body: { reason: 'Not about the course' } }),
  listReportedReviews: () => ({}),
  hideReview: () => ({ params: { id: missing.course }, body: { hidden: true } }),
}

/** Enrols this person, whose contents wait for another course; nobody else of the course waits. */
export async function letWait(
  { kysely }: Database,
  { courseId, firstId, userId }: { courseId: number; firstId: number; userId: number },
): Promise<void> {
  await sql`
    INSERT INTO course_prerequisites (course_id, prerequisite_id, place, required_since)
    VALUES (${courseId}, ${firstId}, 0, now() - interval '1 minute')`.execute(kysely)
  await sql`
    WITH given AS (
      INSERT INTO enrolments (user_id, course_id, source) VALUES (${userId}, ${courseId}, 'granted') RETURNING id)
    INSERT INTO enrolment_conditions (enrolment_id, prerequisite_id, required_since)
    SELECT given.id, p.prerequisite_id, p.required_since FROM given, course_prerequisites p WHERE p.course_id = ${courseId}`.execute(
    kysely,
  )
}
