import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { LessonTextEdit } from '@apogee/contracts/courses/lesson-texts.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { onlineManager } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answerCourse, answerResources, item, module } from '#web/testing/lesson.ts'
import { answer, breakNetwork, keepWaiting, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { aModule } from '#web/testing/managed-course.ts'
import { aCourse, admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const orbits: LessonDocument = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Orbits' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'A body falls ' },
        { type: 'text', text: 'around', marks: [{ type: 'bold' }] },
        {
          type: 'text',
          text: 'another',
          marks: [{ type: 'link', attrs: { href: 'https://apogee.test/moon' } }],
        },
      ],
    },
    {
      type: 'callout',
      attrs: { kind: 'warning' },
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Not to scale' }] }],
    },
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [
            {
              type: 'tableHeader',
              content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Days' }] }],
            },
          ],
        },
      ],
    },
  ],
}

const { filePath: _, ...withoutFile } = item({ id: 7 })
const text: CourseResource = {
  ...withoutFile,
  title: 'Why nothing falls',
  fileType: 'reading',
  seconds: null,
  words: 400,
}
const first = module(12, 'First', [text])

function answerLesson(): void {
  answerCourse({ contents: [first] })
  answerResources(first)
  answer('saveResourceProgress', {
    success: true,
    completed: false,
    watchTime: 0,
    position: 0,
    course: { totalLessons: 1, completedLessons: 0, progressPercentage: 0, lastAccessed: null },
  })
}

test('learners read the text with its headings, links, notes and tables below the title of the lesson', async () => {
  answerLesson()
  answer('readLessonText', { success: true, data: { resourceId: 7, document: orbits, pictures: [] } })
  const { press } = await renderRoute('/lesson/12/resources/7', { user: aisyah })
  expect(await screen.findByRole('heading', { name: 'Orbits', level: 3 })).toBeTruthy()
  expect(screen.getByText('around').tagName).toBe('STRONG')
  const link = screen.getByRole('link', { name: 'another' })
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://apogee.test/moon',
    '_blank',
    'noopener',
  ])
  expect(
    within(screen.getByRole('complementary', { name: 'Warning' })).getByText('Not to scale'),
  ).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: 'Days' })).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Contents' }))
  expect((await screen.findAllByText('2 minutes')).length).toBeGreaterThan(0)
})

test('a link to another lesson of the course opens it in the page', async () => {
  answerLesson()
  answerCourse({ contents: [module(12, 'First', [text, item({ id: 8, title: 'Why orbits close' })])] })
  answerResources(module(12, 'First', [text, item({ id: 8, title: 'Why orbits close' })]))
  const href = '/lesson/12/resources/8'
  const linked = {
    type: 'text' as const,
    text: 'the next one',
    marks: [{ type: 'link' as const, attrs: { href } }],
  }
  const document: LessonDocument = { type: 'doc', content: [{ type: 'paragraph', content: [linked] }] }
  answer('readLessonText', { success: true, data: { resourceId: 7, document, pictures: [] } })
  const { press } = await renderRoute('/lesson/12/resources/7', { user: aisyah })
  await press.click(await screen.findByRole('link', { name: 'the next one' }))
  expect(await screen.findByRole('heading', { name: 'Why orbits close' })).toBeTruthy()
})

