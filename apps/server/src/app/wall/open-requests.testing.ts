import type { RouteName } from '@apogee/contracts/routes.ts'
import { testPassword } from '../testing.ts'
import { openCallsOfFeatures, type OpenCalls } from '../testing-wall.ts'
import { newCode, noCredential } from './role-requests.testing.ts'
import type { Request } from './walk.testing.ts'

const token = 'x'.repeat(43)
const gone = 999_999_999
const newAddress = () => `${newCode('somebody').toLowerCase()}@apogee.test`

const openCalls: OpenCalls = {
  ...openCallsOfFeatures,
  login: () => ({ body: { email: newAddress(), password: testPassword } }),
  register: () => ({ body: { name: 'Somebody', email: newAddress(), password: testPassword } }),
  verifySession: () => ({ body: {} }),
  readVerification: () => ({ params: { token } }),
  verifyEmail: () => ({ body: { token } }),
  readEmailChangeLink: () => ({ params: { token } }),
  confirmEmailChange: () => ({ body: { token } }),
  stopEmailChange: () => ({ body: { token } }),
  undoEmailChange: () => ({ body: { token } }),
  stopFactorRemovalByLink: () => ({ body: { token } }),
  readInvitation: () => ({ params: { token } }),
  forgotPassword: () => ({ body: { email: newAddress() } }),
  resetPassword: () => ({ body: { token, password: testPassword } }),
  completeSecondFactor: () => ({ body: { code: '000000' } }),
  beginPasskeySignIn: () => ({ body: {} }),
  completePasskeySignIn: () => ({
    body: { credential: noCredential({ authenticatorData: 'AA', signature: 'AA' }) },
  }),
  listSignInProviders: () => ({}),
  completeSignIn: () => ({ body: { code: token } }),
  registerBusiness() {
    const email = newAddress()
    return {
      body: {
        name: 'Somebody',
        email,
        password: testPassword,
        businessName: newCode('School'),
        businessEmail: email,
        businessPhone: '03-1234 5678',
        businessAddress: '1 Jalan Ujian',
      },
    }
  },
  readCourseInvitation: () => ({ params: { token } }),
  declineCourseInvitation: () => ({ params: { token }, body: {} }),
  listCourses: () => ({}),
  countCourses: () => ({}),
  featuredInstructors: () => ({}),
  featuredGroups: () => ({}),
  stopQuestionMails: () => ({ params: { token } }),
  resumeQuestionMails: () => ({ params: { token } }),
  quotePrices: () => ({ body: { courseIds: [gone] } }),
  checkPayment: () => ({ params: { purchaseId: 'nothing' } }),
  paymentCallback: () => ({ params: { account: gone }, body: {} }),
  countVisit: () => ({ body: { courseId: gone, step: 'view', source: 'direct' } }),
  readSharedInvoice: () => ({ params: { token } }),
  downloadInvoice: () => ({ params: { token, paper: 'invoice' } }),
  stopAnnouncementMails: () => ({ params: { token } }),
  resumeAnnouncementMails: () => ({ params: { token } }),
  readCertificate: () => ({ params: { id: 'nothing' } }),
  downloadCertificate: () => ({ params: { id: 'nothing' } }),
  downloadExport: () => ({ params: { ticket: token } }),
  sendMessage: () => ({
    body: { name: 'Somebody', email: newAddress(), text: 'When does it begin?', topic: 'contact' },
  }),
}

export const openRequests = Object.fromEntries(
  Object.entries(openCalls).map(([name, attempt]) => [name, { attempt } satisfies Request]),
) as Partial<Record<RouteName, Request>>
