/** Defines an object for each PUT of the contract that refuses to overwrite unseen changes, with values to write. */
import { emptySettings, newQuestion } from '@apogee/contracts/assessments/draft-parts.ts'
import type { QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { UploadPurpose } from '@apogee/contracts/limits.ts'
import { routes, type RouteName } from '@apogee/contracts/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { captions, picture, uploadFile, video } from '#server/features/media/testing.ts'
import { makeCourse, type TestCourse } from '../testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '../testing.ts'
import { idIn } from './edit-conflicts.testing.ts'

export let server: TestApp
export let admin: TestPerson
export let colleague: TestPerson
let learner: TestPerson
let root: TestPerson
export let course: TestCourse
let sellerId: number

/** Starts the server and makes the objects that the tests edit. */
export function objectsForTests(): void {
  beforeAll(async () => {
    server = await startTestApp({ payments: unusedPayments })
    admin = await server.person('admin')
    colleague = await server.person('admin', admin)
    learner = await server.person()
    root = await server.person('superadmin')
    course = await makeCourse(server.database, {
      owner: admin,
      priceCents: 9_900,
      contents: [{ resources: [{ type: 'video' }, {}] }, {}],
    })
    const { kysely } = server.database
    await sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${learner.id}, ${course.id}, 'granted')`.execute(
      kysely,
    )
    await sql`UPDATE users SET email_verified_at = now()`.execute(kysely)
    const found = await sql<{
      id: number
    }>`SELECT id FROM sellers WHERE business_id = ${admin.businessId}`.execute(kysely)
    sellerId = found.rows[0]?.id ?? 0
  })
  afterAll(() => server.stop())
  // Payment details may be changed only ten times an hour, but each field here needs six changes, so the count is cleared.
  beforeEach(() => sql`DELETE FROM failed_attempts`.execute(server.database.kysely))
}

export async function send(method: 'GET' | 'PUT' | 'POST', path: string, as: TestPerson, body?: object) {
  const raw = await server.app.inject({
    method,
    url: `/api${path}`,
    ...(body && { payload: body }),
    headers: { authorization: `Bearer ${as.token}` },
  })
  return { status: raw.statusCode, body: raw.json() as Record<string, unknown> }
}

export interface Editable {
  path: string
  /** `first` and `second` are two people, or the same person in two tabs. */
  first: TestPerson
  second: TestPerson
  /** Each of these fields of the call has one value for each of the two writers. */
  values: Readonly<Record<string, readonly [mine: unknown, theirs: unknown]>>
  /** The call requires these further fields. */
  rest?: object
  /** If the call's answer has no version, the version is read from this path. */
  versionPath?: string
  /** These fields are written by other people, or by another call. */
  apart?: Readonly<Record<string, Pick<Editable, 'path' | 'first' | 'second'>>>
}

export const made = async (path: string, as: TestPerson, body: object) =>
  idIn((await send('POST', path, as, body)).body)

const pricedCourse = () =>
  made('/courses', admin, { title: 'Orbits', description: 'About orbits', price: 9_900, isPrivate: false })

const team = () => ({ first: admin, second: colleague })
const tabsOf = (person: TestPerson) => ({ first: person, second: person })

const upload = async (as: TestPerson, content: Buffer, name: string, purpose: UploadPurpose) =>
  (await uploadFile(server, as, content, name, purpose)).url

/** Returns two lists of pictures that may be used in a text of the learner. */
const pictureLists = async (): Promise<[mine: unknown, theirs: unknown]> => [
  [{ url: await upload(learner, await picture('png'), 'one.png', 'discussion'), alt: 'One' }],
  [{ url: await upload(learner, await picture('png', 32), 'two.png', 'discussion') }],
]

const textOf = (text: string): LessonDocument => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})
const newText = async (): Promise<number> => {
  const params = { id: course.contents[0]?.id ?? 0 }
  return (await server.call('createLessonText', { params, body: { title: 'A text' }, as: admin })).body.data
    .id
}

const quizAsking = (question: string): QuizDraft => ({
  settings: { ...emptySettings, timeLimitMinutes: '60' },
  questions: [{ ...newQuestion('true-false', 'one'), question }],
})
const afterVideo = (question: string) => ({
  ...newQuestion('true-false', 'one'),
  question,
  points: '1',
})
const newQuiz = async (): Promise<number> => {
  const params = { id: course.contents[0]?.id ?? 0 }
  return (await server.call('createQuiz', { params, body: { title: 'A quiz' }, as: admin })).body.data.id
}

export const editable: Partial<Record<RouteName, () => Editable | Promise<Editable>>> = {
  updateCourse: async () => ({
    path: `/courses/${course.id}`,
    ...team(),
    values: {
      title: ['Orbits', 'Comets'],
      description: ['All about orbits', 'All about comets'],
      image: [
        await upload(admin, await picture('png'), 'orbit.png', 'cover'),
        await upload(admin, await picture('png', 32), 'comet.png', 'cover'),
      ],
      isPrivate: [true, false],
      price: [9_900, 12_000],
      category: ['Design', null],
      language: ['ms', null],
      level: ['beginner', 'advanced'],
      instructorId: [colleague.id, admin.id],
      sale: [{ price: 4_000 }, { price: 5_000, endsAt: '2099-01-01T00:00:00+08:00' }],
      hasScratchpad: [false, true],
      allowsOfflineVideo: [true, false],
      access: [{ months: 12 }, { days: 30 }],
    },
  }),
  updateSalesContent: () => ({
    path: `/courses/${course.id}/sales-content`,
    ...team(),
    values: {
      subtitle: ['How things go round', 'How things come back'],
      outcomes: [['Draw an orbit'], ['Find a comet']],
      requirements: [['A pencil'], ['A telescope']],
      audience: [['Beginners'], ['Everybody']],
      faq: [
        [{ question: 'How long?', answer: 'Two hours' }],
        [{ question: 'How hard?', answer: 'Not very' }],
      ],
      planLines: [['Two hours of video'], ['A certificate']],
    },
  }),
  updateContent: () => ({
    path: `/course-content/${course.contents[0]?.id}`,
    ...team(),
    values: {
      title: ['First steps', 'First light'],
      description: ['Where it begins', 'What comes first'],
      order: [0, 1],
      isPublished: [false, true],
      opening: [{ afterDays: 7 }, { on: '2027-01-31' }],
    },
  }),
  updateResource: async () => ({
    path: `/course-resources/${course.contents[0]?.resources[0]}`,
    ...team(),
    values: {
      title: ['First light', 'First steps'],
      order: [0, 1],
      isPublished: [false, true],
      isPreview: [true, false],
      captions: [
        [{ language: 'ms', url: await upload(admin, captions, 'ms.vtt', 'captions') }],
        [{ language: 'ms', url: await upload(colleague, captions, 'other.vtt', 'captions') }],
      ],
      practice: [{ kind: 'off' }, { kind: 'default' }],
      chapters: [[{ atSeconds: 0, title: 'Orbits' }], [{ atSeconds: 0, title: 'Ellipses' }]],
    },
  }),
  saveLessonTextDraft: async () => ({
    path: `/course-resources/${await newText()}/text/draft`,
    ...team(),
    values: { document: [textOf('Orbits'), textOf('Comets')] },
  }),
  saveTextVideoCaptions: async () => {
    const url = await upload(admin, await video('mp4', 1), 'orbit.mp4', 'text-video')
    const file = /\/media\/([^/?]+)/.exec(url)?.[1]
    return {
      path: `/course-resources/${await newText()}/text/videos/${file}/captions`,
      ...team(),
      values: {
        captions: [
          [{ language: 'ms', url: await upload(admin, captions, 'ms.vtt', 'captions') }],
          [{ language: 'ms', url: await upload(colleague, captions, 'other.vtt', 'captions') }],
        ],
      },
    }
  },
  publishLessonText: async () => ({
    path: `/course-resources/${await newText()}/text`,
    ...team(),
    values: { document: [textOf('Orbits'), textOf('Comets')] },
  }),
  saveQuizDraft: async () => ({
    path: `/course-resources/${await newQuiz()}/quiz/draft`,
    ...team(),
    values: { quiz: [quizAsking('Orbits?'), quizAsking('Comets?')] },
  }),
  publishQuiz: async () => ({
    path: `/course-resources/${await newQuiz()}/quiz`,
    ...team(),
    values: { quiz: [quizAsking('Orbits?'), quizAsking('Comets?')] },
  }),
  saveRecallQuestion: () => ({
    path: `/course-resources/${course.contents[0]?.resources[0]}/recall-question`,
    ...team(),
    values: { question: [afterVideo('Orbits?'), afterVideo('Comets?')] },
  }),
  updateUser: async () => ({
    path: `/users/${admin.id}`,
    ...tabsOf(admin),
    values: {
      name: ['Aisyah', 'Aisyah Rahman'],
      bio: ['I teach orbits', 'I teach comets'],
      avatar: [
        await upload(admin, await picture('png'), 'one.png', 'avatar'),
        await upload(admin, await picture('png', 32), 'two.png', 'avatar'),
      ],
      role: ['admin', 'instructor'],
    },
    apart: { role: { path: `/users/${(await server.person('instructor', admin)).id}`, ...tabsOf(root) } },
  }),
  updateReceiptDetails: () => ({
    path: '/receipt-details',
    ...team(),
    values: {
      legalName: ['Orbit Sdn Bhd', 'Comet Sdn Bhd'],
      registrationNumber: ['202601000001', '202601000002'],
      sstNumber: ['W10-1', 'W10-2'],
      address: ['Ipoh', 'Melaka'],
    },
    rest: { legalName: 'Orbit Sdn Bhd', registrationNumber: '', sstNumber: '', address: '' },
  }),
  updateBusinessProfile: async () => ({
    path: `/businesses/${admin.businessId}/profile`,
    ...team(),
    values: {
      name: ['Orbit School', 'Comet School'],
      email: ['orbit@apogee.test', 'comet@apogee.test'],
      phone: ['03-1111 1111', '03-2222 2222'],
      address: ['Ipoh', 'Melaka'],
      description: ['We teach orbits', 'We teach comets'],
      website: ['https://orbit.example', 'https://comet.example'],
      showsContact: [true, false],
      logo: [
        await upload(admin, await picture('png'), 'orbit.png', 'avatar'),
        await upload(admin, await picture('png', 32), 'comet.png', 'avatar'),
      ],
    },
  }),
  updateOwnBrand: () => ({
    path: '/own-brand',
    ...team(),
    values: {
      colour: ['#3b2fa8', '#11635a'],
      senderName: ['Orbit School', 'Comet School'],
      footer: ['We teach orbits', 'We teach comets'],
      repliesToContact: [true, false],
    },
  }),
  updateOwnSchool: () => ({
    path: '/own-school',
    ...team(),
    values: { name: ['orbit-school', 'comet-school'], intro: ['We teach orbits', 'We teach comets'] },
  }),
  updateTaxRate: () => ({ path: '/rates/tax', values: { taxBasisPoints: [800, 600] }, ...team() }),
  updateMoneyBack: () => ({
    path: '/rates/money-back',
    values: { days: [7, 14], percent: [20, 40] },
    ...team(),
  }),
  updateFeeRate: () => ({
    path: `/platform/sellers/${sellerId}/fee`,
    ...tabsOf(root),
    values: { feeBasisPoints: [500, 700] },
  }),
  updateCoupon: async () => ({
    path: `/coupons/${await made('/coupons', admin, { code: 'ORBIT-10', percentBasisPoints: 1_000 })}`,
    values: {
      endsAt: ['2099-01-01T00:00:00.000Z', null],
      maxUses: [10, 20],
      archived: [true, false],
    },
    ...team(),
  }),
  updateBundle: async () => {
    const [first, second, third] = [await pricedCourse(), await pricedCourse(), await pricedCourse()]
    const form = { title: 'Orbits', price: 5_000, courseIds: [first, second, third] }
    return {
      path: `/bundles/${await made('/bundles', admin, form)}`,
      values: {
        title: ['Orbits and comets', 'Comets and orbits'],
        description: ['Both at once', 'One after the other'],
        price: [6_000, 7_000],
        courseIds: [
          [first, third],
          [second, third],
        ],
        coverCourseId: [third, null],
        state: ['archived', 'published'],
      },
      ...team(),
    }
  },
  saveInvoiceBank: () => ({
    path: '/invoice-bank',
    versionPath: '/invoice-desk',
    ...team(),
    values: {
      bankName: ['Bank Bulan', 'Bank Bintang'],
      accountName: ['Orbit Sdn Bhd', 'Comet Sdn Bhd'],
      accountNumber: ['5140 1234', '5140 9876'],
    },
    rest: { bankName: 'Bank Bulan', accountName: 'Orbit Sdn Bhd', accountNumber: '5140 1234' },
  }),
  updateInvoice: async () => {
    const lines = [{ courseId: course.id, seats: 3, unitPrice: 9_900 }]
    const rest = {
      companyName: 'Petronia Sdn Bhd',
      registrationNumber: '',
      taxNumber: '',
      purchaseOrder: '',
      contactName: 'Puan Salmah',
      contactEmail: 'salmah@petronia.test',
      address: '8 Jalan Minyak',
      dueOn: '2099-12-31',
      language: 'en',
      lines,
    }
    return {
      path: `/invoices/${await made('/invoices', admin, rest)}`,
      values: {
        companyName: ['Petronia Sdn Bhd', 'Petronia Berhad'],
        registrationNumber: ['1', '2'],
        taxNumber: ['C1', 'C2'],
        address: ['8 Jalan Minyak', '9 Jalan Minyak'],
        contactName: ['Puan Salmah', 'Encik Razak'],
        contactEmail: ['salmah@petronia.test', 'razak@petronia.test'],
        purchaseOrder: ['PO-1', 'PO-2'],
        dueOn: ['2099-12-31', '2099-12-30'],
        language: ['en', 'ms'],
        lines: [lines, [{ courseId: course.id, seats: 4, unitPrice: 9_900 }]],
      },
      rest,
      ...team(),
    }
  },
  updateGroup: async () => ({
    path: `/community/groups/${await made('/community/groups', admin, { name: 'Night sky', description: 'We look up' })}`,
    values: {
      name: ['Night sky', 'Day sky'],
      description: ['We look up', 'We look far'],
      category: ['Design', null],
    },
    ...tabsOf(admin),
  }),
  savePrerequisites: async () => {
    const [one, two] = [
      await makeCourse(server.database, { owner: admin }),
      await makeCourse(server.database, { owner: admin }),
    ]
    return {
      path: `/courses/${course.id}/prerequisites`,
      values: {
        items: [[{ courseId: one.id, isRequired: true }], [{ courseId: two.id, isRequired: false }]],
      },
      ...team(),
    }
  },
  updateDiscussion: async () => ({
    path: `/community/discussions/${await made('/community/discussions', learner, { title: 'Why?', body: 'Because' })}`,
    values: {
      title: ['Why so?', 'Why not?'],
      body: ['I wonder', 'I ask'],
      pictures: await pictureLists(),
    },
    ...tabsOf(learner),
  }),
  updatePost: async () => {
    const id = await made('/community/discussions', admin, { title: 'Which?', body: 'This one' })
    const post = await made(`/community/discussions/${id}/posts`, learner, { body: 'That one' })
    return {
      path: `/community/posts/${post}`,
      values: { body: ['Both', 'None'], pictures: await pictureLists() },
      rest: { body: 'That one' },
      ...tabsOf(learner),
    }
  },
  saveReview: async () => {
    const path = `/courses/${course.id}/review`
    await send('PUT', path, learner, { rating: 4, text: 'Clear' })
    return {
      path,
      values: { rating: [5, 3], text: ['Very clear', 'Rather short'] },
      rest: { rating: 4, text: 'Clear' },
      ...tabsOf(learner),
    }
  },
  saveNote: async () => {
    const { id, contents } = await makeCourse(server.database, {
      owner: admin,
      contents: [{ resources: [{}, {}] }],
    })
    await sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${learner.id}, ${id}, 'granted')`.execute(
      server.database.kysely,
    )
    const [one, two] = contents[0]?.resources ?? []
    return {
      path: `/courses/${id}/notes/0b0e8c4e-6f5c-4d2f-9a57-0a4d3c2b1a00`,
      values: {
        resourceId: [one, two],
        positionMs: [1000, 2000],
        page: [1, 2],
        text: ['Kepler', 'Newton'],
        passage: [
          { block: 0, quote: 'An orbit' },
          { block: 1, quote: 'Areas' },
        ],
      },
      rest: { resourceId: one },
      ...tabsOf(learner),
    }
  },
  updateAnnouncement: async () => {
    const form = { title: 'News', body: 'Live on Friday' }
    const { body } = await send('POST', `/courses/${course.id}/announcements`, admin, form)
    return {
      path: `/courses/${course.id}/announcements/${idIn(body)}`,
      values: { title: ['Great news', 'Good news'], body: ['Live on Monday', 'Live on Sunday'] },
      ...team(),
    }
  },
  updateLiveSession: async () => {
    const form = { title: 'Q', startsAt: '2031-03-01T12:00:00Z', minutes: 60, link: 'https://meet.test' }
    const { body } = await send('POST', `/courses/${course.id}/live-sessions`, admin, form)
    const cohort = { name: 'Of a session', startsOn: '2031-03-01' }
    const { body: added } = await send('POST', `/courses/${course.id}/cohorts`, admin, cohort)
    return {
      path: `/courses/${course.id}/live-sessions/${idIn(body)}`,
      values: {
        title: ['Why', 'How'],
        minutes: [30, 45],
        notes: ['One', 'Two'],
        startsAt: ['2031-03-02T12:00:00.000Z', '2031-03-03T12:00:00.000Z'],
        link: ['https://meet.test/2', 'https://meet.test/3'],
        audience: ['without-cohort', idIn(added)],
      },
      ...team(),
    }
  },
  updateCohort: async () => {
    const form = { name: 'Intake', startsOn: '2031-03-01' }
    const { body } = await send('POST', `/courses/${course.id}/cohorts`, admin, form)
    return {
      path: `/courses/${course.id}/cohorts/${idIn(body)}`,
      values: {
        name: ['January', 'March'],
        places: [20, 30],
        endsOn: ['2031-05-01', '2031-06-01'],
        startsOn: ['2031-03-02', '2031-03-03'],
        closesOn: ['2031-02-01', '2031-02-02'],
      },
      ...team(),
    }
  },
  replyToReview: async () => {
    const { body } = await send('PUT', `/courses/${course.id}/review`, learner, { rating: 5, text: 'Good' })
    return {
      path: `/reviews/${idIn(body)}/reply`,
      values: { text: ['Thanks', 'Thank you'] },
      ...team(),
    }
  },
}

export const puts = Object.entries(routes).flatMap(([name, line]) => (line.startsWith('PUT ') ? [name] : []))
