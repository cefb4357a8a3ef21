import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aModule, aResource } from '#web/testing/managed-course.ts'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const module = aModule({ title: 'First steps', version: 4 })

function answerCourse(given: Partial<typeof module> = {}) {
  answer('readCourse', {
    success: true,
    data: {
      ...aCourse({ id: 5 }),
      contents: [{ ...module, ...given }],
      permissions: { study: true, manage: true },
    },
  })
}

async function openDialog() {
  const page = await renderRoute('/course/5/manage', { user: admin })
  await page.press.click(await screen.findByRole('button', { name: 'More actions for First steps' }))
  await page.press.click(await screen.findByRole('menuitem', { name: 'When it opens…' }))
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'When “First steps” opens' })) }
}

test('a module opens some days after the enrollment; wrong days are named and stay, and a failure keeps them', async () => {
  answerCourse()
  const { press, dialog } = await openDialog()
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'With the enrollment' }).checked).toBe(true)
  await press.click(dialog.getByRole('radio', { name: 'Some days after the enrollment' }))
  const days = dialog.getByRole<HTMLInputElement>('textbox', { name: /Days after the enrollment/ })
  for (const wrong of ['0', '731', '1.5', '']) {
    fireEvent.change(days, { target: { value: wrong } })
    await press.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Enter a whole number from 1 to 730')).toBeTruthy()
  }
  fireEvent.change(days, { target: { value: '14' } })
  refuse('updateContent', 'TOO_MANY_ATTEMPTS')
  await press.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(/Too many attempts/)).toBeTruthy()
  expect(days.value).toBe('14')
  const calls = recordCalls('updateContent', { success: true, data: module })
  await press.click(dialog.getByRole('button', { name: 'Save' }))
  await expect.poll(() => calls.map(({ body }) => body)).toEqual([{ opening: { afterDays: 14 }, version: 4 }])
})

test('a module opens on a day, and at once again', async () => {
  answerCourse({ opening: { on: '2027-01-31' } })
  const { press, dialog } = await openDialog()
  const day = dialog.getByLabelText<HTMLInputElement>(/^Day/)
  expect(day.value).toBe('2027-01-31')
  fireEvent.change(day, { target: { value: '' } })
  await press.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Choose a day')).toBeTruthy()
  await press.click(dialog.getByRole('radio', { name: 'With the enrollment' }))
  const calls = recordCalls('updateContent', { success: true, data: module })
  await press.click(dialog.getByRole('button', { name: 'Save' }))
  await expect.poll(() => calls.map(({ body }) => body)).toEqual([{ opening: null, version: 4 }])
})

test('a module waits for an item of an earlier module, which must be chosen', async () => {
  const quiz = aResource({ id: 71, title: 'Check: the basics', fileType: 'quiz' })
  answer('readCourse', {
    success: true,
    data: {
      ...aCourse({ id: 5 }),
      contents: [aModule({ id: 40, title: 'Before it', resources: [quiz] }), module],
      permissions: { study: true, manage: true },
    },
  })
  const { press, dialog } = await openDialog()
  await press.click(dialog.getByRole('radio', { name: 'After a lesson or quiz of an earlier module' }))
  await press.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Choose an item', { selector: ':not(option)' })).toBeTruthy()
  await press.selectOptions(
    dialog.getByRole('combobox', { name: /Lesson or quiz/ }),
    'Check: the basics (Before it)',
  )
  const calls = recordCalls('updateContent', { success: true, data: module })
  await press.click(dialog.getByRole('button', { name: 'Save' }))
  await expect.poll(() => calls.map(({ body }) => body)).toEqual([{ opening: { afterItem: 71 }, version: 4 }])
})

test('the builder says beside a module when it opens', async () => {
  answerCourse({ opening: { afterDays: 14 } })
  const { press } = await renderRoute('/course/5/manage', { user: admin })
  await press.click(await screen.findByRole('button', { name: /^First steps/ }))
  expect(await screen.findByText('Opens 14 days after the enrollment')).toBeTruthy()
})
