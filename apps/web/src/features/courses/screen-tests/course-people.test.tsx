/**
 * The tests cover enrolment by the owner (by e-mail, CSV, signed invite link) on /course/{courseId}/people
 * (docs/api.md#private-courses).
 */
import type { Language } from '@apogee/domain/languages.ts'
import type { CourseInvite, InvitedPerson } from '@apogee/contracts/enrolments/enrolments.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, breakNetwork, keepWaiting, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const anInvite = (given: Partial<CourseInvite> = {}): CourseInvite => ({
  id: 3,
  url: 'http://localhost:3000/sp/5/?invite=3.abc',
  expiresAt: '2026-12-20T04:00:00.000Z',
  maxUses: 5,
  uses: 1,
  ...given,
})

let invites: CourseInvite[]
let isPrivate: boolean

beforeEach(() => {
  invites = []
  isPrivate = true
  answer('readCourse', () => ({
    success: true,
    data: { ...aCourse({ isPrivate }), contents: [], permissions: { study: true, manage: true } },
  }))
  answer('listCohorts', { success: true, data: { cohorts: [], selfPaced: true } })
  answer('listPackageTroubles', { success: true, data: [] })
  answer('listCourseLearners', {
    success: true,
    data: [],
    meta: { total: 0, nextCursor: null, courseTitle: 'Practical Machine Learning' },
  })
  answer('coursePeople', () => ({ success: true, data: { enrolled: 12, waiting: 2, invites } }))
})