test('code has colours, the name of its language, and a button that copies it', async () => {
  answerLesson()
  const code = 'def area(r):\n    return 3.14 * r'
  const document: LessonDocument = {
    type: 'doc',
    content: [{ type: 'codeBlock', attrs: { language: 'python' }, content: [{ type: 'text', text: code }] }],
  }
  answer('readLessonText', { success: true, data: { resourceId: 7, document, pictures: [] } })
  const { press } = await renderRoute('/lesson/12/resources/7', { user: aisyah })
  const shown = await screen.findByText('def', { selector: '[data-token=keyword]' }, { timeout: 10_000 })
  const block = shown.closest('.lesson-code')
  expect(block?.getAttribute('data-language')).toBe('Python')
  // Notes find their passage by the text of the block, so it must be exactly the code.
  expect(block?.textContent).toBe(code)
  await press.click(screen.getByRole('button', { name: 'Copy code' }))
  expect(await screen.findByText('Code copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(code)
})

test('a text that does not arrive hides what is below it for some seconds only', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  answerLesson()
  keepWaiting('readLessonText')
  await renderRoute('/lesson/12/resources/7', { user: aisyah })
  // The style sheet hides it while this element exists.
  const hiding = () => document.querySelector('.late-part[data-room=body] > .ap-loading')
  await waitFor(() => expect(hiding()).not.toBeNull())
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  expect(hiding()).toBeNull()
  expect(document.querySelector('.learn-text .ap-loading')).not.toBeNull()
})

test('a text that cannot be read says so, and is read again on request', async () => {
  answerLesson()
  refuse('readLessonText', 'LESSON_NOT_OPEN')
  const { press } = await renderRoute('/lesson/12/resources/7', { user: aisyah, language: 'ms' })
  expect(await screen.findByText('Pelajaran ini dibuka apabila anda memiliki kursus ini')).toBeTruthy()
  answer('readLessonText', { success: true, data: { resourceId: 7, document: orbits, pictures: [] } })
  // A wrong report of the browser, or a text that the device keeps, must not leave the page in its loading state.
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  await press.click(screen.getByRole('button', { name: 'Cuba lagi' }))
  expect(await screen.findByRole('heading', { name: 'Orbits' })).toBeTruthy()
})

const edit = (given: Partial<LessonTextEdit> = {}): LessonTextEdit => ({
  resourceId: 7,
  courseId: 5,
  title: 'Why nothing falls',
  isPublished: false,
  isModulePublished: true,
  document: orbits,
  pictures: [],
  hasDraft: false,
  savedAt: '2026-11-24T00:00:00.000Z',
  version: 3,
  ...given,
})
const answerEdit = (given?: Partial<LessonTextEdit>) =>
  answer('readLessonTextEdit', { success: true, data: edit(given) })

const withRule = { document: { content: expect.arrayContaining([{ type: 'horizontalRule' }]) as unknown } }

const openEditor = async (language?: 'ms') => {
  const page = await renderRoute('/course/5/manage/texts/7', { user: admin, ...(language && { language }) })
  await screen.findByRole('textbox', { name: language === 'ms' ? /^Teks Why/ : 'Text of Why nothing falls' })
  return page
}

beforeEach(() => sessionStorage.clear())

test('a written text is saved with the version that was read, and learners see it when it is published', async () => {
  answerEdit()
  const saved = recordCalls('saveLessonTextDraft', { success: true, data: edit({ version: 4 }) })
  const published = recordCalls('publishLessonText', {
    success: true,
    data: edit({ version: 5, isPublished: true }),
  })
  const { press } = await openEditor()
  expect(screen.getByText('Saved. Learners do not see this lesson yet.')).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Dividing line' }))
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 4_000 })
  expect(saved[0]?.body).toMatchObject({ version: 3, ...withRule })
  await press.click(screen.getByRole('button', { name: 'Publish lesson' }))
  expect(await screen.findByText('The lesson is published')).toBeTruthy()
  expect(published[0]?.body).toMatchObject({ version: 4, ...withRule })
  expect(screen.getByRole('button', { name: 'Update lesson' })).toHaveProperty('disabled', true)
})

test('a text that is not saved stays in the tab, and the page says why', async () => {
  answerEdit()
  breakNetwork('saveLessonTextDraft')
  const page = await openEditor()
  await page.press.click(screen.getByRole('button', { name: 'Dividing line' }))
  expect(
    await screen.findByText('Not saved. Your text is kept in this tab.', {}, { timeout: 4_000 }),
  ).toBeTruthy()
  page.unmount()
  const saved = recordCalls('saveLessonTextDraft', { success: true, data: edit({ version: 4 }) })
  await openEditor()
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 4_000 })
  expect(saved[0]?.body).toMatchObject(withRule)
})

test('an editor that is opened again reads the text after the last save of the one that was left', async () => {
  answerEdit()
  const isAnswered = Promise.withResolvers<void>()
  const versions: number[] = []
  answer('saveLessonTextDraft', async ({ body }) => {
    const { version, document } = body as { version: number; document: LessonDocument }
    versions.push(version)
    await isAnswered.promise
    const saved = edit({ document, version: version + 1 })
    answer('readLessonTextEdit', { success: true, data: saved })
    return { success: true, data: saved }
  })
  const page = await openEditor()
  await page.press.click(screen.getByRole('button', { name: 'Dividing line' }))
  page.unmount()
  await waitFor(() => expect(versions).toEqual([3]))
  await renderRoute('/course/5/manage/texts/7', { user: admin })
  expect(screen.queryByRole('textbox', { name: 'Text of Why nothing falls' })).toBeNull()
  isAnswered.resolve()
  await screen.findByRole('textbox', { name: 'Text of Why nothing falls' })
  await page.press.click(screen.getByRole('button', { name: 'Dividing line' }))
  await waitFor(() => expect(versions).toEqual([3, 4]), { timeout: 4_000 })
})

