/** Lists every GET call of the contract with the parameters for each kind of person. */
import { routes } from '@apogee/contracts/routes.ts'
import type pg from 'pg'

export const people = ['visitor', 'learner', 'instructor', 'business', 'superadmin'] as const
export type Person = (typeof people)[number]

export interface Attempt {
  /** `call` has the form 'GET /courses'. */
  call: string
  /** `label` distinguishes variants of one call; '' means the plain form of the call. */
  label: string
  path: string
}

export interface Facts {
  users: Record<Person, number | null>
  /** `course` is the course with the most learners. */
  course: number
  order: string
  receipt: string
  discussion: number
}

/** Returns the people with the most rows: the first instructor and business have the most courses. */
export async function factsOf(client: pg.Client): Promise<Facts> {
  const { rows } = await client.query<Omit<Facts, 'users'> & Omit<Record<Person, number>, 'visitor'>>(
    `SELECT place.course_id AS course, place.user_id AS learner, o.public_id AS "order", r.public_id AS receipt,
            (SELECT min(id) FROM discussions WHERE course_id IS NULL) AS discussion,
            (SELECT min(id) FROM users WHERE role = 'instructor') AS instructor,
            (SELECT min(id) FROM users WHERE role = 'admin') AS business,
            (SELECT min(id) FROM users WHERE role = 'superadmin') AS superadmin
       FROM (SELECT * FROM enrolments WHERE course_id = 1 ORDER BY id LIMIT 1) place
       JOIN orders o ON o.buyer_id = place.user_id AND o.id = place.id JOIN receipts r ON r.id = o.id`,
  )
  if (!rows[0]) throw new Error('the generated database has no sale of its first course')
  const { learner, instructor, business, superadmin, ...facts } = rows[0]
  return { ...facts, users: { visitor: null, learner, instructor, business, superadmin } }
}

type Reading = Extract<(typeof routes)[keyof typeof routes], `GET ${string}`>
type WithParameters = Extract<Reading, `GET ${string}:${string}`>

/** This call has no parameter in its path and needs a query. */
type WithQuery = 'GET /studio/search'

