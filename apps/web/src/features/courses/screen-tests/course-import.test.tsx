import type { CourseImport } from '@apogee/contracts/archives/archives.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const textSample = { text: 'Planets move.', questions: [], count: 0 }
const quizSample = {
  text: '',
  questions: [{ type: 'true-false', question: 'Round?', key: 'true', points: 2 }],
  count: 12,
}
const preview: CourseImport['preview'] = {
  form: 'folder',
  title: 'Orbits',
  counts: { modules: 2, texts: 1, videos: 0, documents: 1, quizzes: 0, captions: 0, pictures: 0 },
  bytes: 2_500_000,
  modules: [
    { title: 'Introduction', items: [{ title: 'Why', kind: 'text', path: 'a', sample: textSample }] },
    {
      title: 'Later',
      items: [
        { title: 'Sheet', kind: 'document', path: 'b', sample: null },
        { title: 'Check', kind: 'quiz', path: 'c', sample: quizSample },
      ],
    },
  ],
  leftOut: [
    { path: 'budget.xlsx', reason: 'unknown-kind', detail: '' },
    { path: 'a.srt', reason: 'guessed-encoding', detail: 'windows-1251: Урок' },
    { path: 'a.srt', reason: 'cue-end', detail: '14, 20' },
  ],
  leftOutCount: 3,
}
const anImport = (given: Partial<CourseImport> = {}): CourseImport => ({
  id: 3,
  name: 'Orbits.zip',
  state: 'ready',
  createdAt: '2026-11-25T04:00:00.000Z',
  problems: [],
  preview,
  progress: { done: 0, total: 2 },
  courseId: null,
  ...given,
})
const found = (data: CourseImport | null) => answer('readLatestCourseImport', { success: true, data })
const open = (language?: 'ms') =>
  renderRoute('/studio/import', { user: admin, ...(language && { language }) })

test('a chosen archive is uploaded and examined, and its import is shown', async () => {
  found(null)
  const { press } = await open()
  const uploads = recordCalls('uploadFile', {
    success: true,
    url: '/media/zip',
    data: { url: '/media/zip', size: 3, contentType: 'application/zip' },
  })
  const begun = recordCalls('beginCourseImport', { success: true, data: anImport({ state: 'examining' }) })
  const field = await screen.findByLabelText('Zip archive')
  found(anImport({ state: 'examining', preview: null }))
  await press.upload(field, new File(['zip'], 'Orbits.zip', { type: 'application/zip' }))
  expect(await screen.findByRole('heading', { name: 'Checking Orbits.zip' })).toBeTruthy()
  expect(uploads[0]?.query).toEqual({ purpose: 'archive' })
  expect(begun[0]?.body).toEqual({ filePath: '/media/zip' })
})

test('an archive that cannot be uploaded says why, and another one can be chosen', async () => {
  found(null)
  const { press } = await open()
  refuse('uploadFile', 'ARCHIVE_TYPE_UNSUPPORTED')
  await press.upload(await screen.findByLabelText('Zip archive'), new File(['zip'], 'Orbits.zip'))
  expect(await screen.findByText('A course is imported from a .zip file')).toBeTruthy()
  expect(screen.getByText('choose one')).toBeTruthy()
})

test('the preview shows what becomes what and what is left out, and confirming creates the course', async () => {
  found(anImport())
  const { press } = await open()
  expect(await screen.findByRole('heading', { name: 'Ready to import: Orbits' })).toBeTruthy()
  expect(screen.getByText('2 modules')).toBeTruthy()
  expect(screen.getByText('1 text')).toBeTruthy()
  expect(screen.getByText('2.4 MB of files')).toBeTruthy()
  expect(screen.queryByText('0 videos')).toBeNull()
  await press.click(screen.getByText('Introduction'))
  expect(screen.getByText('Planets move.')).toBeTruthy()
  expect(screen.getByRole('list', { name: '12 questions' }).textContent).toBe(
    'Round? True (2 points)and 11 more',
  )
  expect(screen.getByText('Please check (1)').closest('details')?.open).toBe(true)
  expect(screen.getByText('a.srt · windows-1251: Урок')).toBeTruthy()
  await press.click(screen.getByText('Left out (2)'))
  expect(screen.getByText('budget.xlsx')).toBeTruthy()
  expect(screen.getByText('a.srt · 14, 20').closest('li')?.textContent).toContain(
    'Captions at these lines: the end is not after the start',
  )

  const confirmed = recordCalls('confirmCourseImport', { success: true, data: anImport() })
  found(anImport({ state: 'importing', progress: { done: 1, total: 2 } }))
  await press.click(screen.getByRole('button', { name: 'Create course' }))
  expect(await screen.findByText('1 of 2 files stored')).toBeTruthy()
  expect(confirmed).toHaveLength(1)
})

