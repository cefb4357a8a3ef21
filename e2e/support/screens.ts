/** Lists every screen of the product and its path, for the journeys of screens and of accessibility. */
import type { APIRequestContext, Page } from '@playwright/test'
import { demoReader } from './people.ts'
import {
  firstPurchase,
  firstReceipt,
  newestOrder,
  invoiceOf,
  sharedInvoice,
  firstSchool,
  offeredBundle,
} from './screen-addresses.ts'
import {
  courseNamed,
  courses,
  handInPage,
  learnerPage,
  lessonsOf,
  newText,
  putIntoCart,
  quizOf,
  rosterPage,
  sellerPage,
  firstDiscussion,
  firstGroup,
  certificatePage,
} from './school.ts'

export type Viewer = 'stranger' | 'learner' | 'student' | 'instructor' | 'admin' | 'superadmin'

export interface Screen {
  name: string
  viewer: Viewer
  path: string | ((request: APIRequestContext) => Promise<string>)
  /** This heading is visible when the screen has its content. */
  heading: string | RegExp
  /** Prepares the screen before it is opened. At that time the visitor is new and the document has no scripts. */
  before?: (page: Page, request: APIRequestContext) => Promise<void>
  /** Matches the console errors that the screen causes on purpose. */
  expected?: RegExp
}

const ids = new Map<string, Promise<number>>()

const idOf = (request: APIRequestContext, title: string): Promise<number> => {
  const id = ids.get(title) ?? courseNamed(request, title).then((course) => course.id)
  ids.set(title, id)
  return id
}

const salesPage = (title: string) => async (request: APIRequestContext) =>
  `/sp/${await idOf(request, title)}/`

/** Returns the address with the number of a course of the demo school in the place of `1`. */
const gitPage = (address: string) => async (request: APIRequestContext) =>
  address.replace('1', String(await idOf(request, courses.git)))

const lesson = (fileType: 'video' | 'pdf') => async (request: APIRequestContext) => {
  const student = await demoReader(request, 'student')
  const all = await lessonsOf(request, await idOf(request, courses.sql), student)
  return all.find((item) => item.fileType === fileType)?.path ?? ''
}

const filledCart = async (page: Page, request: APIRequestContext) =>
  putIntoCart(page, [await courseNamed(request, courses.colour), await courseNamed(request, courses.prompts)])