/** These functions return the parameters of a path. Null means that the generated database has no objects for the call. */
const targets: Record<WithParameters | WithQuery, ((facts: Facts, userId: number | null) => string) | null> =
  {
    'GET /studio/search': () => '/studio/search?q=Learner',
    // The generated database has no bundles.
    'GET /bundles/offered/:id': null,
    // The generated database has no gifts.
    'GET /gifts/:id': null,
    'GET /gifts/:id/card': null,
    'GET /businesses/:id/profile': () => '/businesses/1/profile',
    // A seller without a chosen name has a page under their number.
    'GET /schools/:name': () => '/schools/2',
    'GET /courses/:courseId/reviews': ({ course }) => `/courses/${course}/reviews`,
    'GET /courses/sales/:courseId': ({ course }) => `/courses/sales/${course}`,
    'GET /payments/check/:purchaseId': ({ order }) => `/payments/check/${order}`,
    'GET /payments/history/:userId': (_facts, userId) => `/payments/history/${userId}`,
    'GET /auth/email/verify/:token': null,
    'GET /auth/email/change/links/:token': null,
    'GET /studio/people/:id': ({ users }) => `/studio/people/${users.learner}`,
    'GET /studio/people/:id/events': ({ users }) => `/studio/people/${users.learner}/events`,
    'GET /users/:id/deletion': ({ users }) => `/users/${users.learner}/deletion`,
    'GET /invitations/:token': null,
    'GET /platform/sellers/:id/payout-bank': null,
    'GET /platform/sellers/:id': () => '/platform/sellers/2',
    'GET /platform/sellers/:id/notes': () => '/platform/sellers/2/notes',
    'GET /platform/sellers/:id/checks': null,
    'GET /platform/sellers/:id/registration-number': null,
    'GET /courses/:id/state': ({ course }) => `/courses/${course}/state`,
    'GET /courses/:id/access': ({ course }) => `/courses/${course}/access`,
    'GET /courses/:id/sale': ({ course }) => `/courses/${course}/sale`,
    'GET /course-content/course/:courseId': ({ course }) => `/course-content/course/${course}`,
    'GET /course-resources/content/:contentId': ({ course }) => `/course-resources/content/${course * 2}`,
    'GET /courses/:id/hand-ins': ({ course }) => `/courses/${course}/hand-ins`,
    'GET /courses/:id/hand-ins/:attemptId': null,
    'GET /courses/:id/answerer': ({ course }) => `/courses/${course}/answerer`,
    'GET /courses/:id/live-sessions': ({ course }) => `/courses/${course}/live-sessions`,
    // The generated database has no live sessions, which this call needs.
    'GET /courses/:id/live-sessions/:sessionId/attendance': null,
    'GET /courses/:id/announcements': ({ course }) => `/courses/${course}/announcements`,
    'GET /courses/:id/figures/csv': ({ course }) => `/courses/${course}/figures/csv`,
    'GET /courses/:id/missed-questions': ({ course }) => `/courses/${course}/missed-questions`,
    'GET /courses/:id/certificate-needs': ({ course }) => `/courses/${course}/certificate-needs`,
    'GET /courses/:id/certificate-rule': ({ course }) => `/courses/${course}/certificate-rule`,
    'GET /courses/:id/figures': ({ course }) => `/courses/${course}/figures`,
    'GET /courses/:id/cohorts': ({ course }) => `/courses/${course}/cohorts`,
    'GET /courses/:id/package-troubles': ({ course }) => `/courses/${course}/package-troubles`,
    'GET /courses/:id/prerequisites': ({ course }) => `/courses/${course}/prerequisites`,
    'GET /courses/:id/prerequisite-choices': ({ course }) => `/courses/${course}/prerequisite-choices`,
    'GET /courses/:id/starts': ({ course }) => `/courses/${course}/starts`,
    'GET /courses/:id/gradebook': ({ course }) => `/courses/${course}/gradebook`,
    'GET /courses/:id/gradebook/columns': ({ course }) => `/courses/${course}/gradebook/columns`,
    'GET /courses/:id/learners': ({ course }) => `/courses/${course}/learners`,
    'GET /courses/:id/learners/:userId': ({ course, users }) =>
      `/courses/${course}/learners/${users.learner}`,
    'GET /courses/:id/learners/:userId/messages': ({ course, users }) =>
      `/courses/${course}/learners/${users.learner}/messages`,
    'GET /courses/:id/learners/:userId/attempts/:assessmentId/:number': null,
    'GET /course-resources/:id/exercise': null,
    'GET /course-resources/:id/quiz/draft': null,
    'GET /course-resources/:id/recall-question': null,
    'GET /course-resources/:id/recall-question/edit': null,
    'GET /course-resources/:id/watch-figures': null,
    'GET /course-resources/:id/quiz/statistics': null,
    'GET /course-resources/:id/quiz/statistics/csv': null,
    'GET /course-resources/:id/bank-questions': null,
    'GET /course-resources/:id/text': null,
    'GET /course-resources/:id/text/draft': null,
    'GET /course-resources/:id/text/videos/:file/captions': null,
    'GET /courses/:id/sales-preview': ({ course }) => `/courses/${course}/sales-preview`,
    'GET /courses/:id/sales-content': ({ course }) => `/courses/${course}/sales-content`,
    'GET /courses/:id/people': ({ course }) => `/courses/${course}/people`,
    'GET /courses/:id/invited-people': ({ course }) => `/courses/${course}/invited-people`,
    'GET /course-invitations/:token': null,
    'GET /courses/:courseId/notes': ({ course }) => `/courses/${course}/notes`,
    'GET /courses/:courseId/notes/markdown': ({ course }) => `/courses/${course}/notes/markdown`,
    'GET /courses/:courseId/progress/:userId': ({ course, users }) =>
      `/courses/${course}/progress/${users.learner}`,
    'GET /lesson-progress/:courseContentId/:userId': ({ course, users }) =>
      `/lesson-progress/${course * 2}/${users.learner}`,
    'GET /assessments/:id': null,
    'GET /course-resources/:id/assessment': null,
    'GET /assessments/:id/attempts/:number': null,
    'GET /courses/:id/lesson-search': ({ course }) => `/courses/${course}/lesson-search?q=lesson`,
    'GET /courses/:courseId': ({ course }) => `/courses/${course}`,
    'GET /community/groups/:id': null,
    'GET /community/groups/:id/members': null,
    'GET /community/discussions/:id': ({ discussion }) => `/community/discussions/${discussion}`,
    'GET /payments/:id/receipts': ({ order }) => `/payments/${order}/receipts`,
    'GET /receipts/:id': ({ receipt }) => `/receipts/${receipt}`,
    'GET /receipts/:id/pdf': ({ receipt }) => `/receipts/${receipt}/pdf`,
    'GET /payments/:id': ({ order }) => `/payments/${order}`,
    'GET /orders/:id': ({ order }) => `/orders/${order}`,
    'GET /orders/:id/refunds': ({ order }) => `/orders/${order}/refunds`,
    'GET /payments/:id/refund-options': ({ order }) => `/payments/${order}/refund-options`,
    'GET /reconciliations/:id/differences': null,
    'GET /invoices/:id': null,
    'GET /invoices/:id/seats': null,
    'GET /invoice-links/:token': null,
    'GET /invoice-links/:token/:paper': null,
    'GET /calendar/:file': null,
    'GET /certificates/:id': null,
    'GET /certificates/:id/pdf': null,
    'GET /certificates/:id/finish': null,
    'GET /certificates/:id/withdrawal': null,
    'GET /webhooks/:id/deliveries': null,
    'GET /exports/:ticket': null,
  }

