import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aModule, answerManagedCourse, aResource } from '#web/testing/managed-course.ts'
import { answer, breakNetwork, recordCalls } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

let contents: CourseContent[]

beforeEach(() => {
  contents = [
    aModule({
      resources: [
        aResource({ version: 4 }),
        aResource({ id: 32, title: 'Notes', fileType: 'pdf', order: 1, version: 5 }),
        aResource({ id: 33, title: 'Summary', order: 2 }),
      ],
    }),
  ]
  answerManagedCourse({ contents })
})

const manage = () => renderRoute('/course/5/manage?module=11', { user: admin })
const handle = (title: string) => screen.findByRole('button', { name: `Drag ${title}` })

test('an item has three Tab stops: its handle, the way to it and its menu', async () => {
  const { press } = await manage()
  await screen.findByRole('button', { name: 'More actions for Notes' })
  ;(await handle('Welcome')).focus()
  const reached = []
  for (let stop = 0; stop < 3; stop += 1) {
    await press.tab()
    reached.push(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
  }
  expect(reached).toEqual(['View Video', 'More actions for Welcome', 'Drag Notes'])
})

test.each(['F2', 'two presses'])('%s renames an item in place, and Escape keeps its title', async (way) => {
  const { press } = await manage()
  const calls = recordCalls('updateResource', { success: true, data: aResource() })
  const start = async () => {
    if (way === 'two presses') return press.dblClick(screen.getByTitle('Notes'))
    ;(await handle('Notes')).focus()
    await press.keyboard('{F2}')
  }
  await handle('Notes')
  await start()
  await press.type(screen.getByLabelText('Title of Notes'), ' of mine{Escape}')
  expect(screen.queryByLabelText('Title of Notes')).toBeNull()
  expect(document.activeElement).toBe(await handle('Notes'))
  await start()
  await press.type(screen.getByLabelText('Title of Notes'), ' of mine{Enter}')
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ title: 'Notes of mine', version: 5 }]))
})

test('a title that could not be saved stays in its field with the reason, and can be saved again', async () => {
  const { press } = await manage()
  ;(await handle('Notes')).focus()
  breakNetwork('updateResource')
  await press.keyboard('{F2}')
  const field = screen.getByLabelText<HTMLInputElement>('Title of Notes')
  await press.type(field, '!{Enter}')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(field.value).toBe('Notes!')
  const calls = recordCalls('updateResource', { success: true, data: aResource() })
  await press.type(field, '{Enter}')
  await waitFor(() => expect(calls).toHaveLength(1))
})

test('Alt with an arrow moves an item by one place, and the ends hold', async () => {
  const { press } = await manage()
  const calls = recordCalls('moveResources', { success: true })
  ;(await handle('Welcome')).focus()
  await press.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await press.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(await screen.findByText('Welcome is now 2 of 3')).toBeTruthy()
  ;(await handle('Summary')).focus()
  await press.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await press.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(await screen.findByText('Summary is now 2 of 3')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([
    { items: [{ id: 31, version: 4 }], moduleId: 11, beforeId: 33 },
    { items: [{ id: 33 }], moduleId: 11, beforeId: 32 },
  ])
})

test('the menu moves, publishes and deletes an item', async () => {
  const { press } = await manage()
  const moves = recordCalls('moveResources', { success: true })
  const changes = recordCalls('updateResource', { success: true, data: aResource() })
  answer('removeItems', { success: true })
  const choose = async (name: string) => {
    await press.click(await screen.findByRole('button', { name: 'More actions for Notes' }))
    await press.click(screen.getByRole('menuitem', { name }))
  }
  await choose('Move up')
  await waitFor(() => expect(moves.map(({ body }) => body)).toMatchObject([{ beforeId: 31 }]))
  await choose('Unpublish')
  await waitFor(() => expect(changes.map(({ body }) => body)).toEqual([{ isPublished: false }]))
  await choose('Delete')
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
})

test('chapters and questions are offered for videos only', async () => {
  const { press } = await manage()
  await press.click(await screen.findByRole('button', { name: 'More actions for Notes' }))
  expect(screen.queryByRole('menuitem', { name: 'Chapters of Notes' })).toBeNull()
  await press.keyboard('{Escape}')
  await press.click(screen.getByRole('button', { name: 'More actions for Welcome' }))
  expect(screen.getByRole('menuitem', { name: 'Chapters of Welcome' })).toBeTruthy()
})
