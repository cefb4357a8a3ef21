import type { ExpectedPerson } from '@apogee/contracts/people/expected-people.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, recordCalls, refuse, type SentRequest } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const at = '2026-12-03T02:00:00.000Z'
const invited: ExpectedPerson = {
  key: 'course:5',
  kind: 'course',
  id: 5,
  email: 'invited1@latihan.test',
  name: '',
  at,
  state: 'open',
  courseId: 27,
  courseTitle: 'Pivot tables',
  role: null,
  businessId: null,
  invoice: null,
  seller: null,
  canSendAgain: true,
  mayCancel: true,
}
const seat: ExpectedPerson = {
  ...invited,
  key: 'seat:8',
  kind: 'seat',
  id: 8,
  email: 'sofia@majujaya.test',
  invoice: { id: 'BBBBBBBBBBBBBBBBBBBBBB', number: 'INV-2026-0001', company: 'Syarikat Maju Jaya' },
}
const colleague: ExpectedPerson = {
  ...invited,
  key: 'team:3',
  kind: 'team',
  id: 3,
  email: 'colleague@latihan.test',
  courseId: null,
  courseTitle: null,
  role: 'instructor',
  businessId: 1,
}

let asked: SentRequest[]
beforeEach(() => {
  asked = []
  const nobody = { success: true as const, data: [], meta: { total: 0, nextCursor: null } }
  answer('listMyLearners', nobody)
  answer('listExpectedPeople', (sent) => {
    asked.push(sent)
    return { success: true, data: [invited, seat, colleague], meta: { nextCursor: null } }
  })
})

const open = async (address = '/admin?people=enrolled&search=maju') => {
  const page = await renderRoute(address, { user: admin })
  return { page, list: within(await screen.findByRole('region', { name: 'Invited and seats' })) }
}

test('the search of people finds invited people and seats, and each row says why the person is expected', async () => {
  const { list } = await open()
  expect(list.getAllByRole('listitem').map((row) => row.querySelector('p + p')?.textContent)).toEqual([
    'Invited 3 Dec 2026 · Pivot tables',
    'Seat of INV-2026-0001, Syarikat Maju Jaya · Pivot tables',
    'Invited 3 Dec 2026 to your team as Instructor',
  ])
  expect(list.getByRole('link', { name: /^Seat of/ }).getAttribute('href')).toBe(
    '/admin/invoices/BBBBBBBBBBBBBBBBBBBBBB',
  )
  expect(asked[0]?.query['search']).toBe('maju')
})

test('each kind is sent again by its own call', async () => {
  const calls = {
    course: recordCalls('resendCourseInvitation', {
      success: true,
      data: {
        id: 5,
        email: invited.email,
        name: '',
        state: 'open',
        invitedAt: at,
        sentAt: at,
        canSendAgain: false,
      },
    }),
    seat: recordCalls('sendSeatAgain', { success: true }),
    team: recordCalls('createInvitation', {
      success: true,
      data: {
        id: 4,
        email: colleague.email,
        role: 'instructor',
        businessId: 1,
        createdAt: at,
        expiresAt: at,
      },
    }),
  }
  const { page, list } = await open()
  for (const { email } of [invited, seat, colleague]) {
    await page.press.click(list.getByRole('button', { name: `Send again: ${email}` }))
    await screen.findByText(`The mail to ${email} is on its way again`)
  }
  expect(calls.course[0]?.params).toMatchObject({ id: '27', personId: '5' })
  expect(calls.seat[0]?.params).toMatchObject({ id: 'BBBBBBBBBBBBBBBBBBBBBB', seatId: '8' })
  expect(calls.team[0]?.body).toEqual({ email: colleague.email, role: 'instructor' })
})

test('a seat is taken back after a question', async () => {
  const sent = recordCalls('revokeSeat', { success: true })
  const { page, list } = await open()
  await page.press.click(list.getByRole('button', { name: 'Cancel for sofia@majujaya.test' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('The seat is free for somebody else.')).toBeTruthy()
  await page.press.click(dialog.getByRole('button', { name: 'Take the seat back' }))
  await screen.findByText('Cancelled for sofia@majujaya.test')
  expect(sent[0]?.params).toMatchObject({ id: 'BBBBBBBBBBBBBBBBBBBBBB', seatId: '8' })
})

test('a mail that is refused says why', async () => {
  refuse('resendCourseInvitation', 'INVITATION_JUST_SENT')
  const { page, list } = await open()
  await page.press.click(list.getByRole('button', { name: `Send again: ${invited.email}` }))
  expect(await screen.findByRole('alert')).toBeTruthy()
})