/** Lists every screen. A new screen of the route table needs a row here. */
export const screens: Screen[] = [
  {
    name: 'the landing page',
    viewer: 'stranger',
    path: '/',
    heading: 'Go further than where you started.',
  },
  {
    name: 'the creators page',
    viewer: 'stranger',
    path: '/business',
    heading: 'Your courses, your price, your learners.',
  },
  ...(
    [
      ['/pricing', 'Pricing'],
      ['/about', 'About Apogee'],
      ['/blog', 'Blog'],
      ['/blog/price-your-first-course', 'How to price your first course'],
      ['/testimonials', 'Testimonials'],
      ['/roadmap', 'Roadmap'],
      ['/careers', 'Careers'],
      ['/contact', 'Contact'],
      ['/contact-support', 'Contact support'],
      ['/verify', 'Check a certificate'],
      ['/terms', 'Terms of Service'],
      ['/privacy', 'Privacy Policy'],
      ['/cookies', 'Cookies and local storage'],
      ['/partners', 'Partners'],
    ] as const
  ).map(([path, heading]): Screen => ({ name: path, viewer: 'stranger', path, heading })),
  { name: 'the marketplace', viewer: 'stranger', path: '/marketplace', heading: 'Marketplace' },
  {
    name: 'the marketplace without a match',
    viewer: 'stranger',
    path: '/marketplace?search=nothing-like-this',
    heading: 'No Courses Found',
  },
  { name: 'the course store', viewer: 'stranger', path: '/sales', heading: 'Course Store' },
  {
    name: 'a sales page of a paid course',
    viewer: 'stranger',
    path: salesPage(courses.sql),
    heading: courses.sql,
  },
  {
    name: 'a sales page of a free course',
    viewer: 'learner',
    path: salesPage(courses.git),
    heading: courses.git,
  },
  {
    name: 'a sales page of a course that is not there',
    viewer: 'stranger',
    path: '/sp/999999/',
    heading: 'Error: Course not found',
    expected: /404/,
  },
  { name: 'the sign-in form', viewer: 'stranger', path: '/login', heading: 'Sign in' },
  { name: 'the registration form', viewer: 'stranger', path: '/register', heading: 'Create your account' },
  {
    name: 'the business registration',
    viewer: 'stranger',
    path: '/admin/register',
    heading: 'Register your business',
  },
  {
    name: 'an invitation that is no longer valid',
    viewer: 'stranger',
    path: '/invitations/x',
    heading: 'This invitation link is no longer valid',
    expected: /404/,
  },
  {
    name: 'an invitation to a course that is no longer valid',
    viewer: 'stranger',
    path: '/course-invitations/x',
    heading: 'This invitation link is no longer valid',
    expected: /404/,
  },
  {
    name: 'the invitation into a business',
    viewer: 'admin',
    path: '/admin/register',
    heading: /^Invite to Orbit Academy/,
  },
  {
    name: 'the admin’s team',
    viewer: 'admin',
    path: '/admin?tab=users&people=team',
    heading: 'Admin',
  },
  { name: 'the denied page', viewer: 'stranger', path: '/forbidden', heading: 'Access Denied' },
  {
    name: 'the forgotten password form',
    viewer: 'stranger',
    path: '/forgot-password',
    heading: 'Forgot password',
  },
  { name: 'the new password form', viewer: 'stranger', path: '/reset-password/x', heading: 'Reset password' },
  {
    name: 'the page that keeps a second factor',
    viewer: 'stranger',
    path: '/keep-second-step/x',
    heading: 'Keep your second factor?',
  },
  {
    name: 'the page that stops reminders',
    viewer: 'stranger',
    path: '/stop-reminders/x',
    heading: 'Stop reminders',
  },
  {
    name: 'the page that stops mails about announcements',
    viewer: 'stranger',
    path: '/stop-announcement-mails/x',
    heading: 'Stop mails about announcements',
  },
  {
    name: 'the page that stops mails about questions',
    viewer: 'stranger',
    path: '/stop-question-mails/x',
    heading: 'Stop mails about questions',
  },
  {
    name: 'a link that proves no e-mail address any more',
    viewer: 'stranger',
    path: '/verify-email/x',
    heading: 'Your email address could not be confirmed',
    expected: /410|404/,
  },
  {
    name: 'a link of a change of e-mail address that works no more',
    viewer: 'stranger',
    path: '/change-email/x',
    heading: 'This link does not work',
    expected: /410|404/,
  },
  { name: 'the page of a school', viewer: 'stranger', path: firstSchool, heading: 'Teachers' },
  {
    name: 'a school that does not exist',
    viewer: 'stranger',
    path: '/school/nobody-at-all',
    heading: 'There is no school at this address',
    expected: /404/,
  },
  {
    name: 'the sales page of a bundle',
    viewer: 'learner',
    path: offeredBundle,
    heading: 'Courses in this bundle',
  },
  { name: 'the form for the code of a gift', viewer: 'stranger', path: '/gift', heading: 'Open a gift' },
  {
    name: 'a gift whose code nobody knows',
    viewer: 'stranger',
    path: '/gift/x',
    heading: 'There is no gift with this code',
    expected: /404/,
  },
  {
    name: 'the form of a gift',
    viewer: 'learner',
    path: async (request) => `/gifts/new?courses=${await idOf(request, courses.colour)}`,
    heading: 'What you give',
  },
  { name: 'the empty cart', viewer: 'stranger', path: '/cart', heading: 'Your cart is empty' },
  { name: 'the filled cart', viewer: 'stranger', path: '/cart', heading: courses.colour, before: filledCart },
  { name: 'the checkout', viewer: 'learner', path: '/checkout', heading: 'Checkout', before: filledCart },
  {
    name: 'the result of a payment nobody knows of',
    viewer: 'stranger',
    path: '/checkout/success',
    heading: 'Payment not completed',
  },
  { name: 'the failed payment', viewer: 'stranger', path: '/checkout/failure', heading: 'Payment Failed' },
  { name: 'the dashboard', viewer: 'student', path: '/dashboard', heading: /^Welcome back/ },
  { name: 'my learning', viewer: 'student', path: '/learning', heading: 'My learning' },
  {
    name: 'the missed questions',
    viewer: 'student',
    path: '/learning/questions',
    heading: 'Questions to repeat',
  },
  { name: 'the empty dashboard', viewer: 'learner', path: '/dashboard', heading: 'No Enrolled Courses' },
  { name: 'the catalogue', viewer: 'student', path: '/courses', heading: 'Available Courses' },
  {
    name: 'a course',
    viewer: 'student',
    path: async (request) => `/course/${await idOf(request, courses.sql)}`,
    heading: courses.sql,
  },
  { name: 'a video lesson', viewer: 'student', path: lesson('video'), heading: courses.sql },
  { name: 'a PDF lesson', viewer: 'student', path: lesson('pdf'), heading: courses.sql },
  { name: 'the profile', viewer: 'student', path: '/profile', heading: 'Aisyah Rahman' },
  { name: 'a student’s settings', viewer: 'student', path: '/settings', heading: 'Settings' },
  { name: 'the community', viewer: 'student', path: '/community', heading: 'SQL on Sundays' },
  { name: 'a study group', viewer: 'student', path: firstGroup, heading: 'Discussions' },
  { name: 'a discussion', viewer: 'student', path: firstDiscussion, heading: 'Replies' },
  {
    name: 'a course’s discussion',
    viewer: 'student',
    path: async (request) => `/course/${await idOf(request, courses.sql)}?tab=discussion`,
    heading: /LEFT JOIN/,
  },
  {
    name: 'a course’s announcements',
    viewer: 'student',
    path: async (request) => `/course/${await idOf(request, courses.sql)}?tab=announcements`,
    heading: 'No announcements yet',
  },
  {
    name: 'the grading queue of a course',
    viewer: 'instructor',
    path: gitPage('/course/1/hand-ins'),
    heading: 'Grading',
  },
  {
    name: 'a hand-in to grade',
    viewer: 'instructor',
    path: handInPage,
    heading: 'Siti Sarah',
  },
  {
    name: 'a course’s figures',
    viewer: 'instructor',
    path: gitPage('/course/1/figures'),
    heading: 'Course figures',
  },
  {
    name: 'a course’s resources',
    viewer: 'student',
    path: async (request) => `/course/${await idOf(request, courses.sql)}?tab=resources`,
    heading: courses.sql,
  },
  {
    name: 'a course’s reviews',
    viewer: 'student',
    path: async (request) => `/course/${await idOf(request, courses.sql)}?tab=reviews`,
    heading: 'How is this course?',
  },
  { name: 'the notifications', viewer: 'student', path: '/notifications', heading: 'Notifications' },
  { name: 'no notifications', viewer: 'learner', path: '/notifications', heading: 'No notifications yet' },
  { name: 'a certificate', viewer: 'stranger', path: certificatePage, heading: 'Aisyah Rahman' },
  {
    name: 'a certificate that is not there',
    viewer: 'stranger',
    path: '/certificates/nothing',
    heading: 'Certificate not found',
    expected: /404/,
  },
  { name: 'the purchases', viewer: 'student', path: '/purchases', heading: 'My purchases' },
  { name: 'a purchase', viewer: 'student', path: firstPurchase, heading: /^Purchase on/ },
  {
    name: 'the assessment',
    viewer: 'student',
    path: '/assessment/1',
    heading: 'Programming Fundamentals Check',
  },
  {
    name: 'the result of an assessment',
    viewer: 'student',
    path: '/assessment/1/attempts/2',
    heading: 'Summary by question',
  },
  {
    name: 'an assessment that is being taken',
    viewer: 'learner',
    path: '/assessment/1',
    heading: 'Question 1 of 3',
    before: async (page) => {
      await page.evaluate(async () => {
        const authorization = `Bearer ${localStorage.getItem('authToken')}`
        await fetch('/api/assessments/1/attempts', { method: 'POST', headers: { authorization } })
      })
    },
  },
  { name: 'the admin’s courses', viewer: 'admin', path: '/admin?tab=courses', heading: 'Admin' },
  { name: 'the admin’s users', viewer: 'admin', path: '/admin?tab=users', heading: 'Admin' },
  { name: 'the admin’s analytics', viewer: 'admin', path: '/admin?tab=analytics', heading: 'Admin' },
  { name: 'the sales list', viewer: 'admin', path: '/admin/sales', heading: 'Course Sales' },
  { name: 'an admin’s settings', viewer: 'admin', path: '/settings', heading: 'Settings' },
  { name: 'the bundles', viewer: 'admin', path: '/admin/bundles', heading: 'Bundles' },
  { name: 'the coupons', viewer: 'admin', path: '/admin/coupons', heading: 'Coupons' },
  { name: 'the review queue', viewer: 'superadmin', path: '/admin/review', heading: /^Refunds/ },
  { name: 'the security log', viewer: 'superadmin', path: '/admin/security', heading: 'Security log' },
  { name: 'an admin’s security log', viewer: 'admin', path: '/admin/security', heading: 'Security log' },
  { name: 'the admin’s orders', viewer: 'admin', path: '/admin/orders', heading: 'Orders' },
  { name: 'the ledger', viewer: 'admin', path: '/admin/ledger', heading: 'Ledger' },
  { name: 'a seller’s ledger', viewer: 'superadmin', path: '/admin/ledger?seller=3', heading: 'Ledger' },
  { name: 'the payouts', viewer: 'superadmin', path: '/admin/payouts', heading: 'Payouts' },
  { name: 'a receipt', viewer: 'student', path: firstReceipt, heading: 'Receipt' },
  { name: 'an order', viewer: 'admin', path: newestOrder, heading: /^Order of/ },
  {
    name: 'the reconciliation',
    viewer: 'superadmin',
    path: '/admin/reconciliation',
    heading: 'Reconciliation',
  },
  { name: 'the invoices', viewer: 'admin', path: '/admin/invoices', heading: 'Invoices' },
  { name: 'a new invoice', viewer: 'admin', path: '/admin/invoices/new', heading: 'New invoice' },
  {
    name: 'an invoice',
    viewer: 'admin',
    path: async (request) => `/admin/invoices/${await invoiceOf(request, 'issued')}`,
    heading: /^INV-/,
  },
  {
    name: 'the draft of an invoice',
    viewer: 'admin',
    path: async (request) => `/admin/invoices/${await invoiceOf(request, 'draft')}/edit`,
    heading: 'Edit draft',
  },
  { name: 'a company’s invoice', viewer: 'stranger', path: sharedInvoice, heading: /^Invoice INV-/ },
  { name: 'the instructor’s courses', viewer: 'instructor', path: '/admin?tab=courses', heading: 'Teach' },
  {
    name: 'the management of a course',
    viewer: 'instructor',
    path: gitPage('/course/1/manage'),
    heading: courses.git,
  },
  {
    name: 'the preview of a sales page',
    viewer: 'instructor',
    path: gitPage('/course/1/sales-preview'),
    heading: courses.git,
  },
  {
    name: 'the rehearsal of a sale',
    viewer: 'instructor',
    path: async (request) => `/course/${await idOf(request, courses.typescript)}/rehearsal?part=checkout`,
    heading: 'Checkout',
  },
  { name: 'the learners of a course', viewer: 'instructor', path: rosterPage, heading: 'Learners' },
  {
    name: 'the gradebook of a course',
    viewer: 'instructor',
    path: async (request) => `/course/${await idOf(request, courses.typescript)}/gradebook`,
    heading: 'Gradebook',
  },
  { name: 'one learner', viewer: 'instructor', path: learnerPage, heading: /./ },
  {
    name: 'one person',
    viewer: 'instructor',
    path: async (request) => `/studio/people/${(await learnerPage(request)).split('/').at(-1)}`,
    heading: /./,
  },
  {
    name: 'the text of a lesson',
    viewer: 'instructor',
    path: async (request) =>
      `/course/${await idOf(request, courses.git)}/manage/texts/${await newText(request, courses.git)}`,
    heading: /^Labels in words/,
  },
  { name: 'the home of a seller', viewer: 'admin', path: '/studio', heading: /^Hello/ },
  { name: 'the inbox of a seller', viewer: 'admin', path: '/studio/inbox', heading: 'Inbox' },
  { name: 'the import of a course', viewer: 'admin', path: '/studio/import', heading: 'Import a course' },
  { name: 'the business of a seller', viewer: 'admin', path: '/studio/business', heading: /./ },
  { name: 'tokens and webhooks of a seller', viewer: 'admin', path: '/studio/developers', heading: /./ },
  {
    name: 'the editor of a quiz',
    viewer: 'instructor',
    path: async (request) =>
      `/course/${await idOf(request, courses.typescript)}/manage/quizzes/${await quizOf(request, courses.typescript)}`,
    heading: /^Quiz/,
  },
  { name: 'the platform', viewer: 'superadmin', path: '/platform', heading: 'Platform' },
  {
    name: 'the platform’s businesses',
    viewer: 'superadmin',
    path: '/platform?tab=businesses',
    heading: 'Platform',
  },
  {
    name: 'the platform’s sellers',
    viewer: 'superadmin',
    path: '/platform?tab=sellers',
    heading: 'Platform',
  },
  {
    name: 'a seller of the platform',
    viewer: 'superadmin',
    path: (request) => sellerPage(request, 'Orbit Academy Sdn Bhd'),
    heading: 'Orbit Academy Sdn Bhd',
  },
  {
    name: 'sellers whose verification waits',
    viewer: 'superadmin',
    path: '/platform?tab=verification',
    heading: 'Nothing to check',
  },
  {
    name: 'the platform’s reported reviews',
    viewer: 'superadmin',
    path: '/platform?tab=reviews',
    heading: 'No reported reviews',
  },
]

/** The screens of one viewer are adjacent, so that few tests need another visitor. */
export const screensByViewer: readonly Screen[] = Object.values(
  Object.groupBy(screens, ({ viewer }) => viewer),
).flat()
