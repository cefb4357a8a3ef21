import { randomUUID } from 'node:crypto'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import type { Caller } from './callers.testing.ts'
import * as objects from './objects.testing.ts'
import { roleCalls } from './role-requests.testing.ts'
import type { Request } from './walk.testing.ts'
import type { Attempt } from './targets.testing.ts'
import type { World } from './world.testing.ts'

interface Given {
  world: World
  caller: Caller
  isLetIn: boolean
}
type Make = (given: Given) => Promise<Attempt> | Attempt

const on =
  <T>(key: string, make: (world: World) => Promise<T>, send: (object: T) => Attempt): Make =>
  async ({ world, isLetIn }) =>
    send(await objects.objectOf(world, key, isLetIn, () => make(world)))

const purchase = (send: (id: string, course: number) => Attempt): Make =>
  on('purchase', objects.newPurchase, ({ id, course }) => send(id, course))
const issued = (send: (id: string) => Attempt) => on('issued invoice', objects.newIssuedInvoice, send)
const refundRequest = (send: (id: string) => Attempt) => on('refund request', objects.newRefundRequest, send)
const receipt = (send: (id: string) => Attempt) => on('receipt', objects.newReceipt, send)
const invoice = (send: (id: string) => Attempt) => on('invoice', objects.newInvoice, send)
const certificate = (send: (id: string) => Attempt) => on('certificate', objects.newCertificate, send)
const quiz = (send: (id: number) => Attempt) => on('quiz', objects.newQuiz, send)
const attempt = (send: (of: { id: number; number: number; questionId: number }) => Attempt) =>
  on('attempt', objects.newAttempt, send)
const inGroup = (send: (of: { group: number; discussion: number; post: number }) => Attempt) =>
  on('group', objects.newGroup, send)
const inCourse = (send: (of: { discussion: number; post: number }) => Attempt) =>
  on('course discussion', objects.newCourseDiscussion, send)
const review = (send: (of: { course: number; id: number }) => Attempt) =>
  on('review', objects.newReview, send)
/** All requests share one webhook, because a business has ten at most. */
const webhook =
  (more: object = {}): Make =>
  async ({ world }) => ({
    params: { id: await world.once('webhook', () => objects.newWebhook(world)) },
    ...more,
  })
const member = (more: object = {}) => on('member', objects.newMember, (id) => ({ params: { id }, ...more }))
const outsider = (more: object = {}) =>
  on('outsider', objects.newOutsider, (id) => ({ params: { id }, ...more }))
const personNote = (of: typeof member) => of({ body: { text: 'Asked for a receipt', key: randomUUID() } })
const ofNote = (make: typeof objects.newMember): Make =>
  on(`note ${make.name}`, objects.newNoteAbout(make), (params) => ({ params }))
const business =
  (more: object = {}): Make =>
  ({ world }) => ({ params: { id: world.staff.admin.businessId ?? 0 }, ...more })
const self =
  (more: object = {}): Make =>
  ({ caller }) => ({ params: { id: caller.id || 1 }, ...more })
const upload: Make = on('upload', objects.newUpload, (of) => ({ body: { upload: of } }))
const seat = (send: (of: { id: string; seatId: number; course: number }) => Attempt) =>
  on('seat', objects.newSeat, send)
const seller =
  (more: object = {}): Make =>
  async ({ world }) => ({ params: { id: await objects.sellerOf(world) }, ...more })
const byId = (id: string | number): Attempt => ({ params: { id } })

const talk = (send: (of: { discussion: number; post: number }) => Attempt): Record<string, Make> => ({
  group: inGroup(send),
  course: inCourse(send),
})