async function open(language: Language = 'en') {
  const page = await renderRoute('/course/5/people', { user: admin, language })
  const [button, name] = language === 'en' ? ['Add learners', 'People'] : ['Tambah pelajar', 'Peserta']
  await page.press.click(await screen.findByRole('button', { name: button }))
  return { ...page, dialog: within(await screen.findByRole('dialog', { name })) }
}
const csvFile = (name: string, content: string) => new File([content], name, { type: 'text/csv' })
const reported = (dialog: { getByRole: typeof screen.getByRole }) =>
  within(dialog.getByRole('list', { name: 'Result for each line' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)
const addresses = () => screen.getByLabelText<HTMLTextAreaElement>('Email addresses')

test('the owner sees how many people are enrolled and invited', async () => {
  const { dialog, press } = await open()
  expect(await dialog.findByText('12 enrolled, 2 invited')).toBeTruthy()
  expect(dialog.getByText('No active links')).toBeTruthy()
  await press.click(dialog.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the owner enrols people by e-mail, and sees the result of each line', async () => {
  const { dialog, press } = await open()
  const calls = recordCalls('enrolPeople', {
    success: true,
    data: {
      enrolled: 2,
      waiting: 1,
      people: [
        { email: 'a@x.my', state: 'enrolled' },
        { email: 'b@x.my', state: 'already' },
        { email: 'c@x.my', state: 'invited' },
      ],
    },
  })
  const enroll = await dialog.findByRole('button', { name: 'Enroll People' })
  await press.click(enroll)
  expect(dialog.getByText('Please enter at least one email address')).toBeTruthy()
  await press.type(addresses(), 'a@x.my\nnobody')
  await press.click(enroll)
  expect(dialog.getByText('This is not an email address in English letters (a–z): nobody')).toBeTruthy()
  expect(calls).toEqual([])
  await press.clear(addresses())
  await press.type(addresses(), 'a@x.my\nb@x.my, c@x.my\nA@x.my')
  await press.click(enroll)
  expect(await dialog.findByText('1 enrolled, 1 already enrolled, 1 invited, 1 skipped')).toBeTruthy()
  expect(calls.map(({ params, body }) => [params['id'], body])).toEqual([
    ['5', { emails: ['a@x.my', 'b@x.my', 'c@x.my'], names: [] }],
  ])
  expect(reported(dialog)).toEqual([
    'a@x.myLine 3Skipped: the same address is listed above',
    'a@x.myLine 1Enrolled',
    'b@x.myLine 2Already enrolled',
    'c@x.myLine 2Invited',
  ])
  expect(addresses().value).toBe('')
})

const given = {
  success: true as const,
  data: {
    enrolled: 1,
    waiting: 1,
    people: [
      { email: 'a@x.my', state: 'enrolled' as const },
      { email: 'c@x.my', state: 'invited' as const },
    ],
    givenAt: '2026-11-29T04:00:00.123Z',
  },
}

test('one press takes back what the last press gave, and says what was done', async () => {
  const { dialog, press } = await open()
  const enrolAgain = async () => {
    await press.type(await dialog.findByLabelText('Email addresses'), 'a@x.my, c@x.my')
    await press.click(dialog.getByRole('button', { name: 'Enroll People' }))
  }
  recordCalls('enrolPeople', given)
  await enrolAgain()
  breakNetwork('withdrawEnrolments')
  await press.click(await dialog.findByRole('button', { name: 'Take this back' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('This could not be taken back')
  const calls = recordCalls('withdrawEnrolments', {
    success: true,
    data: { removed: 2, withdrawn: 1, staying: 1 },
  })
  await press.click(dialog.getByRole('button', { name: 'Take this back' }))
  expect(
    await dialog.findByText(
      '2 people were removed, 1 invitation was withdrawn. 1 person has already accepted, begun or paid, and stays enrolled.',
    ),
  ).toBeTruthy()
  expect(calls.map(({ params, body }) => [params['id'], body])).toEqual([
    ['5', { givenAt: '2026-11-29T04:00:00.123Z' }],
  ])
  expect(dialog.queryByRole('button', { name: 'Take this back' })).toBeNull()
  // The outcome of the next press replaces this one. A press that gave nothing new cannot be taken back.
  recordCalls('enrolPeople', { success: true, data: { ...given.data, givenAt: undefined } })
  await enrolAgain()
  await waitFor(() => expect(dialog.queryByText(/were removed/)).toBeNull())
  expect(dialog.queryByRole('button', { name: 'Take this back' })).toBeNull()
})

test('every line of a CSV file gets a result, and an invalid line does not stop the others', async () => {
  const { dialog, press } = await open()
  const calls = recordCalls('enrolPeople', {
    success: true,
    data: {
      enrolled: 0,
      waiting: 2,
      people: [
        { email: 'a@x.my', state: 'invited' },
        { email: 'b@x.my', state: 'invited' },
        { email: 'd@x.my', state: 'limit' },
      ],
    },
  })
  await press.type(await dialog.findByLabelText('Email addresses'), 'a@x.my')
  const csv =
    '\uFEFFNama;E-mel\r\nBee;B@x.my\r\nNo One;nobody@\r\n;\r\nNobody;\r\n"Dee; D";d@x.my\r\nA;a@x.my\r\n'
  await press.upload(dialog.getByLabelText('CSV file'), csvFile('class.csv', csv))
  expect(await dialog.findByText('3 addresses found, 2 lines skipped')).toBeTruthy()
  await press.click(dialog.getByRole('button', { name: 'Enroll People' }))
  expect(await dialog.findByText('0 enrolled, 0 already enrolled, 2 invited, 4 skipped')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([
    {
      emails: ['a@x.my', 'b@x.my', 'd@x.my'],
      names: [
        { email: 'b@x.my', name: 'Bee' },
        { email: 'd@x.my', name: 'Dee; D' },
      ],
    },
  ])
  expect(reported(dialog)).toEqual([
    'nobody@class.csv, line 3Skipped: not an email address in English letters (a–z)',
    'Nobodyclass.csv, line 5Skipped: no email address',
    'd@x.myclass.csv, line 6Skipped: today’s limit for new addresses is reached',
    'a@x.myclass.csv, line 7Skipped: the same address is listed above',
    'a@x.myLine 1Invited',
    'b@x.myclass.csv, line 2Invited',
  ])
  // Addresses beyond the daily limit stay in the field for the next day.
  expect(addresses().value).toBe('"Dee; D <d@x.my>"')
  await press.click(dialog.getByRole('button', { name: 'Copy Report' }))
  expect(await navigator.clipboard.readText()).toContain('3\tclass.csv\tnobody@\tNo One\tSkipped')
})

test('a file without addresses, of another kind or too large says so, and no input is lost', async () => {
  const { dialog, press } = await open()
  await press.type(await dialog.findByLabelText('Email addresses'), 'a@x.my')
  await press.upload(dialog.getByLabelText('CSV file'), csvFile('names.csv', 'Name\nBee\n'))
  expect(await dialog.findByText('There is no email address in this file.')).toBeTruthy()
  await press.upload(dialog.getByLabelText('CSV file'), csvFile('big.csv', 'x'.repeat(1_000_001)))
  expect(await dialog.findByText('This file is larger than 1 MB.')).toBeTruthy()
  expect(addresses().value).toBe('a@x.my')
})

test('an invitation is sent again once a day, and withdrawn', async () => {
  const invited = (given: Partial<InvitedPerson>): InvitedPerson => ({
    id: 1,
    email: 'a@x.my',
    name: '',
    state: 'open',
    invitedAt: '2026-11-19T04:00:00.000Z',
    sentAt: '2026-11-19T04:00:00.000Z',
    canSendAgain: false,
    ...given,
  })
  let people = [
    invited({ name: 'Bee', canSendAgain: true }),
    invited({ id: 2, email: 'b@x.my' }),
    invited({ id: 3, email: 'c@x.my', state: 'declined' }),
  ]
  answer('listInvitedPeople', () => ({
    success: true,
    data: people,
    meta: { total: people.length, nextCursor: null },
  }))
  const { dialog, press } = await open()
  const list = within(await dialog.findByRole('list', { name: 'Invited' }))
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'a@x.myBee · Sent on 19 Nov 2026Send againWithdraw',
    'b@x.mySent on 19 Nov 2026Withdraw',
    'c@x.mySent on 19 Nov 2026DeclinedWithdraw',
  ])
  refuse('resendCourseInvitation', 'INVITATION_JUST_SENT')
  await press.click(list.getByRole('button', { name: 'Send again' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('sent within the last day')
  const resent = recordCalls('resendCourseInvitation', { success: true, data: invited({}) })
  await press.click(list.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(resent.map(({ params }) => params['personId'])).toEqual(['1']))
  const taken = recordCalls('withdrawCourseInvitation', { success: true })
  people = people.slice(0, 2)
  await press.click(list.getAllByRole('button', { name: 'Withdraw' })[2] as HTMLElement)
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2))
  await waitFor(() => expect(taken.map(({ params }) => params['personId'])).toEqual(['3']))
})

test('addresses that could not be enrolled stay, with the reason', async () => {
  const { dialog, press } = await open()
  breakNetwork('enrolPeople')
  await press.type(await dialog.findByLabelText('Email addresses'), 'a@x.my')
  await press.click(dialog.getByRole('button', { name: 'Enroll People' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('The people could not be enrolled')
  expect(addresses().value).toBe('a@x.my')
})

test('an invite link is created for some days and uses, and listed', async () => {
  const { dialog, press } = await open()
  const calls = recordCalls('createInvite', { success: true, data: anInvite() })
  await press.selectOptions(await dialog.findByLabelText('Valid for'), '7 days')
  await press.type(dialog.getByLabelText('Total uses'), '0')
  await press.click(dialog.getByRole('button', { name: 'Create Link' }))
  expect(dialog.getByText('Must be a whole number from 1 to 100000')).toBeTruthy()
  await press.clear(dialog.getByLabelText('Total uses'))
  await press.type(dialog.getByLabelText('Total uses'), '5')
  invites = [anInvite({ uses: 0 })]
  const before = Date.now()
  await press.click(dialog.getByRole('button', { name: 'Create Link' }))
  expect(await dialog.findByText('http://localhost:3000/sp/5/?invite=3.abc')).toBeTruthy()
  expect(dialog.getByText('Expires 20 Dec 2026 · Used 0 of 5')).toBeTruthy()
  const body = calls[0]?.body as { expiresAt: string; maxUses: number }
  expect(body.maxUses).toBe(5)
  expect(Math.round((Date.parse(body.expiresAt) - before) / 86_400_000)).toBe(7)
})

test('a valid invite link is copied, and the page says so', async () => {
  invites = [anInvite()]
  const { dialog, press } = await open()
  await press.click(await dialog.findByRole('button', { name: 'Copy link' }))
  expect(await dialog.findByText('Copied!')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/sp/5/?invite=3.abc')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
  await press.click(dialog.getByRole('button', { name: 'Copied!' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('could not be copied')
})

test('revoking an invite link asks first, and removes it from the list', async () => {
  invites = [anInvite()]
  const { dialog, press } = await open()
  const calls = recordCalls('revokeInvite', { success: true })
  await press.click(await dialog.findByRole('button', { name: 'Revoke' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke link 3?' }))
  refuse('revokeInvite', 'INVITE_INVALID')
  await press.click(question.getByRole('button', { name: 'Revoke' }))
  expect((await question.findByRole('alert')).textContent).toBeTruthy()
  recordCalls('revokeInvite', { success: true })
  expect(calls).toEqual([])
  invites = []
  await press.click(question.getByRole('button', { name: 'Revoke' }))
  expect(await dialog.findByText('No active links')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('a public course has no invite links', async () => {
  isPrivate = false
  const { dialog } = await open()
  expect(await dialog.findByRole('button', { name: 'Enroll People' })).toBeTruthy()
  expect(dialog.queryByText('Invitation links')).toBeNull()
})

test('the people dialog shows Loading..., and a failure can be retried', async () => {
  keepWaiting('coursePeople')
  const { dialog, unmount } = await open()
  expect(dialog.getByText('Loading...')).toBeTruthy()
  unmount()
  breakNetwork('coursePeople')
  const again = await open()
  expect(await again.dialog.findByText('The people of this course could not be loaded')).toBeTruthy()
  answer('coursePeople', { success: true, data: { enrolled: 1, waiting: 0, invites: [] } })
  await again.press.click(again.dialog.getByRole('button', { name: 'Try again' }))
  expect(await again.dialog.findByText('1 enrolled')).toBeTruthy()
})

test('the people dialog is available in Malay', async () => {
  const { dialog } = await open('ms')
  expect(await dialog.findByText('12 didaftarkan, 2 dijemput')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Cipta Pautan' })).toBeTruthy()
})

test('taking people back is available in Malay', async () => {
  const { dialog, press } = await open('ms')
  recordCalls('enrolPeople', given)
  recordCalls('withdrawEnrolments', { success: true, data: { removed: 1, withdrawn: 1, staying: 0 } })
  await press.type(await dialog.findByLabelText('Alamat e-mel'), 'a@x.my, c@x.my')
  await press.click(dialog.getByRole('button', { name: 'Daftarkan Peserta' }))
  await press.click(await dialog.findByRole('button', { name: 'Batalkan pendaftaran ini' }))
  expect(await dialog.findByText('1 peserta telah dikeluarkan, 1 jemputan telah ditarik balik.')).toBeTruthy()
})
