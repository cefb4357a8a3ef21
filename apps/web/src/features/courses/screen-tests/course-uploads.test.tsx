import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aModule, aResource } from '#web/testing/managed-course.ts'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { UploadQueue, uploadQueue } from '../upload-queue.ts'

let contents: CourseContent[]

beforeEach(() => {
  contents = [aModule()]
  answer('readCourse', () => ({
    success: true,
    data: { ...aCourse(), contents, permissions: { study: true, manage: true } },
  }))
  answer('uploadFile', {
    success: true,
    url: '/media/a?u=1',
    data: { url: '/media/a?u=1', size: 4, contentType: 'video/mp4' },
  })
})
afterEach(() => {
  act(() => uploadQueue().keepOnly(0))
  vi.unstubAllGlobals()
})

const file = (name: string, type = 'video/mp4') => new File(['data'], name, { type, lastModified: 7 })
const drop = (files: File[]) => fireEvent.drop(window, { dataTransfer: { files, types: ['Files'] } })
const tray = () => screen.findByRole('region', { name: 'Uploads' })

test('files dropped anywhere become one item each in the chosen module, and others are named', async () => {
  await renderRoute('/course/5/manage?module=11', { user: admin })
  const calls = recordCalls('createResource', { success: true, data: aResource() })
  await screen.findByRole('button', { name: 'Add Content' })
  drop([file('one.mp4'), file('two.pdf', 'application/pdf'), file('three.docx', 'application/msword')])
  expect((await screen.findByRole('alert')).textContent).toContain('three.docx: Unsupported file type.')
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls.map(({ body }) => body)).toEqual([
    { courseContentId: 11, title: '', filePath: '/media/a?u=1', fileType: 'video' },
    { courseContentId: 11, title: '', filePath: '/media/a?u=1', fileType: 'pdf' },
  ])
  expect(await within(await tray()).findByText('All files are uploaded')).toBeTruthy()
})

test('on a phone the tray is one line, which opens; a file that needs its author is shown', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width: 760px'),
    addEventListener() {},
    removeEventListener() {},
  }))
  const page = await renderRoute('/course/5/manage?module=11', { user: admin })
  breakNetwork('uploadFile')
  await screen.findByRole('button', { name: 'Add Content' })
  drop([file('one.mp4')])
  const shown = within(await tray())
  expect(await shown.findByText('Waiting for the network')).toBeTruthy()
  expect(shown.queryByText('one.mp4')).toBeNull()
  await page.press.click(shown.getByRole('button', { name: 'Show the files', expanded: false }))
  expect(shown.getByText('one.mp4')).toBeTruthy()
  await page.press.click(shown.getByRole('button', { name: 'Hide the files', expanded: true }))
  expect(shown.queryByText('one.mp4')).toBeNull()

  answer('uploadFile', {
    success: true,
    url: '/media/b',
    data: { url: '/media/b', size: 4, contentType: 'video/mp4' },
  })
  refuse('createResource', 'COURSE_FULL')
  act(() => void dispatchEvent(new Event('online')))
  expect(await shown.findByRole('button', { name: 'Retry one.mp4' })).toBeTruthy()
})

test('files dropped on a course without modules go to a new one', async () => {
  contents = []
  const page = await renderRoute('/course/5/manage', { user: admin })
  const modules = recordCalls('createContent', { success: true, data: aModule({ title: 'Module 1' }) })
  const calls = recordCalls('createResource', { success: true, data: aResource() })
  await screen.findByText('No modules yet')
  drop([file('one.mp4')])
  await waitFor(() => expect(calls.map(({ body }) => body)).toMatchObject([{ courseContentId: 11 }]))
  expect(modules.map(({ body }) => body)).toMatchObject([{ title: 'Module 1', isPublished: false }])
  await waitFor(() => expect(page.address()).toBe('/course/5/manage?module=11'))
})

test('without a connection the file waits for the network, and goes on when it is back', async () => {
  await renderRoute('/course/5/manage?module=11', { user: admin })
  breakNetwork('uploadFile')
  const calls = recordCalls('createResource', { success: true, data: aResource() })
  await screen.findByRole('button', { name: 'Add Content' })
  drop([file('one.mp4')])
  expect(await screen.findByText('Waiting for the network')).toBeTruthy()
  answer('uploadFile', {
    success: true,
    url: '/media/b',
    data: { url: '/media/b', size: 4, contentType: 'video/mp4' },
  })
  act(() => void dispatchEvent(new Event('online')))
  await waitFor(() => expect(calls.map(({ body }) => body)).toMatchObject([{ filePath: '/media/b' }]))
})

