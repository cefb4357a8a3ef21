import type { CurrentUser, ListedUser } from '@apogee/contracts/accounts/accounts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  answer,
  breakNetwork,
  recordCalls,
  refusal,
  refuse,
  type SentRequest,
} from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const teacher: CurrentUser = { ...admin, id: 2, name: 'Dr. Kavitha Menon', role: 'instructor' }
const superadmin: CurrentUser = { ...admin, id: 1, role: 'superadmin', businessId: null }

const nadia: ListedUser = {
  id: 31,
  name: 'Nadia Azman',
  email: 'nadia@apogee.test',
  role: 'student',
  businessId: null,
  createdAt: '2026-11-17T17:30:00.000Z',
  lastEnrolled: '2026-11-18T02:00:00.000Z',
  lastBooking: null,
  totalBookings: 2,
  courses: [{ id: 5, title: 'Practical Machine Learning' }],
  metadata: { avatar: null },
}
const unnamed: ListedUser = { ...nadia, id: 30, name: null, email: 'hello@apogee.test', courses: [] }
const kavitha: ListedUser = {
  ...nadia,
  id: 2,
  name: 'Dr. Kavitha Menon',
  email: 'kavitha@apogee.test',
  role: 'instructor',
  businessId: 1,
  totalBookings: 0,
}
const farid: ListedUser = {
  ...kavitha,
  id: 8,
  name: 'Farid Hakim',
  email: 'admin@apogee.test',
  role: 'admin',
}

const erased = { success: true as const, eraseAfter: null, data: { outcome: 'erased' as const } }
const willBe = (outcome: 'erased' | 'leftTeam') =>
  answer('readDeletion', { success: true, data: { outcome } })

let learners: ListedUser[]
let people: ListedUser[]
let asked: SentRequest[]
const listed = (rows: ListedUser[]) => ({
  success: true as const,
  data: rows,
  meta: { total: rows.length, nextCursor: null },
})

beforeEach(() => {
  learners = [nadia, unnamed]
  people = [kavitha, farid]
  asked = []
  answer('listMyLearners', () => listed(learners))
  willBe('erased')
  answer('listUsers', (sent) => {
    asked.push(sent)
    return listed(people)
  })
})

const open = (user = admin, path = '/admin') => renderRoute(path, { user })
const rowOf = async (name: string) =>
  within((await screen.findByText(name)).closest('[role=row]') as HTMLElement)
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

test('the tab is Users, labelled Enrolled Users for instructors, and open first', async () => {
  await open(teacher)
  const tab = await screen.findByRole('tab', { name: 'Enrolled Users' })
  expect(tab.getAttribute('aria-selected')).toBe('true')
  expect(await screen.findByText('Nadia Azman')).toBeTruthy()
})