/** The marketplace and the store search in this way. */
const ranked = 'spelling=near&sort=relevance&visibility=public'

/** Maps calls to further query strings with which the screens make them. */
const variants: Partial<Record<Reading, Record<string, string>>> = {
  'GET /courses': {
    'page of 20': 'limit=20',
    'by students': 'sort=students',
    'by rating': 'sort=rating',
    'by price': 'sort=price-low',
    'free, by students': 'sort=students&price=free',
    'a category': 'category=Design',
    'page 1,000': 'page=1000&limit=20',
    'search, a ninth found': 'search=robots',
    'search, a ninth found, by students': 'search=robots&sort=students',
    'search, two words': 'search=robots%20and',
    'search, few found': 'search=logistics%20999',
    'search, none found': 'search=zebrafish',
    'search, one letter': 'search=a',
    'ranked search, a ninth found': `search=robots&${ranked}`,
    'ranked search, two words': `search=robots%20logistics&${ranked}`,
    'ranked search, a category': `search=marketing&${ranked}`,
    'ranked search, a teacher': `search=seller%20999&${ranked}`,
    'ranked search, spelled wrong': `search=robbots&${ranked}`,
    'ranked search, one word unknown': `search=quantum%20robots&${ranked}`,
    own: 'businessId=own',
    'own, searched': 'businessId=own&search=robots',
  },
  'GET /courses/:courseId/reviews': { highest: 'sort=highest', 'page 20': 'page=20&limit=20' },
  'GET /users': { searched: 'search=learner123', 'page 100': 'page=100', 'one letter': 'search=e' },
  'GET /users/enrolled-in-my-courses': { searched: 'search=learner12', 'page 20': 'page=20' },
  'GET /community/discussions': { searched: 'search=robots', 'one letter': 'search=a' },
  'GET /orders': { paid: 'status=paid', searched: 'search=learner12', 'page 20': 'page=20' },
  'GET /courses/:id/people': { searched: 'search=learner12' },
  'GET /platform/businesses': { searched: 'search=99' },
}

export function attemptsOf(facts: Facts, userId: number | null): Attempt[] {
  const reading = Object.values(routes).filter((line): line is Reading => line.startsWith('GET '))
  return reading.flatMap((call) => {
    const target = targets[call as WithParameters]
    if (target === null) return []
    const path = target ? target(facts, userId) : call.slice('GET '.length)
    const further = Object.entries(variants[call] ?? {})
    return [
      { call, label: '', path },
      ...further.map(([label, query]) => ({ call, label, path: `${path}?${query}` })),
    ]
  })
}
