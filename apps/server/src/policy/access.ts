/**
 * One rule for each call. The type makes the list complete; a route without a rule does not compile and does not start.
 * Rules look at ids only to ask the policy about them: an id in a request is a selector, never an identity.
 */
import type { ReceivedOf } from '@apogee/contracts/endpoints.ts'
import type { ExceptionChoice } from '@apogee/contracts/sales/refunds.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import type { Caller } from './caller.ts'
import type { CourseCapability, RoleCapability } from './permissions.ts'
import type { CourseReference } from './standing.ts'

export type AccessRule<N extends RouteName = RouteName> =
  | { kind: 'open' }
  | {
      /**
       * Needs a sign-in or the password within the last ten minutes (403 FRESH_PROOF_REQUIRED): always, asked so, or for
       * a state of things that only the service knows, which then refuses.
       */
      fresh?: true | 'by the service' | ((received: ReceivedOf<N>, caller: Caller) => boolean)
      kind: 'role'
      capability: RoleCapability
      self?: SelfSelector<N>
      /** An instructor of a business sells nothing of their own (403 LONE_SELLERS_ONLY). */
      sellersOnly?: true
    }
  | {
      kind: 'course'
      capability: CourseCapability | ((received: ReceivedOf<N>) => CourseCapability)
      course: (received: ReceivedOf<N>) => CourseReference
      self?: SelfSelector<N>
      /** Whoever is not the person named needs this instead (a teacher reading a learner's progress). */
      otherwise?: CourseCapability
    }

/** Ids that must be the caller's own (403 NOT_YOURS when they are not). */
type SelfSelector<N extends RouteName> = (received: ReceivedOf<N>) => number | null | undefined

const open = { kind: 'open' } as const
const signedIn = { kind: 'role', capability: 'self.anything' } as const
const byRole = (capability: RoleCapability) => ({ kind: 'role', capability }) as const

/** A superadmin's refund may take a seller's balance below zero; all other such refunds wait for approval. */
export const mayOverdraw = (caller: Pick<Caller, 'role'>): boolean => caller.role === 'superadmin'
const decisionsOnRefunds: readonly ExceptionChoice[] = ['approve_refund', 'decline_refund', 'give_back']

