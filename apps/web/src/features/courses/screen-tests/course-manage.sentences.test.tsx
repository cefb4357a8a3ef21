/**
 * The tests cover sentences of docs/specification.md#course-content-management-coursecourseidmanage-instructoradmin that no other
 * test asserts.
 */
import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aModule, aResource } from '#web/testing/managed-course.ts'
import { answer, keepWaiting, recordCalls } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const video = aResource()
const first = aModule({ resources: [video] })
const second = { ...first, id: 12, title: 'Second thoughts', order: 1, resources: [] }
let contents: CourseContent[]

beforeEach(() => {
  contents = [first, second]
  answer('readCourse', () => ({
    success: true,
    data: { ...aCourse(), contents, permissions: { study: true, manage: true } },
  }))
})
const manage = (path = '/course/5/manage') => renderRoute(path, { user: admin })
const dialog = () => within(screen.getByRole('dialog'))

test('the list shows each module with its number of items, and a delete button', async () => {
  await manage()
  expect(await screen.findByRole('button', { name: /First steps.*1 item$/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /Second thoughts.*0 items$/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Delete First steps' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Delete Second thoughts' })).toBeTruthy()
  expect(screen.getByText('Select a module to manage its content')).toBeTruthy()
})

test("the selected module's items are under Module Content, each with a delete button", async () => {
  const { press } = await manage()
  await press.click(await screen.findByRole('button', { name: /First steps.*1 item$/ }))
  const panel = within(screen.getByRole('region', { name: 'Module Content' }))
  expect(panel.getByText('Welcome')).toBeTruthy()
  expect(panel.getByRole('button', { name: 'Delete Welcome' })).toBeTruthy()
  await press.click(screen.getByRole('button', { name: /Second thoughts.*0 items$/ }))
  expect(panel.getByText('No content in this module yet')).toBeTruthy()
})

test('a module needs a title, no description; while it is saved the button shows Adding...', async () => {
  const { press } = await manage()
  await press.click(await screen.findByRole('button', { name: 'Add Module' }))
  await screen.findByRole('dialog')
  const title = dialog().getByLabelText<HTMLInputElement>('Title')
  expect(title.required).toBe(true)
  const description = dialog().getByLabelText<HTMLTextAreaElement>('Description')
  expect(description.required).toBe(false)
  expect(dialog().getByText('Optional')).toBeTruthy()
  await press.type(title, 'Last words')
  keepWaiting('createContent')
  await press.click(dialog().getByRole('button', { name: 'Add Module' }))
  expect(await dialog().findByText('Adding...')).toBeTruthy()
})

test('content is a Video, a Document or a Quiz; a video needs no title but a file', async () => {
  const { press } = await manage('/course/5/manage?module=12')
  await press.click(await screen.findByRole('button', { name: 'Add Content' }))
  await screen.findByRole('dialog')
  const kinds = dialog().getAllByRole('radio')
  expect(kinds.map((kind) => kind.closest('label')?.textContent)).toEqual([
    expect.stringMatching(/^Video/),
    expect.stringMatching(/^Document/),
    expect.stringMatching(/^Quiz/),
  ])
  expect(dialog().getByLabelText<HTMLInputElement>('Title').required).toBe(false)
  expect(dialog().getByText(/^Optional\. Without one/)).toBeTruthy()
  expect(dialog().getByRole<HTMLButtonElement>('button', { name: 'Add Content' }).disabled).toBe(true)
})

test('a file is chosen or dropped', async () => {
  const { press } = await manage('/course/5/manage?module=12')
  const calls = recordCalls('createResource', { success: true, data: video })
  const url = '/media/dropped'
  answer('uploadFile', { success: true, url, data: { url, size: 4, contentType: 'video/mp4' } })
  await press.click(await screen.findByRole('button', { name: 'Add Content' }))
  await screen.findByRole('dialog')
  expect(dialog().getAllByText('browse').length).toBeGreaterThan(0)
  const zone = dialog().getByLabelText('File').closest('.ap-drop') as HTMLElement
  const file = new File(['data'], 'talk.mp4', { type: 'video/mp4' })
  fireEvent.drop(zone, { dataTransfer: { files: [file], types: ['Files'] } })
  expect(await dialog().findByText('talk.mp4')).toBeTruthy()
  await press.click(dialog().getByRole('button', { name: 'Add Content' }))
  await waitFor(() =>
    expect(calls.map(({ body }) => body)).toMatchObject([{ filePath: '/media/dropped', fileType: 'video' }]),
  )
})

test('while the course is loading the page shows Loading...', async () => {
  keepWaiting('readCourse')
  await manage()
  expect(await screen.findByText('Loading...')).toBeTruthy()
})
