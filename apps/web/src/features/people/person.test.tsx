import type { PersonDetail, PersonEvent } from '@apogee/contracts/people/person.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, recordCalls, refuse, type SentRequest } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const at = '2026-11-18T02:00:00.000Z'
const orbits = {
  courseId: 5,
  courseTitle: 'Orbits',
  state: 'open' as const,
  since: at,
  lastSeenAt: at,
  accessEndsAt: null,
  completedLessons: 3,
  totalLessons: 4,
  modules: [
    { done: 2, total: 3 },
    { done: 0, total: 2 },
  ],
  isPaid: true,
}
const ownNote = {
  id: 4,
  text: 'Prefers calls',
  author: 'Farid Hakim',
  seller: null,
  createdAt: at,
  mayDelete: true,
}
const nadia: PersonDetail = {
  id: 31,
  name: 'Nadia Azman',
  email: 'nadia@apogee.test',
  avatar: null,
  role: 'student',
  businessName: null,
  joinedAt: at,
  courses: [orbits, { ...orbits, courseId: 6, courseTitle: 'Comets', isPaid: false, state: 'open' }],
  money: {
    spent: 6_000,
    refunded: 1_500,
    chargedBack: 0,
    orders: [
      {
        id: 'AAAAAAAAAAAAAAAAAAAAAA',
        at,
        courseTitles: ['Orbits'],
        price: 6_000,
        returned: 1_500,
        isChargedBack: false,
      },
    ],
  },
  seats: [
    {
      courseId: 7,
      courseTitle: 'Tides',
      invoice: { id: 'BBBBBBBBBBBBBBBBBBBBBB', number: 'INV-2026-0001', company: 'Petronia Sdn Bhd' },
    },
  ],
  certificates: [],
  notes: [ownNote, { id: 3, text: 'Pays late', author: null, seller: null, createdAt: at, mayDelete: false }],
}
const event = (given: Partial<PersonEvent>): PersonEvent => ({
  key: given.kind ?? 'joined',
  kind: 'joined',
  at,
  courseId: 5,
  courseTitle: 'Orbits',
  text: null,
  subjectId: null,
  orderId: null,
  amount: null,
  isChargeback: false,
  by: null,
  ...given,
})
const events: PersonEvent[] = [
  event({ kind: 'refund', orderId: 'AAAAAAAAAAAAAAAAAAAAAA', amount: 1_500 }),
  event({ kind: 'message', text: 'See you there', by: 'Farid Hakim' }),
  event({ kind: 'hand-in', text: 'Essay', subjectId: 8 }),
  event({ kind: 'question', text: 'Why round?', subjectId: 9 }),
  event({ kind: 'lesson', text: 'Launch' }),
  event({ kind: 'bought', orderId: 'AAAAAAAAAAAAAAAAAAAAAA', amount: 6_000 }),
  event({ kind: 'joined', courseId: null, courseTitle: null }),
]

let asked: SentRequest[]
beforeEach(() => {
  asked = []
  answer('readPerson', { success: true, data: nadia })
  answer('listPersonEvents', (sent) => {
    asked.push(sent)
    const { kind } = sent.query
    return {
      success: true,
      data: events.filter((one) => kind === undefined || one.kind === kind),
      meta: { nextCursor: null },
    }
  })
})

const open = (address = '/studio/people/31', language: 'en' | 'ms' = 'en') =>
  renderRoute(address, { user: admin, language })
const panel = async (name: string) => within(await screen.findByRole('region', { name }))

test('the page shows the time line, the sums and the courses of a person, and leads to each', async () => {
  await open()
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Nadia Azman')
  // The bars of the two courses have a segment for each of their two modules.
  expect(document.querySelectorAll('.person-list .ap-progress-track')).toHaveLength(4)
  const line = await panel('Time line')
  const rows = (await line.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'Got money back for Orbits · RM 15.0018 Nov 2026, 10:00',
    'Got a message from Farid HakimSee you there18 Nov 2026, 10:00 · Orbits',
    'Handed in Essay18 Nov 2026, 10:00 · Orbits',
    'Asked: Why round?18 Nov 2026, 10:00 · Orbits',
    'Completed Launch18 Nov 2026, 10:00 · Orbits',
    'Bought Orbits · RM 60.0018 Nov 2026, 10:00',
    'Opened an account18 Nov 2026, 10:00',
  ])
  expect(line.getByRole('link', { name: 'Handed in Essay' }).getAttribute('href')).toBe(
    '/course/5/hand-ins/8',
  )
  const courses = await panel('Courses')
  expect(courses.getByRole('link', { name: 'Orbits' }).getAttribute('href')).toBe('/course/5/people/31')
  const about = await panel('About')
  expect(about.getByText('RM 60.00')).toBeTruthy()
  expect((await panel('Orders')).getByText(/RM 15.00 refunded/)).toBeTruthy()
  expect((await panel('Seats')).getByRole('link', { name: 'INV-2026-0001, Petronia Sdn Bhd' })).toBeTruthy()
})

test('a chip shows one kind of event and is part of the address', async () => {
  const page = await open()
  await page.press.click(await screen.findByRole('button', { name: 'Questions' }))
  await waitFor(async () =>
    expect((await (await panel('Time line')).findAllByRole('listitem')).length).toBe(1),
  )
  expect(page.address()).toBe('/studio/people/31?show=question')
  expect(asked.at(-1)?.query['kind']).toBe('question')
})

