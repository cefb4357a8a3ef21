import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const invitation = {
  token: '7.abc',
  courseId: 5,
  courseTitle: 'Orbital mechanics',
  sellerName: 'Orbit Academy',
  invitedAt: '2026-11-20T00:00:00.000Z',
}
const offer = { ...invitation, email: aisyah.email, state: 'open' as const }
const page = '/course-invitations/7.abc'

beforeEach(() => {
  answer('readCourseInvitation', { success: true, data: offer })
})

const answerOwn = (data: (typeof invitation)[], waitsForProof = false) =>
  answer('listCourseInvitations', {
    success: true,
    data,
    meta: { total: data.length, nextCursor: null, waitsForProof },
  })
const noCourses = () =>
  answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })

test('a signed-out invited person registers with the invited address or signs in, and returns', async () => {
  const { press, address } = await renderRoute(page)
  expect(await screen.findByRole('heading', { name: 'Orbit Academy invites you to a course' })).toBeTruthy()
  expect(screen.getByText('Orbital mechanics')).toBeTruthy()
  const back = '?redirect=%2Fcourse-invitations%2F7.abc'
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(`/login${back}`)
  await press.click(main.getByRole('link', { name: 'Create Account' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe(aisyah.email)
  expect(address()).toBe(`/register${back}`)
})

test('an invited person accepts with one press and is enrolled', async () => {
  const { press, address } = await renderRoute(page, { user: aisyah })
  const calls = recordCalls('acceptCourseInvitation', { success: true, data: { courseId: 5 } })
  refuse('readCourse', 'COURSE_NOT_FOUND')
  await press.click(await screen.findByRole('button', { name: 'Accept invitation' }))
  expect(await screen.findByText('You are enrolled in Orbital mechanics')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/course/5'))
  expect(calls.map(({ params, body }) => [params['token'], body])).toEqual([['7.abc', {}]])
})

test("an accepted invitation links to the course, another person's to the other account", async () => {
  answer('readCourseInvitation', { success: true, data: { ...offer, state: 'accepted' } })
  const { unmount } = await renderRoute(page, { user: aisyah })
  expect((await screen.findByRole('link', { name: 'Open course' })).getAttribute('href')).toBe('/course/5')
  unmount()
  await renderRoute(page, { user: admin })
  expect(await screen.findByText(/You are signed in as admin@apogee.test/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull()
})

test('an invalid invitation link says so, and a failure can be retried', async () => {
  refuse('readCourseInvitation', 'INVITE_INVALID')
  const { unmount } = await renderRoute(page)
  expect(await screen.findByRole('heading', { name: 'This invitation link is no longer valid' })).toBeTruthy()
  unmount()
  breakNetwork('readCourseInvitation')
  const { press } = await renderRoute(page)
  expect(await screen.findByText('The invitation could not be loaded')).toBeTruthy()
  answer('readCourseInvitation', { success: true, data: offer })
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Orbital mechanics')).toBeTruthy()
})

test('the dashboard lists open invitations, and each is accepted or declined there', async () => {
  noCourses()
  answerOwn([invitation])
  const { press } = await renderRoute('/dashboard', { user: aisyah })
  const region = within(await screen.findByRole('region', { name: 'Course Invitations' }))
  expect(region.getByText('From Orbit Academy')).toBeTruthy()
  refuse('acceptCourseInvitation', 'INVITE_INVALID')
  await press.click(region.getByRole('button', { name: 'Accept invitation' }))
  expect((await region.findByRole('alert')).textContent).toContain('no longer valid')
  const calls = recordCalls('declineCourseInvitation', { success: true })
  answerOwn([])
  await press.click(region.getByRole('button', { name: 'Decline' }))
  expect(calls).toEqual([])
  await press.click(await screen.findByRole('button', { name: 'Decline Invitation' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Course Invitations' })).toBeNull())
  expect(calls).toHaveLength(1)
})

test('before the address is verified, a banner says that a course waits, without its name', async () => {
  noCourses()
  answerOwn([], true)
  await renderRoute('/dashboard', { user: { ...aisyah, emailVerified: false } })
  expect(
    await screen.findByText(/A course is waiting for you. Confirm your email address to see it./),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send the email again' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Course Invitations' })).toBeNull()
})

test('course invitations are available in Malay', async () => {
  await renderRoute(page, { user: aisyah, language: 'ms' })
  expect(
    await screen.findByRole('heading', { name: 'Orbit Academy menjemput anda ke sebuah kursus' }),
  ).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Terima jemputan' })).toBeTruthy()
})
