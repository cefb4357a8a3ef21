import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aModule, aResource } from '#web/testing/managed-course.ts'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, aisyah, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

let contents: CourseContent[]
let permissions: CourseDetail['permissions']

beforeEach(() => {
  contents = []
  permissions = { study: true, manage: true }
  answer('readCourse', () => ({
    success: true,
    data: { ...aCourse({ price: 24_900, studentCount: 12 }), contents, permissions },
  }))
  answer('uploadFile', {
    success: true,
    url: '/media/upload-1',
    data: { url: '/media/upload-1', size: 4, contentType: 'video/mp4' },
  })
})

const manage = (path = '/course/5/manage') => renderRoute(path, { user: admin })
const file = (name: string, type: string) => new File(['data'], name, { type })
const fileInput = (label = 'File') => within(screen.getByRole('dialog')).getByLabelText(label)

test('an empty course names the first step', async () => {
  await manage()
  expect(await screen.findByRole('heading', { level: 1, name: 'Practical Machine Learning' })).toBeTruthy()
  expect(screen.getByText('No modules yet')).toBeTruthy()
  expect(screen.getByText('Add your first module')).toBeTruthy()
  expect(screen.getByText('No Content Available Yet')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Module Content' })).toBeTruthy()
  expect(screen.getByText('Select a module to manage its content')).toBeTruthy()
})

test.each([
  ['a course for sale', { price: 24_900 }, 'You can already sell the course.'],
  ['a free course', { price: 0 }, 'People can already enroll.'],
  ['a private course', { isPrivate: true }, 'You can already enroll people.'],
] as const)('without content, %s shows what happens meanwhile', async (_, given, sentence) => {
  answer('readCourse', { success: true, data: { ...aCourse(given), contents, permissions } })
  await manage()
  const notice = (await screen.findByText('No Content Available Yet')).parentElement
  expect(notice?.textContent).toContain(`published item. ${sentence}`)
})

test('a course that is on sale without content offers both ways out, unless it has learners', async () => {
  const empty = (studentCount: number) =>
    answer('readCourse', { success: true, data: { ...aCourse({ studentCount }), contents, permissions } })
  empty(0)
  const page = await manage()
  expect(await screen.findByText(/Publish a lesson, or make the course a draft until then/)).toBeTruthy()
  const calls = recordCalls('changeCourseState', { success: true, data: aCourse({ state: 'draft' }) })
  await page.press.click(screen.getByRole('button', { name: 'Make it a draft' }))
  expect(calls[0]?.body).toEqual({ state: 'draft' })
  page.unmount()
  empty(3)
  await manage()
  await screen.findByText('No Content Available Yet')
  expect(screen.queryByRole('button', { name: 'Make it a draft' })).toBeNull()
})

test('a published item of a module that is a draft says that it is hidden', async () => {
  contents = [aModule({ isPublished: false, resources: [aResource()] })]
  const page = await manage('/course/5/manage?module=11')
  expect(await screen.findByText('Hidden until its module is published')).toBeTruthy()
  page.unmount()
  contents = [aModule({ resources: [aResource()] })]
  await manage('/course/5/manage?module=11')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByText('Hidden until its module is published')).toBeNull()
})

test('Back leads from a part of the course to the part before', async () => {
  const page = await manage()
  await page.press.click(await screen.findByRole('link', { name: 'Settings' }))
  expect(page.address()).toBe('/course/5/manage?part=settings')
  await page.goBack()
  expect(page.address()).toBe('/course/5/manage')
})