test('a refused archive lists each problem with its place, and is discarded for another one', async () => {
  const problem = { kind: 'invalid', path: 'course.json', detail: 'course.category: Invalid option' } as const
  found(anImport({ state: 'refused', preview: null, problems: [problem] }))
  const { press } = await open()
  expect(await screen.findByText('course.json · course.category: Invalid option')).toBeTruthy()
  const discarded = recordCalls('discardCourseImport', { success: true })
  found(null)
  await press.click(screen.getByRole('button', { name: 'Choose another file' }))
  expect(await screen.findByLabelText('Zip archive')).toBeTruthy()
  expect(discarded[0]?.params).toMatchObject({ id: '3' })
})

test('a created course is opened from its import, in Malay, too', async () => {
  found(anImport({ state: 'done', courseId: 12 }))
  await open('ms')
  expect(await screen.findByRole('heading', { name: 'Orbits kini ada sebagai draf' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Buka kursus' }).getAttribute('href')).toContain(
    '/course/12/manage',
  )
})

test('a created course is deleted again from its import', async () => {
  found(anImport({ state: 'done', courseId: 12 }))
  const { press } = await open()
  const deleted = recordCalls('deleteCourse', { success: true, data: { outcome: 'deleted' } })
  const discarded = recordCalls('discardCourseImport', { success: true })
  await press.click(await screen.findByRole('button', { name: 'Delete this draft' }))
  const asked = within(screen.getByRole('alertdialog', { name: 'Delete this draft' }))
  found(null)
  await press.click(asked.getByRole('button', { name: 'Delete this draft' }))
  expect(await screen.findByText('Orbits was deleted')).toBeTruthy()
  expect([deleted[0]?.params, discarded[0]?.params]).toMatchObject([{ id: '12' }, { id: '3' }])
})

test('an import that cannot be loaded offers a retry', async () => {
  refuse('readLatestCourseImport', 'INTERNAL')
  const { press } = await open()
  expect(await screen.findByText('Your import could not be loaded')).toBeTruthy()
  found(null)
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('Zip archive')).toBeTruthy()
})

test('a course is exported in a chosen format, and what the format leaves out is listed', async () => {
  answer('readCourse', {
    success: true,
    data: { ...aCourse({ id: 5 }), contents: [], permissions: { study: true, manage: true } },
  })
  const { press } = await renderRoute('/course/5/manage', { user: admin })
  const data = { url: '/course-exports?key=x', name: 'orbits.imscc', bytes: 5_000_000 }
  const leftOut = [{ place: 'Week 1 › Film', text: 'The chapters of the video are left out' }]
  const exported = recordCalls('exportCourse', {
    success: true,
    data: { ...data, leftOut, leftOutCount: 1 },
  })
  await press.click(await screen.findByRole('button', { name: /More actions/ }))
  await press.click(screen.getByRole('menuitem', { name: 'Export course' }))
  expect(await screen.findByRole('radio', { name: /Apogee archive/, checked: true })).toBeTruthy()
  await press.click(screen.getByRole('radio', { name: /Common Cartridge 1.3/ }))
  await press.click(screen.getByRole('button', { name: 'Download file' }))
  expect(await screen.findByText('The course is being downloaded (4.8 MB).')).toBeTruthy()
  expect(screen.getByRole('dialog', { name: '1 part is left out or changed' }).textContent).toContain(
    'The chapters of the video are left out (Week 1 › Film)',
  )
  await waitFor(() =>
    expect(exported.map(({ body }) => body)).toEqual([{ format: 'cartridge', language: 'en' }]),
  )
})
