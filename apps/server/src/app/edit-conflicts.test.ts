/** Every PUT of the contract: what people edit refuses a stale overwrite; what is exempt says why. A new PUT fails here. */
import { editConflict } from '@apogee/contracts/edits.ts'
import { routes, type RouteName } from '@apogee/contracts/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '../adapters/payments/testing.ts'
import { makeCourse, type TestCourse } from './testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from './testing.ts'

let server: TestApp
let admin: TestPerson
let colleague: TestPerson
let learner: TestPerson
let root: TestPerson
let course: TestCourse
let sellerId: number

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  admin = await server.person('admin')
  colleague = await server.person('admin', admin)
  learner = await server.person()
  root = await server.person('superadmin')
  course = await makeCourse(server.database, {
    owner: admin,
    priceCents: 9_900,
    contents: [{ resources: [{}, {}] }, {}],
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

async function send(method: 'GET' | 'PUT' | 'POST', path: string, as: TestPerson, body?: object) {
  const raw = await server.app.inject({
    method,
    url: `/api${path}`,
    ...(body && { payload: body }),
    headers: { authorization: `Bearer ${as.token}` },
  })
  return { status: raw.statusCode, body: raw.json() as Record<string, unknown> }
}

interface Editable {
  path: string
  /** The field that both change, and what each of them writes. */
  field: string
  mine: unknown
  theirs: unknown
  /** Fields that the call cannot do without. */
  rest?: object
  /** Two people, or one person in two tabs. */
  first: TestPerson
  second: TestPerson
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const idIn = (body: Record<string, unknown>): number | string => {
  const { data } = body
  const id = isRecord(data) ? data['id'] : undefined
  if (typeof id !== 'number' && typeof id !== 'string') throw new Error(JSON.stringify(body))
  return id
}
const made = async (path: string, as: TestPerson, body: object) =>
  idIn((await send('POST', path, as, body)).body)

const team = () => ({ first: admin, second: colleague })
const tabsOf = (person: TestPerson) => ({ first: person, second: person })

const editable: Partial<Record<RouteName, () => Editable | Promise<Editable>>> = {
  updateCourse: () => ({
    path: `/courses/${course.id}`,
    field: 'title',
    mine: 'Orbits',
    theirs: 'Comets',
    ...team(),
  }),
  updateSalesContent: () => ({
    ...{ path: `/courses/${course.id}/sales-content`, field: 'faq', ...team() },
    mine: [{ question: 'How long?', answer: 'Two hours' }],
    theirs: [{ question: 'How hard?', answer: 'Not very' }],
  }),
  updateContent: () => ({
    ...{ path: `/course-content/${course.contents[0]?.id}`, field: 'description', ...team() },
    ...{ mine: 'Where it begins', theirs: 'What comes first' },
  }),
  updateResource: () => ({
    ...{ path: `/course-resources/${course.contents[0]?.resources[0]}`, field: 'title', ...team() },
    ...{ mine: 'First light', theirs: 'First steps' },
  }),
  updateUser: () => ({
    ...{ path: `/users/${admin.id}`, field: 'bio', ...tabsOf(admin) },
    ...{ mine: 'I teach orbits', theirs: 'I teach comets' },
  }),
  updateReceiptDetails: () => ({
    ...{ path: '/receipt-details', field: 'address', mine: 'Ipoh', theirs: 'Melaka', ...team() },
    rest: { legalName: 'Orbit Sdn Bhd', registrationNumber: '', sstNumber: '' },
  }),
  updateTaxRate: () => ({ path: '/rates/tax', field: 'taxBasisPoints', mine: 800, theirs: 600, ...team() }),
  updateMoneyBack: () => ({ path: '/rates/money-back', field: 'days', mine: 7, theirs: 14, ...team() }),
  updateFeeRate: () => ({
    ...{ path: `/platform/sellers/${sellerId}/fee`, field: 'feeBasisPoints', ...tabsOf(root) },
    ...{ mine: 500, theirs: 700 },
  }),
  updateCoupon: async () => ({
    path: `/coupons/${await made('/coupons', admin, { code: 'ORBIT-10', percentBasisPoints: 1_000 })}`,
    ...{ field: 'maxUses', mine: 10, theirs: 20, ...team() },
  }),
  saveInvoiceBank: () => ({
    ...{ path: '/invoice-bank', field: 'accountNumber', mine: '5140 1234', theirs: '5140 9876', ...team() },
    rest: { bankName: 'Bank Bulan', accountName: 'Orbit Sdn Bhd' },
  }),
  updateInvoice: async () => {
    const rest = {
      ...{
        companyName: 'Petronia Sdn Bhd',
        registrationNumber: '',
        taxNumber: '',
        address: '8 Jalan Minyak',
      },
      ...{
        contactName: 'Puan Salmah',
        contactEmail: 'salmah@petronia.test',
        dueOn: '2099-12-31',
        language: 'en',
      },
      lines: [{ courseId: course.id, seats: 3, unitPrice: 9_900 }],
    }
    const id = await made('/invoices', admin, { ...rest, purchaseOrder: '' })
    return { path: `/invoices/${id}`, field: 'purchaseOrder', mine: 'PO-1', theirs: 'PO-2', rest, ...team() }
  },
  updateGroup: async () => ({
    path: `/community/groups/${await made('/community/groups', admin, { name: 'Night sky', description: 'We look up' })}`,
    ...{ field: 'description', mine: 'We look up', theirs: 'We look far', ...tabsOf(admin) },
  }),
  updateDiscussion: async () => ({
    path: `/community/discussions/${await made('/community/discussions', learner, { title: 'Why?', body: 'Because' })}`,
    ...{ field: 'body', mine: 'I wonder', theirs: 'I ask', ...tabsOf(learner) },
  }),
  updatePost: async () => {
    const id = await made('/community/discussions', admin, { title: 'Which?', body: 'This one' })
    const post = await made(`/community/discussions/${id}/posts`, learner, { body: 'That one' })
    return {
      path: `/community/posts/${post}`,
      field: 'body',
      mine: 'Both',
      theirs: 'None',
      ...tabsOf(learner),
    }
  },
  saveReview: async () => {
    const path = `/courses/${course.id}/review`
    await send('PUT', path, learner, { rating: 4, text: 'Clear' })
    const rest = { rating: 4 }
    return { path, field: 'text', mine: 'Very clear', theirs: 'Rather short', rest, ...tabsOf(learner) }
  },
  replyToReview: async () => {
    const { body } = await send('PUT', `/courses/${course.id}/review`, learner, { rating: 5, text: 'Good' })
    return {
      path: `/reviews/${idIn(body)}/reply`,
      field: 'text',
      mine: 'Thanks',
      theirs: 'Thank you',
      ...team(),
    }
  },
}

/** PUTs that overwrite nothing anybody has written. */
const exempt: Partial<Record<RouteName, string>> = {
  changeCourseState: 'a switch: whoever presses it sees what it becomes, and impossible steps are refused',
  updateSaleMails: 'one person’s own choice of three; the newest is the answer',
  saveTimeZone: 'a fact of the device, sent by itself',
  updateChipCredentials: 'write-only: each pair is a new version of the account, and none is overwritten',
  savePayoutBank: 'write-only: the whole account is typed each time, and all admins are told of each change',
  saveResourceProgress: 'progress merges: it never takes watched parts back',
  saveAnswer: 'one person’s answer in one attempt; the newest is the answer',
  hideReview: 'a switch: whoever presses it sees what it becomes',
  hideDiscussion: 'a switch: whoever presses it sees what it becomes',
  hidePost: 'a switch: whoever presses it sees what it becomes',
  updateMessage: 'a switch between open and done',
  reassignSeat: 'moves one seat from the person it names; another state of it is refused',
}

const puts = Object.entries(routes).flatMap(([name, line]) => (line.startsWith('PUT ') ? [name] : []))

test('every PUT is either guarded against silent overwrites or exempt with a reason', () => {
  expect([...Object.keys(editable), ...Object.keys(exempt)].toSorted()).toEqual(puts.toSorted())
})

describe.each(Object.entries(editable))('%s', (_, prepare) => {
  test('refuses a stale overwrite with who and what, and takes it once the change was seen', async () => {
    const { path, field, mine, theirs, rest, first, second } = await prepare()
    const put = (as: TestPerson, value: unknown, version?: number) =>
      send('PUT', path, as, { ...rest, [field]: value, ...(version !== undefined && { version }) })
    // Whatever was written before is version 0 or more: both have read what the first write answers.
    const seen = versionAfter(await put(first, theirs))
    expect((await put(first, mine, seen)).status).toBe(200)
    const stale = await put(second, theirs, seen)
    expect(stale.status).toBe(409)
    expect(stale.body['errorCode']).toBe('EDIT_CONFLICT')
    const conflict = editConflict.parse(stale.body['conflict'])
    expect(conflict.fields).toMatchObject([{ field, value: mine }])
    const by = conflict.fields[0]?.changedBy
    // Who keeps the platform is not named.
    expect(by?.id ?? null).toBe(first.role === 'superadmin' ? null : first.id)
    // The same words are no overwrite, however old the version.
    expect((await put(second, mine, seen)).status).toBe(200)
    expect((await put(second, theirs, conflict.version)).status).toBe(200)
    // Without a version the last write wins, as specified.
    expect((await put(first, mine)).status).toBe(200)
  })

  function versionAfter({ status, body }: { status: number; body: Record<string, unknown> }): number {
    expect([status, body['error']]).toEqual([200, undefined])
    const { data } = body
    const version = isRecord(data)
      ? data[prepare === editable.replyToReview ? 'replyVersion' : 'version']
      : undefined
    return typeof version === 'number' ? version : 1
  }
})

test('disjoint fields of one course are merged without a question', async () => {
  const read = await server.call('readCourse', { params: { courseId: course.id }, as: admin })
  const { version } = read.body.data
  const save = (as: TestPerson, body: object) =>
    send('PUT', `/courses/${course.id}`, as, { ...body, version })
  expect((await save(admin, { description: 'All about orbits' })).status).toBe(200)
  expect((await save(colleague, { price: 12_000 })).status).toBe(200)
  const merged = await server.call('readCourse', { params: { courseId: course.id }, as: admin })
  expect(merged.body.data).toMatchObject({ description: 'All about orbits', price: 12_000 })
})

test('a price and a sale that were changed by another are refused to a form read before', async () => {
  const { version } = (await server.call('readCourse', { params: { courseId: course.id }, as: admin })).body
    .data
  const save = (as: TestPerson, body: object) =>
    send('PUT', `/courses/${course.id}`, as, { ...body, version })
  expect((await save(admin, { sale: { price: 5_000 } })).status).toBe(200)
  expect((await save(colleague, { sale: { price: 5_000 } })).status).toBe(200)
  expect(
    (await save(colleague, { sale: { price: 6_000, endsAt: '2099-01-01T00:00:00+08:00' } })).status,
  ).toBe(409)
})

test('a move by a version read before others moved the item is refused; other texts are not concerned', async () => {
  const read = async () =>
    (await server.call('listCourseContents', { params: { courseId: course.id }, query: {}, as: admin })).body
      .data
  const [one, two] = await read()
  const path = `/course-content/${one?.id}`
  expect((await send('PUT', path, admin, { order: 1, version: one?.version })).status).toBe(200)
  const stale = await send('PUT', `/course-content/${two?.id}`, colleague, {
    order: 0,
    version: two?.version,
  })
  expect(stale.body['errorCode']).toBe(undefined)
  const moved = await send('PUT', `/course-content/${two?.id}`, colleague, {
    order: 1,
    version: two?.version,
  })
  expect(moved.body['errorCode']).toBe('EDIT_CONFLICT')
  const text = await send('PUT', `/course-content/${two?.id}`, colleague, {
    title: 'Now first',
    version: two?.version,
  })
  expect(text.status).toBe(200)
})

test('saving what somebody has deleted meanwhile says that it is gone', async () => {
  const id = await made('/course-content', admin, { courseId: course.id, title: 'Short-lived' })
  await server.call('deleteContent', { params: { id: Number(id) }, as: admin })
  const saved = await send('PUT', `/course-content/${id}`, colleague, { title: 'Still here', version: 0 })
  expect([saved.status, saved.body['errorCode']]).toEqual([404, 'CONTENT_NOT_FOUND'])
})
