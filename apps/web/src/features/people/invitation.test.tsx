import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { Invitation } from '@apogee/contracts/people/people.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const superadmin: CurrentUser = { ...admin, id: 1, role: 'superadmin', businessId: null }
const offer = {
  email: aisyah.email,
  role: 'instructor' as const,
  businessName: 'Orbit Academy',
  invitedBy: 'Farid Hakim',
  expiresAt: '2026-12-04T00:00:00.000Z',
}
const open: Invitation = {
  id: 3,
  email: 'new@apogee.test',
  role: 'instructor',
  businessId: 1,
  createdAt: '2026-11-20T00:00:00.000Z',
  expiresAt: '2026-12-04T00:00:00.000Z',
}
let pending: Invitation[]

beforeEach(() => {
  pending = [open]
  answer('readInvitation', { success: true, data: offer })
  answer('listInvitations', () => ({
    success: true,
    data: pending,
    meta: { total: pending.length, nextCursor: null, businessName: 'Orbit Academy' },
  }))
})

test('an invitation names inviter, business and role; a signed-out person registers or signs in and returns', async () => {
  await renderRoute('/invitations/abc')
  expect(
    await screen.findByRole('heading', { name: 'Farid Hakim invites you to Orbit Academy' }),
  ).toBeTruthy()
  expect(screen.getByText('You would join as Instructor.')).toBeTruthy()
  expect(screen.getByText('The invitation is for student@apogee.test.')).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'Create Account' })).getAttribute('href')).toBe(
    '/register?redirect=%2Finvitations%2Fabc',
  )
  const ways = screen.getAllByRole('link', { name: 'Sign In' }).map((link) => link.getAttribute('href'))
  expect(ways).toContain('/login?redirect=%2Finvitations%2Fabc')
})