test('an upload that is cancelled while it waits for the network adds nothing later', async () => {
  const page = await renderRoute('/course/5/manage?module=11', { user: admin })
  breakNetwork('uploadFile')
  await screen.findByRole('button', { name: 'Add Content' })
  drop([file('one.mp4')])
  await screen.findByText('Waiting for the network')
  const uploads = recordCalls('uploadFile', {
    success: true,
    url: '/media/b',
    data: { url: '/media/b', size: 4, contentType: 'video/mp4' },
  })
  const calls = recordCalls('createResource', { success: true, data: aResource() })
  await page.press.click(screen.getByRole('button', { name: 'Cancel one.mp4' }))
  drop([file('two.mp4')])
  expect(await screen.findByText('Added')).toBeTruthy()
  expect([uploads.length, calls.length]).toEqual([1, 1])
})

test('a refused file says why and can be retried; what is there already is not added twice', async () => {
  const page = await renderRoute('/course/5/manage?module=11', { user: admin })
  refuse('createResource', 'COURSE_FULL')
  await screen.findByRole('button', { name: 'Add Content' })
  drop([file('one.mp4')])
  expect((await screen.findByRole('alert')).textContent).toContain('A course holds at most')
  answer('listContentResources', {
    success: true,
    data: [aResource({ filePath: '/media/a?u=1&later' })],
    meta: { total: 1, nextCursor: null },
  })
  const calls = recordCalls('createResource', { success: true, data: aResource() })
  await page.press.click(screen.getByRole('button', { name: 'Retry one.mp4' }))
  expect(await screen.findByText('Added')).toBeTruthy()
  expect(calls).toHaveLength(0)
})

test('after a reload the tray asks for the same file, refuses another one, and goes on', async () => {
  await renderRoute('/course/5/manage?module=11', { user: admin })
  breakNetwork('uploadFile')
  await screen.findByRole('button', { name: 'Add Content' })
  drop([file('one.mp4')])
  await screen.findByText('Waiting for the network')
  const kept = sessionStorage.getItem(storageKeys.uploadQueue)
  expect(JSON.parse(kept ?? '[]')).toMatchObject([{ name: 'one.mp4', moduleId: 11, url: null }])
  const { UploadQueue } = await import('../upload-queue.ts')
  const after = new UploadQueue()
  expect(after.entries()).toMatchObject([{ name: 'one.mp4', state: 'needs-file' }])
  const [{ id } = { id: '' }] = after.entries()
  expect(after.chooseAgain(id, file('other.mp4'))).toBe(false)
  answer('uploadFile', {
    success: true,
    url: '/media/c',
    data: { url: '/media/c', size: 4, contentType: 'video/mp4' },
  })
  const calls = recordCalls('createResource', { success: true, data: aResource() })
  expect(after.chooseAgain(id, file('one.mp4'))).toBe(true)
  await waitFor(() => expect(after.entries()).toMatchObject([{ state: 'done' }]))
  expect(calls.map(({ body }) => body)).toMatchObject([{ filePath: '/media/c' }])
})

test('a file is replaced through the tray, and the dialog says that progress and captions stay', async () => {
  contents = [
    aModule({
      resources: [
        aResource({
          id: 21,
          title: 'Orbits',
          fileType: 'video',
          seconds: 60,
          filePath: '/media/old?u=1',
          captions: [{ language: 'en', url: '/media/en' }],
        }),
      ],
    }),
  ]
  const page = await renderRoute('/course/5/manage?module=11', { user: admin })
  const calls = recordCalls('replaceResourceFile', { success: true, data: aResource() })
  await page.press.click(await screen.findByRole('button', { name: 'More actions for Orbits' }))
  await page.press.click(screen.getByRole('menuitem', { name: 'Replace file…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace file' }))
  expect(dialog.getByText(/the progress of learners stay/)).toBeTruthy()
  expect(dialog.getByText(/The captions \(English\) stay, too/)).toBeTruthy()
  const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Upload and replace' })
  expect(send.disabled).toBe(true)
  const input = dialog.getByLabelText<HTMLInputElement>(/New file/)
  fireEvent.change(input, { target: { files: [file('notes.pdf', 'application/pdf')] } })
  expect(dialog.getByText('Choose an MP4 or WebM video')).toBeTruthy()
  fireEvent.change(input, { target: { files: [file('better.mp4')] } })
  await page.press.click(send)
  const rows = within(await tray())
  expect(rows.getByText('replaces the file of Orbits')).toBeTruthy()
  expect(await rows.findByText('Replaced')).toBeTruthy()
  expect(calls).toMatchObject([{ body: { filePath: '/media/a?u=1' } }])
})

test('the tray is told of items that were added before it has loaded', async () => {
  recordCalls('createResource', { success: true, data: aResource() })
  const queue = new UploadQueue()
  queue.add([{ file: file('one.mp4'), kind: 'video' }], {
    userId: admin.id,
    courseId: 5,
    moduleId: 11,
    moduleTitle: 'First steps',
  })
  await expect.poll(() => queue.entries().map(({ state }) => state)).toEqual(['done'])
  const told: number[] = []
  queue.whenAdded((courseId) => told.push(courseId))
  expect(told).toEqual([5])
})