export const accessRules: { readonly [N in RouteName]: AccessRule<N> } = {
  login: open,
  register: open,
  registerBusiness: open,
  verifySession: open,
  // The holder of the mailed link may read it; proving also needs the account's session or password.
  readVerification: open,
  verifyEmail: open,
  resendVerification: signedIn,
  forgotPassword: open,
  resetPassword: open,
  changePassword: signedIn,
  confirmIdentity: signedIn,
  // Whose entries, the service knows: a business's are its admins', all are the superadmins'.
  listSecurityLog: signedIn,
  listSignInProviders: open,
  // Proven by the code and by the browser that began.
  completeSignIn: open,
  logout: signedIn,
  listSessions: signedIn,
  endSession: signedIn,
  listUsers: byRole('people.list'),
  listInstructors: byRole('people.listInstructors'),
  listMyLearners: byRole('people.listLearners'),
  // A change of role needs a fresh proof, a change of name does not: see people.service.
  updateUser: { ...byRole('person.update'), fresh: 'by the service' },
  // Deleting oneself needs a proof of identity.
  readDeletion: byRole('person.delete'),
  // Oneself with the password, anybody else with a fresh proof: see people.service.
  deleteUser: { ...byRole('person.delete'), fresh: 'by the service' },
  leave: signedIn,
  createInvitation: { ...byRole('people.invite'), fresh: true },
  listInvitations: byRole('people.invite'),
  revokeInvitation: byRole('people.invite'),
  // Whoever holds the link may look; the address it was sent to must be the caller's own.
  readInvitation: open,
  acceptInvitation: signedIn,
  readChipAccount: { ...byRole('chip.connect'), sellersOnly: true },
  updateChipCredentials: { ...byRole('chip.connect'), sellersOnly: true, fresh: true },
  readPayoutBank: { ...byRole('chip.connect'), sellersOnly: true },
  savePayoutBank: { ...byRole('chip.connect'), sellersOnly: true, fresh: true },
  readSelling: { ...byRole('chip.connect'), sellersOnly: true },
  listWaitingSellers: byRole('platform.run'),
  approveSeller: { ...byRole('platform.run'), fresh: true },
  // The whole account number: read only to pay out to it.
  readSellerPayoutBank: { ...byRole('platform.run'), fresh: true },
  // Which purposes a role may upload for is decided by the media rules, once the purpose is known.
  uploadFile: byRole('file.uploadAvatar'),

  createCourse: { kind: 'role', capability: 'course.create', self: ({ body }) => body.createdBy },
  updateCourse: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ params }) => ({ course: params.id }),
  },
  deleteCourse: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ params }) => ({ course: params.id }),
  },
  readCourseState: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ params }) => ({ course: params.id }),
  },
  changeCourseState: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ params }) => ({ course: params.id }),
  },
  duplicateCourse: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ params }) => ({ course: params.id }),
  },
  readCourseSale: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ params }) => ({ course: params.id }),
  },
  readSalesContent: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ params }) => ({ course: params.id }),
  },
  updateSalesContent: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ params }) => ({ course: params.id }),
  },
  listCourseContents: {
    kind: 'course',
    capability: 'course.study',
    course: ({ params }) => ({ course: params.courseId }),
  },
  createContent: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ body }) => ({ course: body.courseId }),
  },
  updateContent: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ params }) => ({ content: params.id }),
  },
  deleteContent: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ params }) => ({ content: params.id }),
  },
  listContentResources: {
    kind: 'course',
    capability: 'course.study',
    course: ({ params }) => ({ content: params.contentId }),
  },
  createResource: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ body }) => ({ content: body.courseContentId }),
  },
  updateResource: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ params }) => ({ resource: params.id }),
  },
  deleteResource: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ params }) => ({ resource: params.id }),
  },

  enroll: {
    kind: 'course',
    capability: ({ body }) => (body.invite ? 'course.enrolByInvite' : 'course.enrol'),
    course: ({ params }) => ({ course: params.courseId }),
    self: ({ body }) => body.userId,
  },
  coursePeople: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ params }) => ({ course: params.id }),
  },
  enrolPeople: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ course: params.id }) },
  createInvite: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ params }) => ({ course: params.id }),
  },
  revokeInvite: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ params }) => ({ course: params.id }),
  },
  listInvitedPeople: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ params }) => ({ course: params.id }),
  },
  resendCourseInvitation: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ params }) => ({ course: params.id }),
  },
  withdrawCourseInvitation: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ params }) => ({ course: params.id }),
  },
  // One's own: those to the address that is proven to be the caller's.
  listCourseInvitations: signedIn,
  // Whoever holds the mailed link may look and decline; the address it was sent to must be the caller's to accept.
  readCourseInvitation: open,
  acceptCourseInvitation: signedIn,
  declineCourseInvitation: open,
  listEnrolledCourses: { kind: 'role', capability: 'self.anything', self: ({ query }) => query.userId },

  courseProgress: {
    kind: 'course',
    capability: 'course.see',
    course: ({ params }) => ({ course: params.courseId }),
    self: ({ params }) => params.userId,
    otherwise: 'course.seeLearnersProgress',
  },
  lessonProgress: {
    kind: 'course',
    capability: 'course.see',
    course: ({ params }) => ({ content: params.courseContentId }),
    self: ({ params }) => params.userId,
    otherwise: 'course.seeLearnersProgress',
  },
  saveLessonProgress: {
    kind: 'course',
    capability: 'course.saveProgress',
    course: ({ body }) => ({ content: body.courseContentId }),
    self: ({ body }) => body.userId,
  },
  saveResourceProgress: {
    kind: 'course',
    capability: 'course.saveProgress',
    course: ({ params }) => ({ resource: params.id }),
  },

  // An assessment may belong to no course: its service asks 'course.study' of the one it belongs to.
  readAssessment: signedIn,
  readResourceAssessment: {
    kind: 'course',
    capability: 'course.study',
    course: ({ params }) => ({ resource: params.id }),
  },
  startAttempt: signedIn,
  // Somebody else's attempt does not exist: the store asks by user, assessment and number.
  readAttempt: signedIn,
  saveAnswer: signedIn,
  submitAttempt: signedIn,

  listReviews: {
    kind: 'course',
    capability: 'course.see',
    course: ({ params }) => ({ course: params.courseId }),
  },
  saveReview: {
    kind: 'course',
    capability: 'course.review',
    course: ({ params }) => ({ course: params.courseId }),
  },
  // One's own goes also where the course is not there for its author any more.
  deleteReview: signedIn,
  // A review's course is asked about by the reviews themselves.
  replyToReview: signedIn,
  deleteReviewReply: signedIn,
  reportReview: signedIn,
  // A seller reports criticism; they do not hide it.
  listReportedReviews: byRole('platform.run'),
  hideReview: byRole('platform.run'),

  // Lists show what the caller may see; whose list it is, is checked by the catalogue.
  listCourses: open,
  countCourses: open,
  featuredInstructors: open,
  courseSales: {
    kind: 'course',
    capability: 'course.see',
    course: ({ params }) => ({ course: params.courseId }),
    self: ({ query }) => query.userId,
  },
  readCourse: {
    kind: 'course',
    capability: 'course.see',
    course: ({ params }) => ({ course: params.courseId }),
  },

  // Groups are open to all who are signed in; a discussion's course is asked about by the community itself.
  listGroups: signedIn,
  // Names and numbers of groups only.
  featuredGroups: open,
  createGroup: signedIn,
  readGroup: signedIn,
  updateGroup: signedIn,
  deleteGroup: signedIn,
  joinGroup: signedIn,
  leaveGroup: signedIn,
  listGroupMembers: signedIn,
  listDiscussions: signedIn,
  startDiscussion: signedIn,
  readDiscussion: signedIn,
  updateDiscussion: signedIn,
  deleteDiscussion: signedIn,
  hideDiscussion: signedIn,
  answerDiscussion: signedIn,
  updatePost: signedIn,
  deletePost: signedIn,
  hidePost: signedIn,
  reportPost: signedIn,

  // Priced as for whoever asks; each course is asked about by the pricing itself.
  quotePrices: open,
  // Whose codes and rates: the seller's; instructors of a business hear from the service that they are not theirs.
  listCoupons: byRole('prices.set'),
  createCoupon: byRole('prices.set'),
  updateCoupon: byRole('prices.set'),
  readRates: byRole('prices.set'),
  updateTaxRate: byRole('prices.set'),
  readMoneyBack: byRole('prices.set'),
  updateMoneyBack: byRole('prices.set'),
  listSellerRates: byRole('platform.run'),
  updateFeeRate: { ...byRole('platform.run'), fresh: true },

  payForCourse: {
    kind: 'course',
    capability: 'course.buy',
    course: ({ body }) => ({ course: body.courseId }),
    self: ({ body }) => body.userId,
  },
  // Each course of a cart is asked about by the checkout itself, with the same capability.
  payForCart: { kind: 'role', capability: 'self.anything', self: ({ body }) => body.userId },
  // Whose invoices: the seller's; the service asks, as it does for orders.
  listInvoices: byRole('orders.read'),
  createInvoice: byRole('orders.read'),
  readInvoice: byRole('orders.read'),
  updateInvoice: byRole('orders.read'),
  deleteInvoice: byRole('orders.read'),
  issueInvoice: byRole('orders.read'),
  sendInvoice: byRole('orders.read'),
  renewInvoiceLink: byRole('orders.read'),
  payInvoice: byRole('orders.read'),
  voidInvoice: byRole('orders.read'),
  listInvoiceSeats: byRole('orders.read'),
  addInvoicePeople: byRole('orders.read'),
  revokeSeat: byRole('orders.read'),
  reassignSeat: byRole('orders.read'),
  sendSeatAgain: byRole('orders.read'),
  readInvoiceDesk: byRole('orders.read'),
  saveInvoiceBank: { ...byRole('orders.read'), fresh: true },
  // Proven by the signature in the link.
  readSharedInvoice: open,
  downloadInvoice: open,

  // One's own: no id in any request says whose.
  readBuyerDetails: signedIn,
  forgetBuyerDetails: signedIn,
  checkPayment: open,
  paymentHistory: { kind: 'role', capability: 'self.anything', self: ({ params }) => params.userId },
  // Somebody else's purchase does not exist for the caller: the store asks by id and buyer.
  readPayment: signedIn,
  // Proven by its signature, not by a session.
  paymentCallback: open,
  // Whose book: the seller's own, which the service knows; a superadmin names any.
  readLedger: byRole('orders.read'),
  listLedger: byRole('orders.read'),
  listBalances: byRole('platform.run'),
  recordTransfer: { ...byRole('platform.run'), fresh: true },
  reverseTransfer: { ...byRole('platform.run'), fresh: true },
  // Whose receipt it is, the service asks: others are told that there is none.
  listReceipts: signedIn,
  readReceipt: signedIn,
  downloadReceipt: signedIn,
  readReceiptDetails: { ...byRole('chip.connect'), sellersOnly: true },
  updateReceiptDetails: { ...byRole('chip.connect'), sellersOnly: true },
  // Whose orders: the seller's; instructors of a business hear from the service that they are not theirs.
  listOrders: byRole('orders.read'),
  orderChoices: byRole('orders.read'),
  readOrder: byRole('orders.read'),
  // Which lines, items and requests: the seller's own; the service answers 404 for all others.
  refundOrder: { ...byRole('orders.read'), fresh: (_, caller) => mayOverdraw(caller) },
  readOrderRefunds: byRole('orders.read'),
  listRefundRequests: byRole('orders.read'),
  answerRefundRequest: {
    ...byRole('orders.read'),
    fresh: ({ body }, caller) => body.decision === 'refund' && mayOverdraw(caller),
  },
  listPaymentExceptions: byRole('orders.read'),
  decidePaymentException: {
    ...byRole('orders.read'),
    fresh: ({ body }, caller) => decisionsOnRefunds.includes(body.choice) && mayOverdraw(caller),
  },
  // Somebody else's purchase or request does not exist.
  readRefundOptions: signedIn,
  requestRefund: signedIn,
  withdrawRefundRequest: signedIn,
  moneyWaiting: byRole('orders.read'),
  listReconciliations: byRole('platform.run'),
  startReconciliation: byRole('platform.run'),
  listDifferences: byRole('platform.run'),

  // One's own: no id in any request says whose.
  readAchievements: signedIn,
  saveTimeZone: signedIn,
  listCertificates: signedIn,
  // Whoever was given its random id may see it.
  readCertificate: open,
  readSaleMails: { ...byRole('chip.connect'), sellersOnly: true },
  updateSaleMails: { ...byRole('chip.connect'), sellersOnly: true },
  listNotifications: signedIn,
  markNotificationsRead: signedIn,

  readAnalytics: byRole('insights.read'),
  createTicket: byRole('insights.read'),
  // Proven by its ticket; the rights of its owner are asked again.
  downloadExport: open,

  // Who sent it is read from the session, if there is one.
  sendMessage: open,
  listMessages: byRole('platform.run'),
  updateMessage: byRole('platform.run'),
  platformSummary: byRole('platform.run'),
  listBusinesses: byRole('platform.run'),
}