test('registering for an invitation fills in the invited address, without it in the URL', async () => {
  const page = await renderRoute('/invitations/abc')
  await page.press.click(await screen.findByRole('link', { name: 'Create Account' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe(aisyah.email)
  expect(page.address()).toBe('/register?redirect=%2Finvitations%2Fabc')
})

test('signing in for an invitation returns to it', async () => {
  answer('login', { success: true, data: { token: 'fresh', user: aisyah } })
  const page = await renderRoute('/login?redirect=%2Finvitations%2Fabc')
  await page.press.type(screen.getByLabelText('Email'), aisyah.email)
  await page.press.type(screen.getByLabelText('Password'), 'Apogee-Demo-1')
  await page.press.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(await screen.findByRole('button', { name: 'Accept invitation' })).toBeTruthy()
})

test('an invited person accepts with one press and sees the admin screens', async () => {
  const page = await renderRoute('/invitations/abc', { user: aisyah })
  const taken: CurrentUser = { ...aisyah, role: 'instructor', businessId: 1 }
  const calls = recordCalls('acceptInvitation', { success: true, data: taken })
  answer('listMyLearners', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  await page.press.click(await screen.findByRole('button', { name: 'Accept invitation' }))
  expect(await screen.findByText('Welcome to Orbit Academy')).toBeTruthy()
  await waitFor(() => expect(page.address()).toBe('/admin'))
  expect(calls.map(({ params, body }) => [params['token'], body])).toEqual([['abc', {}]])
})

test('the page says why an invitation cannot be accepted', async () => {
  const page = await renderRoute('/invitations/abc', { user: aisyah })
  refuse('acceptInvitation', 'INVITATION_CONFLICT')
  await page.press.click(await screen.findByRole('button', { name: 'Accept invitation' }))
  expect(await screen.findByText(/belongs to another business or sells its own courses/)).toBeTruthy()
})

test('another signed-in person is asked to log out first, and returns', async () => {
  answer('logout', { success: true })
  const page = await renderRoute('/invitations/abc', { user: admin })
  expect(await screen.findByText(/You are signed in as admin@apogee.test/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull()
  await page.press.click(screen.getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(page.address()).toBe('/login?redirect=%2Finvitations%2Fabc'))
})

test('a used, revoked or expired invitation link says so and links on', async () => {
  refuse('readInvitation', 'INVITE_INVALID')
  await renderRoute('/invitations/old')
  expect(await screen.findByRole('heading', { name: 'This invitation link is no longer valid' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse the marketplace' }).getAttribute('href')).toBe(
    '/marketplace',
  )
})

test('an invitation without an answer can be retried', async () => {
  breakNetwork('readInvitation')
  const page = await renderRoute('/invitations/abc')
  expect(await screen.findByText('The invitation could not be loaded')).toBeTruthy()
  answer('readInvitation', { success: true, data: offer })
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('You would join as Instructor.')).toBeTruthy()
})

test('Add User shows an admin the invitation to their business first, and sends it', async () => {
  const page = await renderRoute('/admin/register', { user: admin })
  expect(await screen.findByRole('heading', { name: 'Invite to Orbit Academy' })).toBeTruthy()
  const calls = recordCalls('createInvitation', { success: true, data: { ...open, role: 'admin' } })
  const email = () => screen.getByLabelText<HTMLInputElement>('Email')
  await page.press.click(screen.getByRole('button', { name: 'Send Invitation' }))
  expect(await screen.findByText('Email is required')).toBeTruthy()
  await page.press.type(email(), 'new@apogee.test')
  await page.press.click(screen.getByRole('radio', { name: /^Admin/ }))
  await page.press.click(screen.getByRole('button', { name: 'Send Invitation' }))
  expect(await screen.findByText('An invitation is on its way to new@apogee.test')).toBeTruthy()
  expect(calls[0]?.body).toEqual({ email: 'new@apogee.test', role: 'admin' })
  expect(email().value).toBe('')
})

test('a refused invitation shows the reason, and the input stays', async () => {
  const page = await renderRoute('/admin/register', { user: admin })
  refuse('createInvitation', 'ALREADY_IN_TEAM')
  await screen.findByRole('heading', { name: 'Invite to Orbit Academy' })
  const email = screen.getAllByLabelText<HTMLInputElement>('Email')[0] as HTMLInputElement
  await page.press.type(email, 'new@apogee.test')
  await page.press.click(screen.getByRole('button', { name: 'Send Invitation' }))
  expect(await screen.findByText('This person already has that role here')).toBeTruthy()
  expect(email.value).toBe('new@apogee.test')
})

test("the server's issue with the address is shown at its field only", async () => {
  const page = await renderRoute('/admin/register', { user: admin })
  refuse('createInvitation', 'VALIDATION', [{ path: 'email', message: 'No such domain' }])
  await screen.findByRole('heading', { name: 'Invite to Orbit Academy' })
  await page.press.type(screen.getAllByLabelText('Email')[0] as HTMLElement, 'new@apogee.test')
  await page.press.click(screen.getByRole('button', { name: 'Send Invitation' }))
  expect(await screen.findByText('No such domain')).toBeTruthy()
  expect(screen.queryByText('email: No such domain')).toBeNull()
})

test('open invitations are listed, and revoked after a confirmation', async () => {
  const page = await renderRoute('/admin/register', { user: admin })
  const region = within(await screen.findByRole('region', { name: 'Waiting for an answer' }))
  expect(await region.findByText('Instructor · valid until 2026-12-04')).toBeTruthy()
  const calls = recordCalls('revokeInvitation', { success: true })
  pending = []
  await page.press.click(region.getByRole('button', { name: 'Revoke the invitation for new@apogee.test' }))
  expect(calls).toEqual([])
  await page.press.click(screen.getByRole('button', { name: 'Revoke' }))
  expect(await region.findByText('No open invitations')).toBeTruthy()
  expect(calls[0]?.params['id']).toBe('3')
})

test('a superadmin invites superadmins and instructors who sell alone', async () => {
  await renderRoute('/admin/register', { user: superadmin })
  expect(await screen.findByRole('heading', { name: 'Invite to Apogee' })).toBeTruthy()
  const offered = screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)
  expect(offered).toEqual(['instructor', 'superadmin'])
})

test('Add User then shows the wizard for a new business, which says that it signs in as its admin', async () => {
  const page = await renderRoute('/admin/register', { user: admin })
  await page.press.click(await screen.findByText('Register a new business instead'))
  expect(await screen.findByText(/registers a new business and then signs you in as its admin/)).toBeTruthy()
  expect(screen.getByLabelText('Full name')).toBeTruthy()
})

test('invitations are available in Malay', async () => {
  await renderRoute('/invitations/abc', { user: aisyah, language: 'ms' })
  expect(await screen.findByRole('button', { name: 'Terima jemputan' })).toBeTruthy()
})