test('an instructor sees only enrolled users and cannot add or delete users', async () => {
  await open(teacher)
  await screen.findByText('Nadia Azman')
  expect(headers()).toEqual(['User', 'Role', 'Join Date', 'Enrolled Courses', 'Actions'])
  expect(screen.queryByRole('link', { name: 'Add User' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
  expect(asked).toEqual([])
  const link = screen.getByRole('link', { name: 'Nadia Azman' })
  expect(link.getAttribute('href')).toBe('/studio/people/31')
})

test('the bubble writes a message on the site', async () => {
  const page = await open(teacher)
  await page.press.click(await screen.findByRole('button', { name: 'Write to Nadia Azman' }))
  expect(await screen.findByRole('dialog', { name: 'Write a message' })).toBeTruthy()
})

test('the user table shows name and e-mail, role, join date in Kuala Lumpur and number of courses', async () => {
  await open(teacher)
  const row = await rowOf('Nadia Azman')
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    'Nadia Azmannadia@apogee.test',
    'Student',
    '2026-11-18',
    '1',
    '',
  ])
})

test('a missing name shows Unnamed User', async () => {
  await open(teacher)
  expect((await rowOf('Unnamed User')).getByText('hello@apogee.test')).toBeTruthy()
})

test('an admin sees Enrolled Users first when there are any, and can choose the team', async () => {
  const page = await open()
  expect(await screen.findByText('Nadia Azman')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Users' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Enrolled Users' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByRole('link', { name: 'Add User' })).toBeNull()
  await page.press.click(screen.getByRole('button', { name: 'Team' }))
  await screen.findByText('Dr. Kavitha Menon')
  expect(headers()).toEqual(['User', 'Role', 'Join Date', 'Bookings', 'Actions'])
  expect(screen.getByRole('link', { name: 'Add User' }).getAttribute('href')).toBe('/admin/register')
  expect(page.address()).toBe('/admin?people=team')
})

test('an admin without enrolled users sees the team at once', async () => {
  learners = []
  const page = await open()
  expect(await screen.findByText('Dr. Kavitha Menon')).toBeTruthy()
  expect(screen.getByText('2 users')).toBeTruthy()
  expect(screen.getByText(/^Nobody is enrolled yet\. Create a course/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to courses' }).getAttribute('href')).toBe('/admin?tab=courses')
  await page.press.click(screen.getByRole('button', { name: 'Enrolled Users' }))
  expect(await screen.findByText('Nobody is enrolled yet')).toBeTruthy()
})

test('a new seller reads the first steps above the team', async () => {
  learners = []
  answer('readStudio', {
    success: true,
    data: {
      scope: 'business',
      sells: true,
      days: [],
      waiting: [],
      orders: [],
      enrolments: [],
      checklist: [{ step: 'course', isDone: false }],
    },
  })
  await open()
  const start = await screen.findByRole('link', { name: 'Start the course' })
  expect(start.getAttribute('href')).toBe('/admin?tab=courses&new=course')
})

test('a superadmin sees everyone, without a choice', async () => {
  await open(superadmin)
  expect(await screen.findByText('Dr. Kavitha Menon')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Team' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Add User' })).toBeTruthy()
})

const openTeam = () => open(admin, '/admin?people=team')

test('the search matches a name or e-mail, and says when nobody matches', async () => {
  const page = await openTeam()
  await screen.findByText('Dr. Kavitha Menon')
  people = []
  await page.press.type(screen.getByLabelText('Search by name or email'), ' KAVI ')
  expect(await screen.findByText('Nobody matches this search')).toBeTruthy()
  // A slow machine also searches for the letters that were typed so far.
  await expect.poll(() => asked.at(-1)?.query).toEqual({ limit: '50', search: 'KAVI' })
})

test('the search of people is part of the address, and does not move to the team', async () => {
  const page = await open(admin, '/admin?people=enrolled&search=nadia')
  expect((await screen.findByLabelText<HTMLInputElement>('Search by name or email')).value).toBe('nadia')
  await page.press.click(screen.getByRole('button', { name: 'Team' }))
  expect(await screen.findByText('Dr. Kavitha Menon')).toBeTruthy()
  expect(page.address()).toBe('/admin?people=team')
  expect(screen.getByLabelText<HTMLInputElement>('Search by name or email').value).toBe('')
  await page.goBack()
  expect(page.address()).toBe('/admin?people=enrolled&search=nadia')
  expect(screen.getByLabelText<HTMLInputElement>('Search by name or email').value).toBe('nadia')
})

test('a long list continues by Load more', async () => {
  answer('listUsers', ({ query }) =>
    query['cursor'] === '8'
      ? {
          success: true,
          data: [{ ...farid, id: 7, name: 'Amir Hassan' }],
          meta: { total: 3, nextCursor: null },
        }
      : { success: true, data: people, meta: { total: 3, nextCursor: '8' } },
  )
  const page = await openTeam()
  expect(await screen.findByText('2 of 3 users')).toBeTruthy()
  await page.press.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('Amir Hassan')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('a failed Load more keeps the list, and can be retried', async () => {
  const first = { success: true as const, data: people, meta: { total: 3, nextCursor: '8' } }
  answer('listUsers', ({ query }) => (query['cursor'] ? refusal('UNAVAILABLE') : first))
  const page = await openTeam()
  await page.press.click(await screen.findByRole('button', { name: 'Load more' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The rest could not be loaded.')
  expect(screen.getByText('Dr. Kavitha Menon')).toBeTruthy()
  answer('listUsers', listed([{ ...farid, id: 7, name: 'Amir Hassan' }]))
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Amir Hassan')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a list whose refetch fails after a deletion stays', async () => {
  const page = await openTeam()
  answer('deleteUser', erased)
  await page.press.click(await screen.findByRole('button', { name: 'Delete Dr. Kavitha Menon' }))
  await screen.findByText(/The account is deleted immediately/)
  refuse('listUsers', 'UNAVAILABLE')
  await page.press.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Dr. Kavitha Menon has been deleted')).toBeTruthy()
  expect(screen.getByText('Farid Hakim')).toBeTruthy()
  expect(screen.queryByText('Error loading data. Please try again.')).toBeNull()
})

test('somebody of the team is signed out everywhere after a question', async () => {
  const page = await openTeam()
  const calls = recordCalls('signOutUser', { success: true })
  await page.press.click(await screen.findByRole('button', { name: 'Sign Dr. Kavitha Menon out everywhere' }))
  expect(screen.queryByRole('button', { name: 'Sign Farid Hakim out everywhere' })).toBeNull()
  await page.press.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  expect(await screen.findByText('Dr. Kavitha Menon has been signed out everywhere')).toBeTruthy()
  expect(calls[0]?.params['id']).toBe('2')
})

test('a failure of signing out stays in the dialog', async () => {
  const page = await openTeam()
  refuse('signOutUser', 'UNAVAILABLE')
  await page.press.click(await screen.findByRole('button', { name: 'Sign Dr. Kavitha Menon out everywhere' }))
  await page.press.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  const dialog = within(screen.getByRole('alertdialog'))
  expect(await dialog.findByRole('alert')).toBeTruthy()
})

test("deleting asks the specification's question with the person's name, and nobody can delete themselves here", async () => {
  const page = await openTeam()
  const calls = recordCalls('deleteUser', erased)
  await page.press.click(await screen.findByRole('button', { name: 'Delete Dr. Kavitha Menon' }))
  expect(screen.queryByRole('button', { name: 'Delete Farid Hakim' })).toBeNull()
  const dialog = within(screen.getByRole('alertdialog', { name: 'Delete Dr. Kavitha Menon' }))
  expect(dialog.getByText('Are you sure you want to delete this user?')).toBeTruthy()
  expect(
    await dialog.findByText(/The account is deleted immediately. .* courses that only they sell/),
  ).toBeTruthy()
  people = [farid]
  await page.press.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Dr. Kavitha Menon has been deleted')).toBeTruthy()
  expect(calls[0]?.params['id']).toBe('2')
  await waitFor(() => expect(screen.queryByText('kavitha@apogee.test')).toBeNull())
})

test('a person with access from other sellers leaves the team, as the dialog says before the press', async () => {
  willBe('leftTeam')
  const page = await openTeam()
  const calls = recordCalls('deleteUser', { ...erased, data: { outcome: 'leftTeam' } })
  await page.press.click(await screen.findByRole('button', { name: 'Delete Dr. Kavitha Menon' }))
  const dialog = within(screen.getByRole('alertdialog', { name: 'Delete Dr. Kavitha Menon' }))
  expect(dialog.getByText('Are you sure you want to delete this user?')).toBeTruthy()
  expect(
    await dialog.findByText(/the account is not deleted. They leave your team, become a student/),
  ).toBeTruthy()
  await page.press.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Dr. Kavitha Menon has left the team')).toBeTruthy()
  expect(calls[0]?.query['announced']).toBe('leftTeam')
})

test('the delete dialog names the consequences before the press, and shows a refusal when it opens', async () => {
  refuse('readDeletion', 'LAST_ADMIN')
  const page = await openTeam()
  const calls = recordCalls('deleteUser', erased)
  await page.press.click(await screen.findByRole('button', { name: 'Delete Dr. Kavitha Menon' }))
  expect(await screen.findByText('The last admin of a business cannot be removed')).toBeTruthy()
  willBe('erased')
  await page.press.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(/The account is deleted immediately/)).toBeTruthy()
  expect(calls).toEqual([])
})

test('a deletion cannot be confirmed before its consequence is loaded', async () => {
  const consequence = Promise.withResolvers<void>()
  answer('readDeletion', async () => {
    await consequence.promise
    return { success: true, data: { outcome: 'erased' } }
  })
  const page = await openTeam()
  const calls = recordCalls('deleteUser', erased)
  await page.press.click(await screen.findByRole('button', { name: 'Delete Dr. Kavitha Menon' }))
  const confirm = screen.getByRole('button', { name: 'Delete' })
  expect(confirm).toHaveProperty('disabled', true)
  consequence.resolve()
  await waitFor(() => expect(confirm).toHaveProperty('disabled', false))
  await page.press.click(confirm)
  expect(await screen.findByText('Dr. Kavitha Menon has been deleted')).toBeTruthy()
  expect(calls).toHaveLength(1)
})

test('a deletion that needs a fresh proof asks for the password over the page and then continues', async () => {
  const page = await openTeam()
  const calls: SentRequest[] = []
  answer('listSignInProviders', { success: true, data: { google: null, github: null } })
  answer('confirmIdentity', { success: true, data: { token: 'renewed' } })
  answer('deleteUser', (sent) => {
    calls.push(sent)
    return calls.length === 1 ? refusal('FRESH_PROOF_REQUIRED') : erased
  })
  await page.press.click(await screen.findByRole('button', { name: 'Delete Dr. Kavitha Menon' }))
  await screen.findByText(/The account is deleted immediately/)
  await page.press.click(screen.getByRole('button', { name: 'Delete' }))
  const proof = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
  await page.press.type(proof.getByLabelText('Password'), 'Right-1')
  await page.press.click(proof.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Dr. Kavitha Menon has been deleted')).toBeTruthy()
  expect(calls.map(({ params }) => params['id'])).toEqual(['2', '2'])
})

test('a person who could not be deleted stays, with the reason in the dialog', async () => {
  const page = await openTeam()
  breakNetwork('deleteUser')
  await page.press.click(await screen.findByRole('button', { name: 'Delete Dr. Kavitha Menon' }))
  await screen.findByText(/The account is deleted immediately/)
  await page.press.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Failed to delete user')).toBeTruthy()
  refuse('deleteUser', 'LAST_ADMIN')
  await page.press.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('The last admin of a business cannot be removed')).toBeTruthy()
})

test("an admin changes the team's roles between student and instructor", async () => {
  const page = await openTeam()
  await page.press.click(await screen.findByRole('button', { name: 'Change the role of Dr. Kavitha Menon' }))
  expect(screen.queryByRole('button', { name: 'Change the role of Farid Hakim' })).toBeNull()
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the role of Dr. Kavitha Menon' }))
  expect(
    dialog.getAllByRole<HTMLInputElement>('radio').map(({ value, checked }) => [value, checked]),
  ).toEqual([
    ['student', false],
    ['instructor', true],
  ])
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  expect(save.disabled).toBe(true)
  await page.press.click(dialog.getByRole('radio', { name: /^Student/ }))
  breakNetwork('updateUser')
  await page.press.click(save)
  expect(await dialog.findByText('Failed to update user')).toBeTruthy()
  const calls = recordCalls('updateUser', { success: true, data: { ...teacher, role: 'student' } })
  await page.press.click(save)
  expect(await screen.findByText('Dr. Kavitha Menon is now Student')).toBeTruthy()
  expect(calls.map(({ params, body }) => [params['id'], body])).toEqual([['2', { role: 'student' }]])
})

test('a superadmin may give any role that the person can have', async () => {
  people = [nadia]
  const page = await open(superadmin)
  await page.press.click(await screen.findByRole('button', { name: 'Change the role of Nadia Azman' }))
  const radios = await screen.findAllByRole<HTMLInputElement>('radio')
  const offered = radios.map(({ value }) => value)
  expect(offered).toEqual(['student', 'instructor', 'superadmin'])
})

test('a user list without an answer shows: Error loading data. Please try again.', async () => {
  breakNetwork('listMyLearners')
  const page = await open(teacher)
  expect(await screen.findByText('Error loading data. Please try again.')).toBeTruthy()
  answer('listMyLearners', () => listed(learners))
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nadia Azman')).toBeTruthy()
})

test("an admin's list without an answer is requested once before it says so", async () => {
  let times = 0
  answer('listMyLearners', () => {
    times += 1
    return refusal('UNAVAILABLE')
  })
  const page = await open()
  expect(await screen.findByText('Error loading data. Please try again.')).toBeTruthy()
  expect(times).toBe(1)
  answer('listMyLearners', () => listed(learners))
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nadia Azman')).toBeTruthy()
})

test('the user list is available in Malay', async () => {
  await renderRoute('/admin', { user: teacher, language: 'ms' })
  expect(await screen.findByRole('columnheader', { name: 'Tarikh Sertai' })).toBeTruthy()
})