const objectCalls: Partial<Record<RouteName, Record<string, Make>>> = {
  updateUser: {
    self: self({ body: { name: 'Renamed' } }),
    'member-name': member({ body: { name: 'Renamed' } }),
    'member-role': member({ body: { role: 'student' } }),
    'outsider-role': outsider({ body: { role: 'instructor' } }),
  },
  signOutUser: { self: self(), member: member(), outsider: outsider() },
  readDeletion: { self: self(), member: member(), outsider: outsider() },
  readPerson: { member: member(), outsider: outsider() },
  listPersonEvents: { member: member({ query: {} }), outsider: outsider({ query: {} }) },
  addPersonNote: { member: personNote(member), outsider: personNote(outsider) },
  deletePersonNote: { member: ofNote(objects.newMember), outsider: ofNote(objects.newOutsider) },
  deleteUser: { member: member(), outsider: outsider() },
  endSession: { learner: on('session', objects.newSession, byId) },
  confirmSecondFactor: {
    async any({ world, caller: { token } }) {
      await world.server.call('beginSecondFactor', { as: token === null ? null : { token } })
      return { body: { code: '000000' } }
    },
  },
  renamePasskey: {
    learner: on('passkey', objects.newPasskey, (id) => ({ params: { id }, body: { name: 'Tablet' } })),
  },
  removePasskey: { learner: on('passkey', objects.newPasskey, byId) },
  revokeApiToken: { member: on('token', objects.newApiToken, byId) },
  updateWebhook: { business: webhook({ body: {} }) },
  deleteWebhook: { business: on('webhook', objects.newWebhook, byId) },
  replaceWebhookSecret: { business: webhook() },
  testWebhook: { business: webhook() },
  listWebhookDeliveries: { business: webhook() },
  readBusinessProfile: { business: business() },
  updateBusinessProfile: { business: business({ body: { description: 'A school' } }) },
  revokeInvitation: { business: on('invitation', objects.newInvitation, byId) },
  updateCoupon: {
    business: on('coupon', objects.newCoupon, (id) => ({ params: { id }, body: { archived: true } })),
  },
  updateBundle: {
    business: on('bundle', objects.newBundle, (id) => ({ params: { id }, body: { state: 'archived' } })),
  },
  paymentHistory: {
    self: ({ caller }) => ({ params: { userId: caller.id || 1 } }),
    learner: ({ world }) => ({ params: { userId: world.caller('l', 'paymentHistory').id } }),
  },
  readPayment: { learner: purchase(byId) },
  readRefundOptions: { learner: purchase(byId) },
  requestRefund: {
    learner: purchase((id) => ({ params: { id }, body: { reason: 'Not for me' } })),
    refunded: on('refunded', objects.newRefunded, ({ id }) => ({
      params: { id },
      body: { reason: 'Not for me' },
    })),
  },
  withdrawRefundRequest: { learner: refundRequest(byId) },
  listReceipts: { learner: purchase(byId) },
  readReceipt: { learner: receipt(byId) },
  downloadReceipt: { learner: receipt(byId) },
  readOrder: {
    business: purchase(byId),
    refunded: on('refunded', objects.newRefunded, ({ id }) => byId(id)),
  },
  readOrderRefunds: { business: purchase(byId) },
  refundOrder: {
    business: purchase((id, course) => ({
      params: { id },
      body: { courseIds: [course], reason: 'Asked for' },
    })),
    refunded: on('refunded', objects.newRefunded, ({ id, course }) => ({
      params: { id },
      body: { courseIds: [course], reason: 'Asked for' },
    })),
  },
  answerRefundRequest: {
    business: refundRequest((id) => ({
      params: { id },
      body: { decision: 'decline', reason: 'Watched' },
    })),
  },
  readInvoice: { business: invoice(byId) },
  createInvoice: { any: async ({ world }) => ({ body: await objects.invoiceForm(world) }) },
  updateInvoice: {
    business: async (given) => ({
      ...(await invoice(byId)(given)),
      body: await objects.invoiceForm(given.world),
    }),
    missing: async ({ world }) => ({
      params: { id: 'nothing' },
      body: await objects.invoiceForm(world),
    }),
  },
  deleteInvoice: { business: invoice(byId) },
  issueInvoice: {
    business: invoice((id) => ({ params: { id }, body: { mail: false, expectedTotal: 4_900 } })),
  },
  sendInvoice: { business: issued((id) => ({ params: { id }, body: {} })) },
  renewInvoiceLink: { business: issued((id) => ({ params: { id }, body: {} })) },
  payInvoice: {
    business: async (given) => ({
      ...(await issued(byId)(given)),
      body: {
        bankReference: 'x',
        amount: 4_900,
        paidOn: dayInMalaysia(given.world.server.clock.now()),
      },
    }),
  },
  voidInvoice: { business: issued((id) => ({ params: { id }, body: { reason: 'Wrong company' } })) },
  listEnrolledCourses: {
    learner: ({ world }) => ({ query: { userId: world.caller('l', 'listEnrolledCourses').id } }),
  },
  payForCart: {
    learner: async ({ world }) => ({
      body: {
        courseIds: [(await world.sharedCourse('sold')).course],
        userId: world.caller('l', 'payForCart').id,
        customerInfo: world.shop.customer,
      },
    }),
    any: async ({ world }) => ({
      body: {
        courseIds: [(await world.sharedCourse('sold')).course],
        customerInfo: world.shop.customer,
      },
    }),
  },
  listInvoiceSeats: { business: invoice(byId) },
  addInvoicePeople: {
    business: seat(({ id, course }) => ({
      params: { id },
      body: { courseIds: [course], text: 'a@apogee.test', preview: true },
    })),
  },
  revokeSeat: { business: seat(({ id, seatId }) => ({ params: { id, seatId } })) },
  reassignSeat: {
    business: seat(({ id, seatId }) => ({
      params: { id, seatId },
      body: { email: 'another@apogee.test', name: '' },
    })),
  },
  sendSeatAgain: { business: seat(({ id, seatId }) => ({ params: { id, seatId }, body: {} })) },
  continueUpload: { business: upload },
  completeUpload: { business: upload },
  abandonUpload: { business: upload },
  updateFeeRate: { business: seller({ body: { feeBasisPoints: 0 } }) },
  readSellerPayoutBank: { business: seller() },
  updateMessage: {
    visitor: on('message', objects.newMessage, (id) => ({ params: { id }, body: { state: 'read' } })),
  },
  readFinish: { learner: certificate(byId) },
  markFinishSeen: { learner: certificate(byId) },
  setCertificateVisibility: {
    learner: certificate((id) => ({ params: { id }, body: { isPrivate: false } })),
  },
  readCertificateStanding: { learner: certificate(byId) },
  withdrawCertificate: { learner: certificate((id) => ({ params: { id }, body: { reason: 'No' } })) },
  restoreCertificate: { learner: certificate(byId) },
  reissueCertificate: { learner: certificate(byId) },
  readAssessment: { free: quiz(byId) },
  startAttempt: { free: quiz(byId) },
  readAttempt: { learner: attempt(({ id, number }) => ({ params: { id, number } })) },
  saveAnswer: { learner: attempt((of) => ({ params: { ...of }, body: { answer: true } })) },
  submitAttempt: { learner: attempt(({ id, number }) => ({ params: { id, number } })) },
  readGroup: { learner: inGroup(({ group }) => byId(group)) },
  updateGroup: { learner: inGroup(({ group }) => ({ params: { id: group }, body: { description: 'New' } })) },
  deleteGroup: { learner: inGroup(({ group }) => byId(group)) },
  joinGroup: { learner: inGroup(({ group }) => byId(group)) },
  leaveGroup: { learner: inGroup(({ group }) => byId(group)) },
  listGroupMembers: { learner: inGroup(({ group }) => byId(group)) },
  readDiscussion: talk(({ discussion }) => byId(discussion)),
  updateDiscussion: talk(({ discussion }) => ({ params: { id: discussion }, body: { title: 'Another' } })),
  deleteDiscussion: talk(({ discussion }) => byId(discussion)),
  hideDiscussion: talk(({ discussion }) => ({ params: { id: discussion }, body: { hidden: true } })),
  answerDiscussion: talk(({ discussion }) => ({ params: { id: discussion }, body: { body: 'So' } })),
  voteForDiscussion: talk(({ discussion }) => byId(discussion)),
  withdrawDiscussionVote: talk(({ discussion }) => byId(discussion)),
  updatePost: talk(({ post }) => ({ params: { id: post }, body: { body: 'Another answer' } })),
  deletePost: talk(({ post }) => byId(post)),
  hidePost: talk(({ post }) => ({ params: { id: post }, body: { hidden: true } })),
  acceptPost: talk(({ post }) => ({ params: { id: post }, body: { accepted: true } })),
  voteForPost: talk(({ post }) => byId(post)),
  withdrawPostVote: talk(({ post }) => byId(post)),
  reportPost: talk(({ post }) => ({ body: { postId: post, reason: 'Not kind' } })),
  deleteReview: { learner: review(({ course }) => ({ params: { courseId: course } })) },
  replyToReview: { learner: review(({ id }) => ({ params: { id }, body: { text: 'Thank you' } })) },
  deleteReviewReply: { learner: review(({ id }) => byId(id)) },
  reportReview: { learner: review(({ id }) => ({ params: { id }, body: { reason: 'Not about it' } })) },
  hideReview: { learner: review(({ id }) => ({ params: { id }, body: { hidden: true } })) },
}

