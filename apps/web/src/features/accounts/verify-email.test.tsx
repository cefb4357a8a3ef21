import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const done = { success: true as const }
const unproven = { ...aisyah, emailVerified: false }
const linkTo = (email: string, isOwn: boolean) =>
  answer('readVerification', { success: true, data: { email, isOwn } })
const confirmation = () => screen.findByRole('heading', { level: 1, name: `Confirm ${aisyah.email}` })
const button = (name: string) => screen.getByRole('button', { name })

test('a signed-in person verifies with one press, and opening the link verifies nothing', async () => {
  linkTo(aisyah.email, true)
  const calls = recordCalls('verifyEmail', done)
  const { press } = await renderRoute('/verify-email/abc', { user: unproven })
  expect(await confirmation()).toBeTruthy()
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(calls).toEqual([])
  answer('verifySession', { success: true, data: { decoded: aisyah } })
  await press.click(button('Confirm address'))
  expect(await screen.findByRole('heading', { name: 'Your email address is confirmed' })).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ token: 'abc' }])
  expect(screen.getByRole('link', { name: 'Go to dashboard' }).getAttribute('href')).toBe('/dashboard')
})

test("without a session the page asks for the account's password", async () => {
  linkTo(aisyah.email, false)
  const calls = recordCalls('verifyEmail', done)
  const { press } = await renderRoute('/verify-email/abc')
  expect(await confirmation()).toBeTruthy()
  await press.click(button('Confirm address'))
  expect(await screen.findByText('Password is required')).toBeTruthy()
  expect(calls).toEqual([])
  await press.type(screen.getByLabelText('Password'), 'Apogee-Demo-1')
  await press.click(button('Confirm address'))
  expect(await screen.findByRole('heading', { name: 'Your email address is confirmed' })).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ token: 'abc', password: 'Apogee-Demo-1' }])
})

test('another signed-in person sees their own address, and how to take over an account that a stranger opened', async () => {
  linkTo(aisyah.email, false)
  await renderRoute('/verify-email/abc', { user: admin })
  expect(await confirmation()).toBeTruthy()
  expect(screen.getByText(new RegExp(`You are signed in as ${admin.email}`))).toBeTruthy()
  const takeOver = screen.getByRole('link', { name: 'set a new password and make the account yours.' })
  expect(takeOver.getAttribute('href')).toBe('/forgot-password')
})

test('a wrong password on the verification page shows an error, keeps the input, and can be corrected', async () => {
  linkTo(aisyah.email, false)
  refuse('verifyEmail', 'WRONG_PASSWORD')
  const { press } = await renderRoute('/verify-email/abc')
  await confirmation()
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  await press.type(password, 'wrong')
  await press.click(button('Confirm address'))
  expect(await screen.findByText('This is not the password for this account')).toBeTruthy()
  expect(password.value).toBe('wrong')
  await press.type(password, '!')
  await waitFor(() => expect(screen.queryByText('This is not the password for this account')).toBeNull())
  breakNetwork('verifyEmail')
  await press.click(button('Confirm address'))
  expect(await screen.findByText('The address could not be confirmed. Please try again.')).toBeTruthy()
})

test('a used verification link says so and links on', async () => {
  refuse('readVerification', 'LINK_EXPIRED')
  await renderRoute('/verify-email/abc')
  expect(await screen.findByText(/This link has expired or was already used/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Your email address could not be confirmed' })).toBeTruthy()
})

test('a verification link that expired while the page was open says so at the press', async () => {
  linkTo(aisyah.email, true)
  refuse('verifyEmail', 'LINK_EXPIRED')
  const { press } = await renderRoute('/verify-email/abc', { user: unproven })
  await confirmation()
  await press.click(button('Confirm address'))
  expect(await screen.findByText(/This link has expired or was already used/)).toBeTruthy()
})

test('a verification link opened twice says that the address is verified', async () => {
  refuse('readVerification', 'LINK_EXPIRED')
  await renderRoute('/verify-email/abc', { user: { ...aisyah, emailVerified: true } })
  expect(await screen.findByRole('heading', { name: 'Your email address is confirmed' })).toBeTruthy()
})

test('the verification page without an answer offers a retry', async () => {
  breakNetwork('readVerification')
  const { press } = await renderRoute('/verify-email/abc')
  linkTo(aisyah.email, false)
  await press.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await confirmation()).toBeTruthy()
})

test('the verification page is available in Malay', async () => {
  linkTo(aisyah.email, false)
  await renderRoute('/verify-email/abc', { language: 'ms' })
  expect(await screen.findByRole('heading', { name: `Sahkan ${aisyah.email}` })).toBeTruthy()
  expect(button('Sahkan alamat')).toBeTruthy()
})