test('the header shows price, privacy and links to the sales page', async () => {
  const page = await manage()
  await screen.findByRole('heading', { level: 1 })
  expect(page.container.querySelector('.ap-price')?.textContent).toBe('RM 249.00')
  expect(screen.getByText('Public')).toBeTruthy()
  await page.press.click(screen.getByRole('button', { name: 'More actions, Practical Machine Learning' }))
  expect(screen.getByRole('menuitem', { name: 'View sales page' }).getAttribute('href')).toBe('/sp/5/')
  await page.press.click(screen.getByRole('menuitem', { name: 'Copy Sales Link' }))
  expect(await screen.findByText('Sales link copied to clipboard!')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/course-sales?courseId=5')
})

test('a new module starts unpublished after the last one, and is selected', async () => {
  contents = [aModule({ order: 4 })]
  const page = await manage()
  const calls = recordCalls('createContent', {
    success: true,
    data: aModule({ id: 12, title: 'Next', order: 5 }),
  })
  await page.press.click(await screen.findByRole('button', { name: 'Add Module' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Module' }))
  const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Add Module' })
  expect(submit.disabled).toBe(true)
  await page.press.type(dialog.getByLabelText('Title'), '   ')
  expect(submit.disabled).toBe(true)
  await page.press.type(dialog.getByLabelText('Title'), 'Next')
  await page.press.type(dialog.getByLabelText('Description'), 'What follows')
  contents = [...contents, aModule({ id: 12, title: 'Next', order: 5, isPublished: false })]
  await page.press.keyboard('{Tab}')
  await page.press.click(submit)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls[0]?.body).toEqual({
    courseId: 5,
    title: 'Next',
    description: 'What follows',
    order: 5,
    type: 'chapter',
    isPublished: false,
  })
  expect(await screen.findByText('No content in this module yet')).toBeTruthy()
  expect(screen.getAllByText('Draft').length).toBeGreaterThan(0)
  expect(page.address()).toBe('/course/5/manage?module=12')
})

test('the first module has order 0', async () => {
  const page = await manage()
  const calls = recordCalls('createContent', { success: true, data: aModule() })
  await page.press.click(await screen.findByRole('button', { name: 'Add Module' }))
  await page.press.type(screen.getByLabelText('Title'), 'First steps{Enter}')
  await waitFor(() => expect(calls[0]?.body).toMatchObject({ order: 0, isPublished: false }))
})

test('a module that could not be added keeps its input, with the reason', async () => {
  const page = await manage()
  breakNetwork('createContent')
  await page.press.click(await screen.findByRole('button', { name: 'Add Module' }))
  await page.press.type(screen.getByLabelText('Title'), 'First steps{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('The module could not be added')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('First steps')
})

test('a module shows its items, and each opens its signed file in a new tab', async () => {
  contents = [
    aModule({
      resources: [
        aResource(),
        aResource({
          id: 32,
          title: 'Notes',
          fileType: 'pdf',
          filePath: '/media/notes?u=8',
          seconds: null,
          pages: 4,
        }),
      ],
    }),
  ]
  const page = await manage()
  await page.press.click(await screen.findByRole('button', { name: /First steps.*2 items/ }))
  const video = screen.getByRole('link', { name: 'View Video' })
  const pdf = screen.getByRole('link', { name: 'View PDF' })
  expect([video.getAttribute('href'), video.getAttribute('target')]).toEqual(['/media/welcome?u=8', '_blank'])
  expect([pdf.getAttribute('href'), pdf.getAttribute('target')]).toEqual(['/media/notes?u=8', '_blank'])
  expect(screen.getByText(/Video · 11:20/)).toBeTruthy()
  expect(screen.getByText(/PDF · 4 pages/)).toBeTruthy()
})

test('a video with captions is uploaded and added', async () => {
  contents = [aModule()]
  const page = await manage('/course/5/manage?module=11')
  const uploads: (string | undefined)[] = []
  answer('uploadFile', ({ query }) => {
    uploads.push(query['purpose'])
    const url = `/media/${query['purpose']}`
    return { success: true, url, data: { url, size: 4, contentType: 'video/mp4' } }
  })
  const calls = recordCalls('createResource', { success: true, data: aResource() })
  await page.press.click(await screen.findByRole('button', { name: 'Add Content' }))
  await screen.findByRole('dialog')
  const submit = within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', {
    name: 'Add Content',
  })
  expect(submit.disabled).toBe(true)
  expect(fileInput().getAttribute('accept')).toBe('video/*')
  await page.press.upload(fileInput(), file('intro.mp4', 'video/mp4'))
  const track = new File(['WEBVTT\n\n00:01.000 --> 00:02.000\nSelamat datang\n'], 'intro.vtt')
  await page.press.upload(fileInput('Captions'), track)
  expect(await screen.findByText('1 caption, from 0:01 to 0:02')).toBeTruthy()
  await page.press.selectOptions(screen.getByLabelText('Language of the captions'), 'Bahasa Melayu')
  await page.press.click(submit)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(uploads).toEqual(['lesson', 'captions'])
  expect(calls[0]?.body).toEqual({
    courseContentId: 11,
    title: '',
    filePath: '/media/lesson',
    fileType: 'video',
    captions: [{ language: 'ms', url: '/media/captions' }],
  })
})

test("a document is a PDF; a Word file gets the specification's sentence and nothing is sent", async () => {
  contents = [aModule()]
  const page = await manage('/course/5/manage?module=11')
  const calls = recordCalls('createResource', { success: true, data: aResource() })
  await page.press.click(await screen.findByRole('button', { name: 'Add Content' }))
  await screen.findByRole('dialog')
  await page.press.click(screen.getByRole('radio', { name: /^Document/ }))
  expect(fileInput().getAttribute('accept')).toBe('.pdf,.doc,.docx')
  await page.press.upload(fileInput(), file('notes.docx', 'application/msword'))
  expect(
    screen.getByText('Unsupported file type. Only MP4, WebM videos and PDF documents are allowed.'),
  ).toBeTruthy()
  const submit = within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', {
    name: 'Add Content',
  })
  expect(submit.disabled).toBe(true)
  await page.press.type(screen.getByLabelText('Title'), 'Notes')
  await page.press.upload(fileInput(), file('notes.pdf', 'application/pdf'))
  await page.press.click(submit)
  await waitFor(() =>
    expect(calls[0]?.body).toEqual({
      courseContentId: 11,
      title: 'Notes',
      filePath: '/media/upload-1',
      fileType: 'pdf',
    }),
  )
})

