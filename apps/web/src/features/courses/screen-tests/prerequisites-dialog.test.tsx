import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const patience = { timeout: 10_000 }
const choice = (courseId: number, title: string) => ({
  courseId,
  title,
  isPrivate: false,
  state: 'published' as const,
})

async function openDialog(ids: readonly number[] = [7]) {
  answer('readCourse', {
    success: true,
    data: { ...aCourse({ id: 5 }), contents: [], permissions: { study: true, manage: true } },
  })
  answer('readPrerequisites', {
    success: true,
    data: {
      items: ids.map((id) => ({ ...choice(id, id === 7 ? 'Orbits' : `Course ${id}`), isRequired: true })),
      waiting: 2,
      version: 3,
    },
  })
  answer('listPrerequisiteChoices', { success: true, data: [choice(7, 'Orbits'), choice(8, 'Docking')] })
  const page = await renderRoute('/course/5/manage', { user: admin })
  await page.press.click(await screen.findByRole('button', { name: /^More actions/ }, patience))
  await page.press.click(await screen.findByRole('menuitem', { name: 'Prerequisites…' }, patience))
  await screen.findByText('2 learners wait for these courses now.', {}, patience)
  const dialog = within(screen.getByRole('dialog', { name: 'Courses that come first' }))
  return { ...page, dialog }
}

test('courses are added, made a recommendation, ordered and saved; a cycle names the chain and keeps the list', async () => {
  const { press, dialog } = await openDialog()
  await press.click(await dialog.findByRole('button', { name: 'Add Docking' }, patience))
  await press.selectOptions(dialog.getByRole('combobox', { name: 'What Docking is' }), 'Recommended only')
  await press.click(dialog.getByRole('button', { name: 'Move Docking up' }))
  refuse('savePrerequisites', 'PREREQUISITE_CYCLE', [{ path: 'items', message: 'A → Docking → A' }])
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  await press.click(dialog.getByRole('button', { name: 'Save' }))
  const refusal = await dialog.findByText(/wait for each other: A → Docking → A\./, {}, patience)
  // The refusal appears above a list that may be long.
  expect(scrolled.mock.contexts.some((shown) => (shown as Element).contains(refusal))).toBe(true)
  const calls = recordCalls('savePrerequisites', {
    success: true,
    data: { items: [], waiting: 0, version: 4 },
  })
  await press.click(dialog.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => calls.map(({ body }) => body), patience)
    .toEqual([
      {
        items: [
          { courseId: 8, isRequired: false },
          { courseId: 7, isRequired: true },
        ],
        version: 3,
      },
    ])
  await expect.poll(() => screen.queryByRole('dialog'), patience).toBeNull()
})

test('a removed course can be added again', async () => {
  const { press, dialog } = await openDialog()
  await press.click(dialog.getByRole('button', { name: 'Remove Orbits' }))
  expect(dialog.getByText(/^No course comes first\./)).toBeTruthy()
  expect(await dialog.findByRole('button', { name: 'Add Orbits' }, patience)).toBeTruthy()
})

test('the focus moves to the list when the last place is taken', async () => {
  const { press, dialog } = await openDialog([7, 9, 10, 11])
  await press.click(await dialog.findByRole('button', { name: 'Add Docking' }, patience))
  expect(document.activeElement).toBe(dialog.getByRole('group', { name: 'Chosen courses, in their order' }))
})