test('a caller who sees no money has no sums and no orders', async () => {
  answer('readPerson', { success: true, data: { ...nadia, money: null, seats: [] } })
  await open()
  await panel('About')
  expect(screen.queryByText('Spent')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Orders' })).toBeNull()
})

test('a note is added with a key, and only notes that the caller may delete have the button', async () => {
  const added = recordCalls('addPersonNote', { success: true, data: ownNote })
  const removed = recordCalls('deletePersonNote', { success: true })
  const page = await open()
  const notes = await panel('Notes of the team')
  await page.press.type(notes.getByLabelText('Note'), 'Call on Monday')
  await page.press.click(notes.getByRole('button', { name: 'Add note' }))
  await screen.findByText('The note was added')
  expect(added[0]?.body).toEqual({ text: 'Call on Monday', key: expect.any(String) })
  expect(notes.getAllByRole('button', { name: 'Delete note' })).toHaveLength(1)
  await page.press.click(notes.getByRole('button', { name: 'Delete note' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await page.press.click(dialog.getByRole('button', { name: 'Delete note' }))
  await screen.findByText('The note was deleted')
  expect(removed[0]?.params).toMatchObject({ id: '31', noteId: '4' })
})

test('a note keeps its key after a lost answer, and an edited text has another key', async () => {
  const sent: { text: string; key: string }[] = []
  answer('addPersonNote', ({ body }) => {
    sent.push(body as { text: string; key: string })
    return Response.error()
  })
  const page = await open()
  const notes = await panel('Notes of the team')
  const send = async (times: number) => {
    await page.press.click(notes.getByRole('button', { name: 'Add note' }))
    await waitFor(() => expect(sent).toHaveLength(times))
    await notes.findByRole('alert')
  }
  await page.press.type(notes.getByLabelText('Note'), 'Call on Monday')
  await send(1)
  await send(2)
  await page.press.type(notes.getByLabelText('Note'), ' morning')
  await send(3)
  const [first, repeated, edited] = sent
  expect(repeated).toEqual(first)
  expect(edited).toEqual({ text: 'Call on Monday morning', key: expect.any(String) })
  expect(edited?.key).not.toBe(first?.key)
})

test('a message is written in one of the courses', async () => {
  const sent = recordCalls('writeLearnerMessage', {
    success: true,
    data: { id: 1, body: 'Hello', authorName: 'Farid', createdAt: at, isMailed: false },
  })
  const page = await open()
  await page.press.click(await screen.findByRole('button', { name: 'Write a message' }))
  await page.press.click(await screen.findByRole('menuitem', { name: 'About Comets' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.press.type(await dialog.findByLabelText(/Message/), 'Hello')
  await page.press.click(dialog.getByRole('button', { name: 'Send message' }))
  await screen.findByText('The message was sent as a notification')
  expect(sent[0]?.params).toMatchObject({ id: '6', userId: '31' })
})

test('a person is added to a published course that they do not have', async () => {
  answer('listCourses', {
    success: true,
    data: [aCourse({ id: 5, title: 'Orbits' }), aCourse({ id: 9, title: 'Stars' })],
    meta: { total: 2, nextCursor: null },
  })
  const sent = recordCalls('enrolPeople', {
    success: true,
    data: { enrolled: 0, waiting: 1, people: [{ email: nadia.email, state: 'invited' as const }] },
  })
  const page = await open()
  await page.press.click(await screen.findByRole('button', { name: 'Add to course' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('option', { name: 'Stars' })
  expect(dialog.queryByRole('option', { name: 'Orbits' })).toBeNull()
  await page.press.click(dialog.getByRole('button', { name: 'Add' }))
  expect(await dialog.findByText('Choose a course first')).toBeTruthy()
  await page.press.selectOptions(dialog.getByLabelText('Course'), 'Stars')
  await page.press.click(dialog.getByRole('button', { name: 'Add' }))
  await screen.findByText('An invitation is on its way')
  expect(sent[0]).toMatchObject({ params: { id: '9' }, body: { emails: [nadia.email] } })
})

test('paid access is not among what can be ended here', async () => {
  const sent = recordCalls('removeLearner', { success: true })
  const page = await open()
  await page.press.click(await screen.findByRole('button', { name: 'End access' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Comets'])
  expect(dialog.getByText(/Paid access ends with a refund/)).toBeTruthy()
  await page.press.type(dialog.getByLabelText('Reason'), 'Left the company')
  await page.press.click(dialog.getByRole('button', { name: 'End access' }))
  await screen.findByText('The access has ended')
  expect(sent[0]).toMatchObject({ params: { id: '6', userId: '31' }, body: { reason: 'Left the company' } })
})

test('a person who is not found has a way back, and the page is in Malay, too', async () => {
  refuse('readPerson', 'USER_NOT_FOUND')
  await open('/studio/people/31', 'ms')
  expect(await screen.findByRole('heading', { name: 'Orang ini tidak ditemui' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Kembali ke Orang' }).getAttribute('href')).toBe('/admin?tab=users')
})
