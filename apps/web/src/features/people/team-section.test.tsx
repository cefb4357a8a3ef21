import type { ListedUser } from '@apogee/contracts/accounts/accounts.ts'
import type { Invitation } from '@apogee/contracts/people/people.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { answerSellersSettings } from '#web/testing/settings.ts'

const kavitha: ListedUser = {
  id: 2,
  name: 'Dr. Kavitha Menon',
  email: 'kavitha@apogee.test',
  role: 'instructor',
  businessId: 1,
  createdAt: '2026-10-01T00:00:00.000Z',
  lastEnrolled: null,
  lastBooking: null,
  totalBookings: 0,
  metadata: { avatar: null },
}
const waiting: Invitation = {
  id: 3,
  email: 'new@apogee.test',
  role: 'admin',
  businessId: 1,
  createdAt: '2026-11-20T00:00:00.000Z',
  expiresAt: '2026-12-04T00:00:00.000Z',
}

beforeEach(() => {
  answerSellersSettings()
  answer('readPayoutBank', { success: true, data: null })
  refuse('readBusinessProfile', 'NOT_FOUND')
  answer('listUsers', {
    success: true,
    data: [kavitha, { ...kavitha, id: admin.id, name: admin.name, email: admin.email, role: 'admin' }],
    meta: { total: 2, nextCursor: null },
  })
  answer('listInvitations', {
    success: true,
    data: [waiting],
    meta: { total: 1, nextCursor: null, businessName: 'Orbit Academy' },
  })
})

const openTeam = async () => {
  const page = await renderRoute('/studio/business', { user: admin })
  return { ...page, team: within(await screen.findByRole('region', { name: 'Team' })) }
}

test("the business's page lists its team with roles, and only others can be changed or removed", async () => {
  const { team } = await openTeam()
  expect(await team.findByText('Dr. Kavitha Menon')).toBeTruthy()
  expect(team.getByText('Instructor', { selector: '.ap-badge' })).toBeTruthy()
  expect(team.getByRole('button', { name: 'Change the role of Dr. Kavitha Menon' })).toBeTruthy()
  expect(team.getByRole('button', { name: 'Delete Dr. Kavitha Menon' })).toBeTruthy()
  expect(team.queryByRole('button', { name: /Farid Hakim/ })).toBeNull()
})

test('an invitation is sent again with its address and role, and can be withdrawn', async () => {
  const sent = recordCalls('createInvitation', { success: true, data: { ...waiting, id: 4 } })
  const { team, press } = await openTeam()
  await press.click(await team.findByRole('button', { name: 'Send again to new@apogee.test' }))
  expect(await screen.findByText('An invitation is on its way to new@apogee.test')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([{ email: 'new@apogee.test', role: 'admin' }])
  expect(team.getByRole('button', { name: 'Revoke the invitation for new@apogee.test' })).toBeTruthy()
})

test('an invitation that could not be sent again says why', async () => {
  refuse('createInvitation', 'EMAIL_NOT_VERIFIED')
  const { team, press } = await openTeam()
  await press.click(await team.findByRole('button', { name: 'Send again to new@apogee.test' }))
  expect(
    await screen.findByText('Please confirm your email address first. The link is in the email we sent you.'),
  ).toBeTruthy()
})

test('somebody is invited from the page of the business', async () => {
  const sent = recordCalls('createInvitation', { success: true, data: { ...waiting, id: 4 } })
  const { team, press } = await openTeam()
  await press.click(await team.findByText('Invite somebody'))
  await press.type(team.getByRole('textbox', { name: 'Email' }), 'kim@apogee.test')
  await press.click(team.getByRole('button', { name: 'Send Invitation' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ email: 'kim@apogee.test', role: 'instructor' })
})

test('a team that could not be loaded says so and can be retried', async () => {
  breakNetwork('listUsers')
  const { team } = await openTeam()
  expect(await team.findByText('Error loading data. Please try again.')).toBeTruthy()
  expect(team.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