test('a video is no document and a PDF no video, chosen or dropped', async () => {
  contents = [aModule()]
  const page = await manage('/course/5/manage?module=11')
  await page.press.click(await screen.findByRole('button', { name: 'Add Content' }))
  await screen.findByRole('dialog')
  const dialog = within(screen.getByRole('dialog'))
  const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Add Content' })
  const problem = 'Unsupported file type. Only MP4, WebM videos and PDF documents are allowed.'
  const drop = (dropped: File) =>
    fireEvent.drop(fileInput().closest('.ap-drop') as HTMLElement, {
      dataTransfer: { files: [dropped], types: ['Files'] },
    })
  expect(dialog.getByText('Document').textContent).toBe('Document')
  drop(file('notes.pdf', 'application/pdf'))
  expect(dialog.getByText(problem)).toBeTruthy()
  expect(submit.disabled).toBe(true)
  await page.press.click(dialog.getByRole('radio', { name: 'Document' }))
  expect(dialog.queryByText(problem)).toBeNull()
  drop(file('v.mp4', 'video/mp4'))
  expect(dialog.getByText(problem)).toBeTruthy()
  expect(submit.disabled).toBe(true)
  // This simulates a file dialog that shows all files.
  await page.press.upload(fileInput(), file('v.mp4', 'video/mp4'))
  expect(dialog.queryByText('v.mp4')).toBeNull()
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Document' }).checked).toBe(true)
})

test('a file above 100 MB is refused before the upload', async () => {
  contents = [aModule()]
  const page = await manage('/course/5/manage?module=11')
  await page.press.click(await screen.findByRole('button', { name: 'Add Content' }))
  await screen.findByRole('dialog')
  const large = file('long.mp4', 'video/mp4')
  Object.defineProperty(large, 'size', { value: 104_857_601 })
  await page.press.upload(fileInput(), large)
  expect(screen.getByText('File size exceeds 100MB limit')).toBeTruthy()
})