const changesCaller: ReadonlySet<RouteName> = new Set<RouteName>([
  'logout',
  'endOtherSessions',
  'leave',
  'confirmIdentity',
  'askEmailChange',
])

/**
 * Returns the requests of calls that are not about a course. In the states `any` and `missing` they name no object of the school.
 */
export function objectRequests(getWorld: () => World): Partial<Record<RouteName, Request>> {
  const names = new Set([...Object.keys(roleCalls), ...Object.keys(objectCalls)] as RouteName[])
  return Object.fromEntries(
    [...names].map((name) => {
      const request: Request = {
        attempt({ state, caller, isLetIn }) {
          const make = objectCalls[name]?.[state]
          if (make) return make({ world: getWorld(), caller, isLetIn })
          if (state !== 'any' && state !== 'missing') throw new Error(`${name} has no state ${state}`)
          return roleCalls[name]?.(caller.id || 1) ?? {}
        },
        ...(objectCalls[name] && {
          nothing: (caller: Caller) =>
            objectCalls[name]?.['missing']?.({ world: getWorld(), caller, isLetIn: false }) ??
            roleCalls[name]?.(missingId) ??
            {},
        }),
        ...(changesCaller.has(name) && { changesCaller: true }),
      }
      return [name, request]
    }),
  )
}

const missingId = 999_999_999
