/** The tests cover people whose role requires a second factor and who have none. */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, refusal } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { answerSellersSettings } from '#web/testing/settings.ts'

const patient = { timeout: 10_000 }
const dueAt = '2026-12-03T02:00:00.000Z'
const missing = { ...admin, missingSecondFactor: { dueAt, isOverdue: false } }
const late = { ...admin, missingSecondFactor: { dueAt, isOverdue: true } }
const none = { total: 0, nextCursor: null }
const setupPage = { name: 'Set up a second factor to continue' }

beforeEach(() => {
  answerSellersSettings()
  answer('listSessions', { success: true, data: [], meta: none })
  answer('searchSecurityLog', { success: true, data: [], meta: { nextCursor: null } })
})

const factor = (since: string | null, requirement: 'required' | 'demo' = 'required') =>
  answer('readSecondFactor', {
    success: true,
    data: { since, recoveryCodesLeft: 0, requirement, removedAt: null },
  })

describe('after the days of grace', () => {
  test('a page that needs a session is the setup, with the reason and the day', async () => {
    factor(null)
    const page = await renderRoute('/settings', { user: late })
    expect(await screen.findByRole('heading', { ...setupPage, level: 1 }, patient)).toBeTruthy()
    expect(screen.getByText(/ended on 3 Dec/)).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Turn on' }, patient)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Passkeys' })).toBeTruthy()
    expect(screen.getByText('Your role requires a second factor: this app, or a passkey.')).toBeTruthy()
    expect(screen.queryByText('Your password is enough to sign in.')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
    expect(page.address()).toBe('/settings')
  })

  test('the page itself opens at the same address once a second factor is set up', async () => {
    factor('2026-12-04T02:00:00.000Z')
    const page = await renderRoute('/settings', { user: late })
    const enter = await screen.findByRole('button', { name: 'Continue' }, patient)
    answer('verifySession', { success: true, data: { decoded: admin } })
    await page.press.click(enter)
    expect(await screen.findByRole('heading', { name: 'Settings' }, patient)).toBeTruthy()
    expect(screen.queryByRole('heading', setupPage)).toBeNull()
    expect(page.address()).toBe('/settings')
  })

  test('public pages stay open', async () => {
    await renderRoute('/about', { user: late })
    await waitFor(() => expect(document.title).toContain('About'), patient)
    expect(screen.queryByRole('heading', setupPage)).toBeNull()
  })

  test('a form that is refused keeps its text and is sent again after the setup', async () => {
    const page = await renderRoute('/settings', { user: admin })
    const secret = await screen.findByLabelText<HTMLInputElement>('CHIP Secret Key', undefined, patient)
    let isClosed = true
    answer('updateChipCredentials', () =>
      isClosed
        ? refusal('SECOND_FACTOR_SETUP_REQUIRED')
        : { success: true, status: 'verified', secretEndsWith: '1234' },
    )
    await page.press.type(secret, 'secret-1234')
    await page.press.type(screen.getByLabelText('CHIP Brand ID'), 'brand')
    await page.press.click(screen.getByRole('button', { name: 'Update Credentials' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Set up a second factor first' }, patient))
    const way = asked.getByRole('link', { name: 'Set up in a new tab' })
    expect(way.getAttribute('href')).toBe('/settings#second-factor-heading')
    expect(way.getAttribute('target')).toBe('_blank')
    isClosed = false
    await page.press.click(asked.getByRole('button', { name: 'Send again' }))
    expect(await screen.findByText('CHIP credentials updated successfully!', undefined, patient)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('a page without unsaved input gives way to the setup when a reading is refused', async () => {
    factor(null)
    answer('listNotifications', () => {
      answer('verifySession', { success: true, data: { decoded: late } })
      return refusal('SECOND_FACTOR_SETUP_REQUIRED')
    })
    await renderRoute('/notifications', { user: admin })
    expect(await screen.findByRole('heading', setupPage, patient)).toBeTruthy()
  })
})

describe('during the days of grace', () => {
  test('pages of the studio say until when, and lead to the setup', async () => {
    await renderRoute('/admin/security', { user: missing })
    const notice = await screen.findByRole('region', { name: 'Second factor' }, patient)
    expect(notice.textContent).toContain('Set it up by 3 Dec')
    expect(within(notice).getByRole('link', { name: 'Set up now' }).getAttribute('href')).toBe(
      '/settings#second-factor-heading',
    )
  })

  test('other pages say nothing', async () => {
    await renderRoute('/settings', { user: missing })
    await screen.findByRole('heading', { name: 'Settings' }, patient)
    expect(screen.queryByRole('region', { name: 'Second factor' })).toBeNull()
  })
})

test('Settings says that the role requires it, and in a demo that the password is enough', async () => {
  factor(null)
  await renderRoute('/settings', { user: missing })
  expect(await screen.findByText(/Your role requires a second factor/, undefined, patient)).toBeTruthy()
  factor(null, 'demo')
  await renderRoute('/settings', { user: admin })
  expect(
    await screen.findByText(/In this demo the password alone is enough/, undefined, patient),
  ).toBeTruthy()
  expect(screen.queryByText(/Your role requires/)).toBeNull()
})

describe('above the security log', () => {
  test('those who have none are listed with their days', async () => {
    const person = {
      id: 3,
      email: 'siti@apogee.test',
      role: 'admin' as const,
      businessName: 'Apogee Academy',
    }
    answer('listLackingSecondFactor', {
      success: true,
      data: [
        { ...person, name: 'Siti', dueAt, isOverdue: false },
        { ...person, id: 2, name: null, dueAt, isOverdue: true },
      ],
      meta: { total: 2, nextCursor: null },
    })
    await renderRoute('/admin/security', { user: admin })
    const section = (
      await screen.findByRole('heading', { name: 'Without a second factor' }, patient)
    ).closest('section')
    expect(section?.textContent).toMatch(/Siti.*Until 3 Dec/)
    expect(section?.textContent).toMatch(/siti@apogee.test.*Closed since 3 Dec/)
  })

  test('nothing is shown when everybody has one', async () => {
    await renderRoute('/admin/security', { user: admin })
    await screen.findByRole('heading', { level: 1 }, patient)
    expect(screen.queryByRole('heading', { name: 'Without a second factor' })).toBeNull()
  })
})
