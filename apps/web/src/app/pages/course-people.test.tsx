/** Design §2: the owner enrolls people (by e-mail, CSV, signed invite link), from /course/{courseId}/manage. */
import type { CourseInvite } from '@apogee/contracts/enrolments.ts'
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
  answer('coursePeople', () => ({ success: true, data: { enrolled: 12, waiting: 2, invites } }))
})

async function open(language: 'en' | 'ms' = 'en') {
  const page = await renderRoute('/course/5/manage', { user: admin, language })
  const name = language === 'en' ? 'People' : 'Peserta'
  await page.press.click(await screen.findByRole('button', { name }))
  return { ...page, dialog: within(await screen.findByRole('dialog', { name })) }
}
const addresses = () => screen.getByLabelText<HTMLTextAreaElement>('Email addresses')

test('the owner sees how many are enrolled and waited for', async () => {
  const { dialog, press } = await open()
  expect(await dialog.findByText('12 enrolled, 2 waiting to register')).toBeTruthy()
  expect(dialog.getByText('No open links')).toBeTruthy()
  await press.click(dialog.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the owner enrolls people by e-mail, and sees what became of each address', async () => {
  const { dialog, press } = await open()
  const calls = recordCalls('enrolPeople', {
    success: true,
    data: {
      enrolled: 2,
      waiting: 1,
      people: [
        { email: 'a@x.my', state: 'enrolled' },
        { email: 'b@x.my', state: 'already' },
        { email: 'c@x.my', state: 'waiting' },
      ],
    },
  })
  const enroll = await dialog.findByRole('button', { name: 'Enroll People' })
  await press.click(enroll)
  expect(dialog.getByText('Please enter at least one email address')).toBeTruthy()
  await press.type(addresses(), 'a@x.my\nnobody')
  await press.click(enroll)
  expect(dialog.getByText('This is not an email address: nobody')).toBeTruthy()
  expect(calls).toEqual([])
  await press.clear(addresses())
  await press.type(addresses(), 'a@x.my\nb@x.my, c@x.my')
  await press.click(enroll)
  expect(await dialog.findByText('1 enrolled, 1 already enrolled, 1 waiting to register')).toBeTruthy()
  expect(calls.map(({ params, body }) => [params['id'], body])).toEqual([
    ['5', { emails: ['a@x.my', 'b@x.my', 'c@x.my'] }],
  ])
  const outcome = within(dialog.getByRole('list', { name: 'What became of each address' }))
  expect(outcome.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'a@x.myEnrolled',
    'b@x.myAlready enrolled',
    'c@x.myWaiting to register',
  ])
  expect(addresses().value).toBe('')
})

test('the first column of a CSV file joins what was typed', async () => {
  const { dialog, press } = await open()
  await press.type(await dialog.findByLabelText('Email addresses'), 'a@x.my')
  const file = (name: string, content: string) => new File([content], name, { type: 'text/csv' })
  await press.upload(
    dialog.getByLabelText('CSV file'),
    file('class.csv', 'Email,Name\nb@x.my,Bee\nc@x.my,Cee\n'),
  )
  expect(await dialog.findByText('2 addresses taken from class.csv')).toBeTruthy()
  expect(addresses().value).toBe('a@x.my\nb@x.my\nc@x.my')
  await press.upload(dialog.getByLabelText('CSV file'), file('names.csv', 'Name\nBee\n'))
  expect(await dialog.findByText('There is no email address in the first column of this file.')).toBeTruthy()
})

test('addresses that could not be enrolled stay, with the reason', async () => {
  const { dialog, press } = await open()
  breakNetwork('enrolPeople')
  await press.type(await dialog.findByLabelText('Email addresses'), 'a@x.my')
  await press.click(dialog.getByRole('button', { name: 'Enroll People' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('They could not be enrolled')
  expect(addresses().value).toBe('a@x.my')
})

test('an invite link is created for some days and uses, and listed', async () => {
  const { dialog, press } = await open()
  const calls = recordCalls('createInvite', { success: true, data: anInvite() })
  await press.selectOptions(await dialog.findByLabelText('Valid for'), '7 days')
  await press.type(dialog.getByLabelText('Number of uses'), '0')
  await press.click(dialog.getByRole('button', { name: 'Create Link' }))
  expect(dialog.getByText('Must be a whole number from 1 to 100000')).toBeTruthy()
  await press.clear(dialog.getByLabelText('Number of uses'))
  await press.type(dialog.getByLabelText('Number of uses'), '5')
  invites = [anInvite({ uses: 0 })]
  const before = Date.now()
  await press.click(dialog.getByRole('button', { name: 'Create Link' }))
  expect(await dialog.findByText('http://localhost:3000/sp/5/?invite=3.abc')).toBeTruthy()
  expect(dialog.getByText('Expires 20 Dec 2026 · Used 0 of 5')).toBeTruthy()
  const body = calls[0]?.body as { expiresAt: string; maxUses: number }
  expect(body.maxUses).toBe(5)
  expect(Math.round((Date.parse(body.expiresAt) - before) / 86_400_000)).toBe(7)
})

test('an open link is copied, and says so', async () => {
  invites = [anInvite()]
  const { dialog, press } = await open()
  await press.click(await dialog.findByRole('button', { name: 'Copy Link' }))
  expect(await dialog.findByText('Copied!')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/sp/5/?invite=3.abc')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
  await press.click(dialog.getByRole('button', { name: 'Copied!' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('could not be copied')
})

test('revoking a link asks first, and takes it off the list', async () => {
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
  expect(await dialog.findByText('No open links')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('a public course has people too, and needs no links', async () => {
  isPrivate = false
  const { dialog } = await open()
  expect(await dialog.findByRole('button', { name: 'Enroll People' })).toBeTruthy()
  expect(dialog.queryByText('Invitation links')).toBeNull()
})

test('while it is on its way it says Loading..., and a failure can be tried again', async () => {
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

test('it speaks Malay', async () => {
  const { dialog } = await open('ms')
  expect(await dialog.findByText('12 didaftarkan, 2 belum membuka akaun')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Cipta Pautan' })).toBeTruthy()
})
