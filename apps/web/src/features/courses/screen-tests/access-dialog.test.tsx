import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import type { AccessLength } from '@apogee/contracts/courses/access-length.ts'

async function openDialog(access?: AccessLength, learners = 0) {
  const course = { ...aCourse({ id: 5, version: 4 }), ...(access && { access }) }
  answer('readCourse', {
    success: true,
    data: { ...course, contents: [], permissions: { study: true, manage: true } },
  })
  answer('readCourseAccess', { success: true, data: { access: access ?? null, learners } })
  const page = await renderRoute('/course/5/manage', { user: admin })
  await page.press.click(await screen.findByRole('button', { name: /^More actions/ }))
  await page.press.click(await screen.findByRole('menuitem', { name: 'Access length…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'How long learners have access' }))
  return { ...page, dialog, course }
}

test('access lasts some months; a wrong number is named and stays, and a failure keeps it', async () => {
  const { press, dialog, course } = await openDialog()
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'For ever' }).checked).toBe(true)
  await press.click(dialog.getByRole('radio', { name: 'Some months after the enrollment' }))
  const months = dialog.getByRole<HTMLInputElement>('textbox', { name: /Months/ })
  expect(months.value).toBe('12')
  for (const wrong of ['0', '121', '1.5', '']) {
    fireEvent.change(months, { target: { value: wrong } })
    await press.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Enter a whole number from 1 to 120')).toBeTruthy()
  }
  fireEvent.change(months, { target: { value: '6' } })
  refuse('updateCourse', 'TOO_MANY_ATTEMPTS')
  await press.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(/Too many attempts/)).toBeTruthy()
  expect(months.value).toBe('6')
  const calls = recordCalls('updateCourse', { success: true, data: { ...course, access: { months: 6 } } })
  await press.click(dialog.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => calls.map(({ body }) => body), { timeout: 10_000 })
    .toEqual([{ access: { months: 6 }, version: 4 }])
  await expect.poll(() => screen.queryByRole('dialog'), { timeout: 10_000 }).toBeNull()
})

test('the learners there are get a longer length by a press of its own', async () => {
  const { press, dialog } = await openDialog({ days: 90 }, 12)
  expect(await dialog.findByText(/^12 learners have access that ends earlier\..*90 days\./)).toBeTruthy()
  const calls = recordCalls('lengthenAccess', { success: true, data: { learners: 12 } })
  answer('readCourseAccess', { success: true, data: { access: { days: 90 }, learners: 0 } })
  await press.click(dialog.getByRole('button', { name: 'Lengthen for 12 learners' }))
  expect(await screen.findByText('Access lengthened for 12 learners')).toBeTruthy()
  expect(calls).toHaveLength(1)
  await expect.poll(() => dialog.queryByRole('button', { name: /^Lengthen/ }), { timeout: 10_000 }).toBeNull()
})