test('when somebody else has changed the text, a dialog asks, and their text can be taken', async () => {
  answerEdit()
  const theirs: LessonDocument = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Written meanwhile' }] }],
  }
  const conflict = {
    version: 9,
    fields: [
      {
        field: 'document',
        value: theirs,
        changedAt: '2026-11-24T00:00:00.000Z',
        changedBy: { id: 4, name: 'Farid' },
      },
    ],
  }
  answer('saveLessonTextDraft', () => refusal('EDIT_CONFLICT', undefined, conflict))
  const { press } = await openEditor()
  await press.click(screen.getByRole('button', { name: 'Dividing line' }))
  const dialog = await screen.findByRole('alertdialog', undefined, { timeout: 4_000 })
  expect(within(dialog).getByText(/^Farid saved a different text/)).toBeTruthy()
  const saved = recordCalls('saveLessonTextDraft', {
    success: true,
    data: edit({ document: theirs, version: 9 }),
  })
  await press.click(within(dialog).getByRole('button', { name: 'Use their text' }))
  expect(await screen.findByText('Written meanwhile')).toBeTruthy()
  await waitFor(() => expect(saved[0]?.body).toEqual({ document: theirs, version: 9 }), { timeout: 4_000 })
})

test('when the person has changed the text in another tab, the dialog says so and blames nobody else', async () => {
  answerEdit()
  const changed = { field: 'document', value: edit().document, changedAt: '2026-11-24T00:00:00.000Z' }
  const changedBy = { id: admin.id, name: admin.name }
  answer('saveLessonTextDraft', () =>
    refusal('EDIT_CONFLICT', undefined, { version: 9, fields: [{ ...changed, changedBy }] }),
  )
  const { press } = await openEditor()
  await press.click(screen.getByRole('button', { name: 'Dividing line' }))
  const dialog = await screen.findByRole('alertdialog', undefined, { timeout: 4_000 })
  expect(dialog.textContent).toContain('You have changed this text in another tab or on another device')
  expect(dialog.textContent).not.toContain(admin.name)
  const saved = recordCalls('saveLessonTextDraft', { success: true, data: edit({ version: 10 }) })
  await press.click(within(dialog).getByRole('button', { name: 'Keep the text of this tab' }))
  await waitFor(() => expect(saved[0]?.body).toMatchObject({ version: 9, ...withRule }), { timeout: 4_000 })
})

test('the preview shows the text as learners see it; Malay has every word of the editor', async () => {
  answerEdit({ isPublished: true, isModulePublished: false })
  const { press } = await openEditor('ms')
  expect(screen.getByRole('toolbar', { name: 'Format teks' })).toBeTruthy()
  expect(screen.getByText(/Modulnya masih draf/)).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Pratonton' }))
  expect(screen.getByRole('complementary', { name: 'Amaran' })).toBeTruthy()
})