test('after a failure the file is not uploaded again', async () => {
  contents = [aModule()]
  const page = await manage('/course/5/manage?module=11')
  let uploads = 0
  answer('uploadFile', () => {
    uploads++
    return { success: true, url: '/media/a', data: { url: '/media/a', size: 4, contentType: 'video/mp4' } }
  })
  refuse('createResource', 'COURSE_FULL')
  await page.press.click(await screen.findByRole('button', { name: 'Add Content' }))
  await screen.findByRole('dialog')
  await page.press.upload(fileInput(), file('intro.mp4', 'video/mp4'))
  const submit = within(screen.getByRole('dialog')).getByRole('button', { name: 'Add Content' })
  await page.press.click(submit)
  expect((await screen.findByRole('alert')).textContent).toContain('A course holds at most')
  answer('createResource', { success: true, data: aResource() })
  await page.press.click(submit)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(uploads).toBe(1)
})

test('an upload without an address in its answer says so', async () => {
  contents = [aModule()]
  const page = await manage('/course/5/manage?module=11')
  answer('uploadFile', () => Response.json({ success: true }, { status: 201 }))
  await page.press.click(await screen.findByRole('button', { name: 'Add Content' }))
  await screen.findByRole('dialog')
  await page.press.upload(fileInput(), file('intro.mp4', 'video/mp4'))
  await page.press.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add Content' }))
  expect(await screen.findByText('Upload failed: No URL returned from server')).toBeTruthy()
})

test("choosing another file, or none, clears the last upload's error", async () => {
  contents = [aModule()]
  const page = await manage('/course/5/manage?module=11')
  answer('uploadFile', () => Response.json({ success: true }, { status: 201 }))
  const problem = () => screen.queryByText('Upload failed: No URL returned from server')
  await page.press.click(await screen.findByRole('button', { name: 'Add Content' }))
  await screen.findByRole('dialog')
  const submit = within(screen.getByRole('dialog')).getByRole('button', { name: 'Add Content' })
  await page.press.upload(fileInput(), file('first.mp4', 'video/mp4'))
  await page.press.click(submit)
  await waitFor(() => expect(problem()).toBeTruthy())
  await page.press.upload(fileInput(), file('second.mp4', 'video/mp4'))
  expect(await screen.findByText('second.mp4')).toBeTruthy()
  expect(problem()).toBeNull()
  await page.press.click(submit)
  await waitFor(() => expect(problem()).toBeTruthy())
  await page.press.click(screen.getByRole('radio', { name: /^Document/ }))
  expect(problem()).toBeNull()
})

test('publishing, a free preview and a new title are one call each', async () => {
  contents = [aModule({ isPublished: false, resources: [aResource()] })]
  const page = await manage('/course/5/manage?module=11')
  const modules = recordCalls('updateContent', { success: true, data: aModule() })
  const resources = recordCalls('updateResource', { success: true, data: aResource() })
  await page.press.click(await screen.findByRole('switch', { name: 'Publish First steps' }))
  await page.press.click(screen.getByRole('button', { name: 'More actions for Welcome' }))
  await page.press.click(screen.getByRole('menuitem', { name: 'Free preview' }))
  await waitFor(() => expect(resources).toHaveLength(1))
  await page.press.click(await screen.findByRole('switch', { name: 'Publish Welcome' }))
  await waitFor(() => expect(resources).toHaveLength(2))
  await page.press.click(screen.getByRole('button', { name: 'More actions for Welcome' }))
  await page.press.click(screen.getByRole('menuitem', { name: 'Rename' }))
  await page.press.clear(screen.getByLabelText('Title of Welcome'))
  await page.press.keyboard('{Enter}')
  expect(await screen.findByText('Title is required')).toBeTruthy()
  await page.press.type(screen.getByLabelText('Title of Welcome'), 'Hello{Enter}')
  await waitFor(() => expect(resources).toHaveLength(3))
  expect(modules.map(({ body }) => body)).toEqual([{ isPublished: true }])
  expect(resources.map(({ body }) => body)).toEqual([
    { isPreview: true },
    { isPublished: false },
    { title: 'Hello' },
  ])
})

