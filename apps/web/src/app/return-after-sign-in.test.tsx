/** Tests which pages a person returns to after signing in, although the address of the sign-in page does not name them. */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute, type RenderedRoute } from '#web/testing/render-route.tsx'

const lesson = '/lesson/12/resources/2?t=30'

beforeEach(() => {
  answer('login', { success: true, data: { token: 'token-of-7', user: aisyah } })
  answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  refuse('listContentResources', 'CONTENT_NOT_FOUND')
})

async function signIn({ press }: RenderedRoute) {
  await press.type(screen.getByLabelText('Email'), 'student@apogee.test')
  await press.type(screen.getByLabelText('Password'), 'Apogee-Demo-1')
  await press.click(screen.getByRole('button', { name: 'Sign In' }))
}

test('a lesson that is opened signed out is opened after signing in, and the address stays /login', async () => {
  const page = await renderRoute(lesson)
  await waitFor(() => expect(page.address()).toBe('/login'))
  await page.press.click(screen.getByRole('link', { name: 'Sign up' }))
  expect(page.address()).toBe('/register')
  await page.press.click(screen.getByRole('link', { name: 'Sign in' }))
  await signIn(page)
  await waitFor(() => expect(page.address()).toBe(lesson))
})

test('other pages that need a session lead to the dashboard after signing in', async () => {
  const page = await renderRoute('/profile')
  await waitFor(() => expect(page.address()).toBe('/login'))
  await signIn(page)
  await waitFor(() => expect(page.address()).toBe('/dashboard'))
})

test('a person who has logged out on a lesson signs in to the dashboard', async () => {
  answer('logout', { success: true })
  const page = await renderRoute(lesson, { user: aisyah })
  await screen.findByRole('heading', { name: 'Error loading lesson' })
  await page.press.click(screen.getByRole('button', { name: /Aisyah/ }))
  await page.press.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  await waitFor(() => expect(page.address()).toBe('/login'))
  expect(localStorage.getItem(storageKeys.token)).toBeNull()
  await signIn(page)
  await waitFor(() => expect(page.address()).toBe('/dashboard'))
})