test('Markdown is imported at the cursor or in place of the text, saved, and taken back with Undo', async () => {
  answerEdit()
  const saved = recordCalls('saveLessonTextDraft', { success: true, data: edit({ version: 4 }) })
  const { press } = await openEditor()
  await press.click(screen.getByRole('button', { name: 'Import Markdown' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import Markdown' }))
  await press.click(dialog.getByRole('button', { name: 'Import text' }))
  expect(dialog.getByText('Choose a file, or paste a text')).toBeTruthy()
  const file = new File(['# Tides\n\n> [!TIP]\n> Look up\n\n<b>not bold</b>'], 'tides.markdown', {
    type: 'text/markdown',
  })
  await press.upload(dialog.getByLabelText('File'), file)
  await waitFor(() =>
    expect((dialog.getByLabelText('Or paste the Markdown') as HTMLTextAreaElement).value).toContain(
      '# Tides',
    ),
  )
  await press.click(dialog.getByRole('radio', { name: 'In place of the whole text' }))
  await press.click(dialog.getByRole('button', { name: 'Import text' }))
  expect(await screen.findByText('The text is imported. Undo takes it back.')).toBeTruthy()
  await expect
    .poll(() => saved.at(-1)?.body)
    .toMatchObject({
      document: {
        content: [
          { type: 'heading', content: [{ text: 'Tides' }] },
          { type: 'callout', attrs: { kind: 'tip' } },
          { type: 'paragraph', content: [{ text: '<b>not bold</b>' }] },
        ],
      },
    })
  await press.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('heading', { name: 'Orbits' })).toBeTruthy()
})

test('Markdown that is too long for a lesson stays in the dialog, which says so', async () => {
  answerEdit()
  const { press } = await openEditor()
  await press.click(screen.getByRole('button', { name: 'Import Markdown' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import Markdown' }))
  await press.upload(dialog.getByLabelText('File'), new File(['x'.repeat(300_001)], 'long.txt'))
  const source = dialog.getByLabelText('Or paste the Markdown') as HTMLTextAreaElement
  await waitFor(() => expect(source.value).toHaveLength(300_001))
  await press.click(dialog.getByRole('button', { name: 'Import text' }))
  expect(await dialog.findByText('This is too long for one lesson: divide it into two')).toBeTruthy()
  expect(source.value).toHaveLength(300_001)
})

test('a text is downloaded as Markdown in a file with the name of the lesson', async () => {
  answerEdit({ title: 'Why nothing falls: 1/2' })
  const files: Blob[] = []
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) files.push(file)
    return 'blob:text'
  }
  const names: string[] = []
  const { click } = HTMLAnchorElement.prototype
  HTMLAnchorElement.prototype.click = function noteName() {
    names.push(this.download)
  }
  try {
    const page = await renderRoute('/course/5/manage/texts/7', { user: admin })
    await page.press.click(await screen.findByRole('button', { name: 'Download as Markdown' }))
    await waitFor(() => expect(names).toEqual(['Why nothing falls 1 2.md']))
  } finally {
    HTMLAnchorElement.prototype.click = click
  }
  expect(await files[0]?.text()).toBe(
    '## Orbits\n\nA body falls **around**[another](https://apogee.test/moon)\n\n> [!WARNING]\n> Not to scale\n\n| Days |\n| --- |\n',
  )
})

test('an address without a text, and one of another course, say that there is none', async () => {
  refuse('readLessonTextEdit', 'RESOURCE_NOT_FOUND')
  const page = await renderRoute('/course/5/manage/texts/8', { user: admin })
  expect(await screen.findByRole('heading', { name: 'Text not found' })).toBeTruthy()
  page.unmount()
  answerEdit({ courseId: 6 })
  await renderRoute('/course/5/manage/texts/7', { user: admin })
  expect(await screen.findByRole('heading', { name: 'Text not found' })).toBeTruthy()
})

test('a text is added to a module with a title, and its page opens', async () => {
  const managed = (resources: CourseResource[]) =>
    answer('readCourse', {
      success: true,
      data: {
        ...aCourse({ id: 5 }),
        contents: [aModule({ title: 'First steps', resources })],
        permissions: { study: true, manage: true },
      },
    })
  managed([])
  answerEdit()
  const calls = recordCalls('createLessonText', { success: true, data: { ...text, words: 0 } })
  const { press } = await renderRoute('/course/5/manage', { user: admin })
  await press.click(await screen.findByRole('button', { name: /^First steps/ }))
  await press.click(screen.getByRole('button', { name: 'Write a text' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Write a text' }))
  await press.click(dialog.getByRole('button', { name: 'Start writing' }))
  expect(await dialog.findByText('Title is required')).toBeTruthy()
  await press.type(dialog.getByRole('textbox', { name: /^Title/ }), 'Why nothing falls')
  managed([text])
  await press.click(dialog.getByRole('button', { name: 'Start writing' }))
  expect(await screen.findByRole('textbox', { name: 'Text of Why nothing falls' })).toBeTruthy()
  expect(calls[0]?.body).toEqual({ title: 'Why nothing falls' })
  await press.click(screen.getByRole('link', { name: 'Back to modules' }))
  // The module that contains the text is expanded again.
  expect(await screen.findByText('Reading · 400 words')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Edit Text' }).getAttribute('href')).toBe(
    '/course/5/manage/texts/7',
  )
})

test('a text is saved once more when it was visible for a minute; time in a hidden tab does not count', async () => {
  answerLesson()
  const course = { totalLessons: 1, completedLessons: 0, progressPercentage: 0, lastAccessed: null }
  const answered = { success: true, completed: false, watchTime: 0, position: 0, course } as const
  const calls = recordCalls('saveResourceProgress', answered)
  answer('readLessonText', { success: true, data: { resourceId: 7, document: orbits, pictures: [] } })
  const timers = vi.spyOn(globalThis, 'setInterval')
  onTestFinished(() => timers.mockRestore())
  await renderRoute('/lesson/12/resources/7', { user: aisyah })
  await screen.findByRole('heading', { name: 'Orbits', level: 3 })
  await waitFor(() => expect(calls).toHaveLength(1))
  const everySecond = timers.mock.calls.flatMap(([run, delay]) => (delay === 1000 ? [run] : []))
  const pass = (seconds: number) => {
    for (let left = seconds; left > 0; left -= 1) for (const run of everySecond) act(() => run())
  }
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  pass(90)
  visibility.mockRestore()
  pass(55)
  expect(calls).toHaveLength(1)
  pass(30)
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{}, {}]))
})