test("Up and Down take the neighbour's order, by keyboard too; the ends stay", async () => {
  contents = [aModule(), aModule({ id: 12, title: 'Second thoughts', order: 7 })]
  const page = await manage()
  const calls = recordCalls('updateContent', { success: true, data: aModule() })
  const up = await screen.findByRole('button', { name: 'Move First steps up' })
  expect(up.getAttribute('aria-disabled')).toBe('true')
  await page.press.click(up)
  screen.getByRole('button', { name: 'Move First steps down' }).focus()
  await page.press.keyboard('{Enter}')
  expect(await screen.findByText('First steps is now 2 of 2')).toBeTruthy()
  expect(calls.map(({ params, body }) => [params['id'], body])).toEqual([['11', { order: 7 }]])
})

test('deleting an item is one press, and Undo brings it back; the focus moves to its module', async () => {
  contents = [aModule({ resources: [aResource()] })]
  const page = await manage('/course/5/manage?module=11')
  const removals = recordCalls('removeItems', { success: true })
  const restorations = recordCalls('restoreItems', { success: true })
  const remove = await screen.findByRole('button', { name: 'Delete Welcome' })
  contents = [aModule()]
  await page.press.click(remove)
  expect(await screen.findByText('No content in this module yet')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 3 })))
  expect(await screen.findByText('“Welcome” was deleted.')).toBeTruthy()
  contents = [aModule({ resources: [aResource()] })]
  await page.press.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'Delete Welcome' })).toBeTruthy()
  expect(await screen.findByText('Restored')).toBeTruthy()
  for (const calls of [removals, restorations])
    expect(calls.map(({ params, body }) => [params['id'], body])).toEqual([
      ['5', { modules: [], resources: [31] }],
    ])
})

test('deleting a module leaves its panel; the focus moves to the list', async () => {
  contents = [aModule({ resources: [aResource()] })]
  const page = await manage('/course/5/manage?module=11')
  const calls = recordCalls('removeItems', { success: true })
  const remove = await screen.findByRole('button', { name: 'Delete First steps' })
  contents = []
  await page.press.click(remove)
  expect(await screen.findByText('No modules yet')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ modules: [11], resources: [] }])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Modules' })))
  await waitFor(() => expect(page.address()).toBe('/course/5/manage'))
})

test('a module that could not be deleted says why, and stays', async () => {
  contents = [aModule()]
  const page = await manage()
  refuse('removeItems', 'COURSE_NOT_FOUND')
  await page.press.click(await screen.findByRole('button', { name: 'Delete First steps' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Course not found')
  expect(screen.getByRole('button', { name: 'Delete First steps' })).toBeTruthy()
})

test("another seller's course is not found", async () => {
  permissions = { study: false, manage: false }
  await manage()
  expect(await screen.findByRole('heading', { name: 'Course not found' })).toBeTruthy()
})

test.each(['/course/5/manage', '/course/none/manage'])('a missing course is not found: %s', async (path) => {
  refuse('readCourse', 'COURSE_NOT_FOUND')
  await manage(path)
  expect(await screen.findByRole('heading', { name: 'Course not found' })).toBeTruthy()
})

test('a course that could not be loaded can be retried', async () => {
  breakNetwork('readCourse')
  const page = await manage()
  expect(await screen.findByRole('heading', { name: 'This course could not be loaded' })).toBeTruthy()
  answer('readCourse', { success: true, data: { ...aCourse(), contents, permissions } })
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Practical Machine Learning' })).toBeTruthy()
})

test('a student is redirected from the manage page', async () => {
  const page = await renderRoute('/course/5/manage', { user: aisyah })
  await waitFor(() => expect(page.address()).toBe('/forbidden'))
})

test('the manage page is available in Malay', async () => {
  await renderRoute('/course/5/manage', { user: admin, language: 'ms' })
  expect(await screen.findByText('Belum ada modul')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Tambah Modul' })).toBeTruthy()
})
