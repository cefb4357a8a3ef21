import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aModule, aResource } from '#web/testing/managed-course.ts'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

let contents: CourseContent[]

beforeEach(() => {
  contents = [
    aModule({
      version: 2,
      resources: [
        aResource({ version: 4 }),
        aResource({ id: 32, title: 'Notes', order: 1 }),
        aResource({ id: 33, title: 'Summary', order: 2 }),
      ],
    }),
    aModule({ id: 12, title: 'Further', order: 1, resources: [aResource({ id: 34, courseContentId: 12 })] }),
    aModule({ id: 13, title: 'Last', order: 2 }),
  ]
  answer('readCourse', () => ({
    success: true,
    data: { ...aCourse(), contents, permissions: { study: true, manage: true } },
  }))
})

const manage = () => renderRoute('/course/5/manage?module=11', { user: admin })
const done = { success: true } as const

test('a handle that is picked up by keyboard moves its row by one call, and says each position', async () => {
  const page = await manage()
  const calls = recordCalls('moveModules', done)
  const handle = await screen.findByRole('button', { name: 'Drag Last' })
  handle.focus()
  await page.press.keyboard('{Enter}')
  expect(screen.getByText('Last picked up. Position 3 of 3.')).toBeTruthy()
  await page.press.keyboard('{ArrowUp}{ArrowUp}')
  expect(screen.getByText('Position 1 of 3')).toBeTruthy()
  expect(calls).toHaveLength(0)
  await page.press.keyboard('{Enter}')
  expect(await screen.findByText('Last is now 1 of 3')).toBeTruthy()
  expect(calls.map(({ params, body }) => [params['id'], body])).toEqual([
    ['5', { items: [{ id: 13 }], beforeId: 11 }],
  ])
})

test('Escape puts a row back where it was, and nothing is sent', async () => {
  const page = await manage()
  const calls = recordCalls('moveResources', done)
  ;(await screen.findByRole('button', { name: 'Drag Notes' })).focus()
  await page.press.keyboard('{Enter}{End}{Escape}')
  expect(screen.getByText('Notes stays where it was')).toBeTruthy()
  await page.press.keyboard('{Enter}{End}{Enter}')
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).toEqual({ items: [{ id: 32 }], moduleId: 11, beforeId: null })
})

test('Move… sends a resource to a chosen place in another module, with the version that was read', async () => {
  const page = await manage()
  const calls = recordCalls('moveResources', done)
  await page.press.click(await screen.findByRole('button', { name: 'More actions for Welcome' }))
  await page.press.click(screen.getByRole('menuitem', { name: 'Move…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move “Welcome”' }))
  await page.press.selectOptions(dialog.getByLabelText('Module'), '2. Further')
  await page.press.selectOptions(dialog.getByLabelText('Position'), 'At the beginning')
  await page.press.click(dialog.getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.map(({ body }) => body)).toEqual([
    { items: [{ id: 31, version: 4 }], moduleId: 12, beforeId: 34 },
  ])
})

test('a module is duplicated and renamed in place', async () => {
  const page = await manage()
  const copies = recordCalls('copyContent', {
    success: true,
    data: aModule({ id: 14, title: 'First steps (copy)' }),
  })
  const renames = recordCalls('updateContent', { success: true, data: aModule() })
  await page.press.click(await screen.findByRole('button', { name: 'More actions for First steps' }))
  await page.press.click(screen.getByRole('menuitem', { name: 'Duplicate' }))
  expect(await screen.findByText('Added “First steps (copy)” as a draft')).toBeTruthy()
  expect(copies.map(({ params }) => params['id'])).toEqual(['11'])
  await page.press.click(screen.getByRole('button', { name: 'Rename First steps' }))
  const box = screen.getByLabelText('Title of First steps')
  await page.press.clear(box)
  await page.press.type(box, 'Ground rules{Enter}')
  await waitFor(() =>
    expect(renames.map(({ body }) => body)).toEqual([{ title: 'Ground rules', version: 2 }]),
  )
})

test('selected items are made drafts, moved and deleted together', async () => {
  const page = await manage()
  const publications = recordCalls('publishItems', done)
  const moves = recordCalls('moveResources', done)
  const removals = recordCalls('removeItems', done)
  await page.press.click(await screen.findByRole('button', { name: 'Select' }))
  await page.press.click(screen.getByRole('button', { name: 'Select all' }))
  await page.press.click(screen.getByRole('checkbox', { name: 'Select Notes' }))
  expect(screen.getByText('2 selected')).toBeTruthy()
  const bar = within(screen.getByRole('group', { name: 'Selected items' }))
  await page.press.click(bar.getByRole('button', { name: 'Unpublish' }))
  await waitFor(() =>
    expect(publications.map(({ body }) => body)).toEqual([
      { modules: [], resources: [31, 33], isPublished: false },
    ]),
  )
  await waitFor(() =>
    expect(bar.getByRole<HTMLButtonElement>('button', { name: 'Move…' }).disabled).toBe(false),
  )
  await page.press.click(bar.getByRole('button', { name: 'Move…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move 2 items' }))
  await page.press.selectOptions(dialog.getByLabelText('Module'), '3. Last')
  await page.press.click(dialog.getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(moves).toHaveLength(1))
  expect(moves[0]?.body).toEqual({
    items: [{ id: 31, version: 4 }, { id: 33 }],
    moduleId: 13,
    beforeId: null,
  })
  await page.press.click(await screen.findByRole('button', { name: 'Select' }))
  await page.press.click(screen.getByRole('checkbox', { name: 'Select Further' }))
  await page.press.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('1 item was deleted.')).toBeTruthy()
  expect(removals.map(({ body }) => body)).toEqual([{ modules: [12], resources: [] }])
})

test('a removal that can no longer be restored is reported when Undo is pressed', async () => {
  const page = await manage()
  answer('removeItems', done)
  refuse('restoreItems', 'REMOVAL_FINAL')
  await page.press.click(await screen.findByRole('button', { name: 'Delete Notes' }))
  await page.press.click(await screen.findByRole('button', { name: 'Undo' }))
  expect((await screen.findByRole('alert')).textContent).toContain('can no longer be restored')
})
