import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { LessonNote } from '@apogee/contracts/notes/notes.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answerModule, item as anItem, module } from '#web/testing/lesson.ts'
import { answer, breakNetwork, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { clearShownPage, setShownPage } from '#web/shared/document/view/shown-page.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { noteSaverOf } from './note-saver.ts'
import { blockOf, quoteOf } from './passages.ts'

/** Each test starts with a saver of its own, like a new page. */
afterEach(() => noteSaverOf(0).close())

const item = (given: Partial<CourseResource> = {}): CourseResource =>
  anItem({ id: 2, title: 'Confusion matrix', seconds: 300, ...given })
const answerLesson = (resource = item(), course: Partial<CourseDetail> = {}) =>
  answerModule(module(12, 'Measuring it', [resource]), { course })

const note = (given: Partial<LessonNote> = {}): LessonNote => ({
  id: '0b0e8c4e-6f5c-4d2f-9a57-0a4d3c2b1a00',
  courseId: 5,
  positionMs: 61_500,
  page: null,
  passage: null,
  lesson: { id: 2, title: 'Confusion matrix', contentId: 12 },
  text: 'Rows are the truth',
  version: 3,
  createdAt: '2026-11-23T01:00:00.000Z',
  updatedAt: '2026-11-23T01:00:00.000Z',
  ...given,
})
const listed = (...data: LessonNote[]) => ({
  success: true as const,
  data,
  meta: { total: data.length, nextCursor: null },
})
/** Answers each save with the sent text and the next version. */
function answerSaves() {
  const sent: {
    noteId: string
    text: string
    version: number
    positionMs: number | null
    passage: LessonNote['passage']
  }[] = []
  answer('saveNote', ({ params, body }) => {
    const { text, version, positionMs, page, passage } = body as LessonNote
    sent.push({ noteId: params['noteId'] ?? '', text, version, positionMs, passage })
    const data = note({ id: params['noteId'] ?? '', text, positionMs, page, passage, version: version + 1 })
    return { success: true, data }
  })
  return sent
}

const openLesson = () => renderRoute('/lesson/12/resources/2', { user: aisyah })
const notes = async () => within(await screen.findByRole('region', { name: 'Notes' }))
/** Leaving the field sends the note without the autosave pause. */
function write(field: HTMLElement, value: string) {
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}
const video = (): HTMLVideoElement => document.querySelector('video') ?? expect.fail('no video')
function moveTo(second: number) {
  video().currentTime = second
  fireEvent.timeUpdate(video())
}

test('a note takes the time of the press, is saved while it is typed, and leads back to its time', async () => {
  answerLesson()
  const sent = answerSaves()
  const { press } = await openLesson()
  const part = await notes()
  expect(part.getByText(/Only you can read your notes/)).toBeTruthy()
  moveTo(192.4)
  await press.click(await part.findByRole('button', { name: 'Add a note at 3:12' }))
  moveTo(200)
  await press.type(part.getByRole('textbox', { name: 'Note at 3:12' }), 'Kepler')
  expect(await part.findByText('Saved')).toBeTruthy()
  expect(sent.at(-1)).toMatchObject({ text: 'Kepler', positionMs: 192_400 })
  await press.click(part.getByRole('button', { name: 'Done' }))
  expect(part.getByText('Kepler')).toBeTruthy()
  await press.click(part.getByRole('button', { name: 'Go to 3:12' }))
  expect(video().currentTime).toBe(192.4)
})

/** Answers with a text of two blocks; the second block is at the reading line of the window. */
function answerText() {
  const { filePath: _, ...withoutFile } = item({ fileType: 'reading', title: 'Kepler’s laws', words: 40 })
  answerLesson(withoutFile)
  const paragraph = (text: string) => ({
    type: 'paragraph' as const,
    content: [{ type: 'text' as const, text }],
  })
  answer('readLessonText', {
    success: true,
    data: {
      resourceId: 2,
      pictures: [],
      document: {
        type: 'doc',
        content: [
          paragraph('An orbit is an ellipse with the Sun at one of its two foci, not at its centre.'),
          paragraph('Areas are equal in equal times.'),
        ],
      },
    },
  })
}

test('a note is written at the passage that is read, without leaving it, and leads back to it', async () => {
  answerText()
  const sent = answerSaves()
  const { press } = await openLesson()
  const first = await screen.findByText(/An orbit is an ellipse/)
  first.getBoundingClientRect = () => DOMRect.fromRect({ y: 0, width: 300, height: 900 })
  await press.click(await screen.findByRole('button', { name: 'Add a note here' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Note on this passage' }))
  expect(dialog.getByText(/An orbit is an ellipse/).tagName).toBe('BLOCKQUOTE')
  await press.type(dialog.getByRole('textbox', { name: 'Note' }), 'First law')
  expect(await dialog.findByText('Saved')).toBeTruthy()
  await press.click(dialog.getByRole('button', { name: 'Done' }))
  const quote = 'An orbit is an ellipse with the Sun at one of its two foci, not at its centre.'
  expect(sent.at(-1)).toMatchObject({ text: 'First law', positionMs: null, passage: { block: 0, quote } })
  await waitFor(() => expect(first.dataset['noted']).toBe(''))
  const shown: Element[] = []
  Element.prototype.scrollIntoView = function (this: Element) {
    shown.push(this)
  }
  const part = await notes()
  await press.click(part.getByRole('button', { name: 'Go to “An orbit is an ellipse with the Sun …”' }))
  expect(shown).toEqual([first])
})

test('a selected passage is noted, and a passage that moved is found by its words', async () => {
  answerText()
  const sent = answerSaves()
  const { press } = await openLesson()
  const second = await screen.findByText(/Areas are equal/)
  window.getSelection()?.selectAllChildren(second)
  await press.click(await screen.findByRole('button', { name: 'Add a note here' }))
  await press.type(screen.getByRole('textbox', { name: 'Note' }), 'Second law')
  await waitFor(() => expect(sent.at(-1)?.passage).toEqual({ block: 1, quote: second.textContent }))
  await press.click(screen.getByRole('button', { name: 'Close' }))
  expect(blockOf(document.body, { block: 0, quote: second.textContent })).toBe(second)
  expect(blockOf(document.body, { block: 1, quote: 'Gone' })).toBeUndefined()
})

test('the words of a passage leave out its formulas, which are others before they are drawn', () => {
  const formula = (signs: string) => `<span data-tex="x^2"><code>${signs}</code></span>`
  document.body.innerHTML = `<div class="lesson-text"><p>Let ${formula('x^2')} be</p><div data-tex="y">y</div></div>`
  const [words, alone] = document.querySelectorAll('.lesson-text > *')
  if (!words || !alone) throw new Error('There is no text')
  expect([quoteOf(words), quoteOf(alone)]).toEqual(['Let be', ''])
  words.innerHTML = `Let ${formula('x2')} be`
  expect(blockOf(document.body, { block: 0, quote: 'Let be' })).toBe(words)
})

test('the words of a video in a text are its title, not those of its player', () => {
  document.body.innerHTML =
    '<div class="lesson-text"><figure class="lesson-video"><div>0:07 / 2:30</div><figcaption>Orbits</figcaption></figure></div>'
  const [video] = document.querySelectorAll('.lesson-text > *')
  expect(video && quoteOf(video)).toBe('Orbits')
})

test('the key B in the player sets a bookmark, which the seek bar marks', async () => {
  answerLesson()
  const sent = answerSaves()
  await openLesson()
  const part = await notes()
  await part.findByText(/The key B in the player sets a bookmark/, { selector: '.notes-keys' })
  moveTo(30)
  Object.defineProperty(video(), 'duration', { value: 300, configurable: true })
  fireEvent.timeUpdate(video())
  fireEvent.keyDown(screen.getByRole('group', { name: 'Video player' }), { key: 'b' })
  expect(await screen.findByText('Bookmark set at 0:30')).toBeTruthy()
  expect(await part.findByText('Bookmark')).toBeTruthy()
  await waitFor(() => expect(sent).toMatchObject([{ text: '', positionMs: 30_000, version: 0 }]))
  await waitFor(() => expect(document.querySelector('.ap-player-mark')?.getAttribute('x')).toBe('10%'))
})

test('a saved note is edited over the version that was read, deleted, and written again by Undo', async () => {
  answerLesson()
  const sent = answerSaves()
  answer('listNotes', () => listed(note({ text: sent.at(-1)?.text ?? note().text })))
  const { press } = await openLesson()
  const part = await notes()
  await press.click(await part.findByRole('button', { name: 'Edit note at 1:01' }))
  write(part.getByRole('textbox', { name: 'Note at 1:01' }), 'Rows are the truth.')
  await part.findByText('Saved')
  expect(sent.at(-1)).toMatchObject({ text: 'Rows are the truth.', version: 3 })
  fireEvent.keyDown(part.getByRole('textbox'), { key: 'Escape' })
  const deleted = recordCalls('deleteNote', { success: true })
  await press.click(part.getByRole('button', { name: 'Delete note at 1:01' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect([deleted.length, part.queryByText('Rows are the truth.')]).toEqual([1, null])
  await press.click(undo)
  expect(await part.findByText('Rows are the truth.')).toBeTruthy()
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ noteId: note().id, text: 'Rows are the truth.' }))
})

test('a note typed without a connection says so, and is there after a reload', async () => {
  answerLesson()
  breakNetwork('saveNote')
  const { press, unmount } = await openLesson()
  const part = await notes()
  await press.click(await part.findByRole('button', { name: 'Add a note at 0:00' }))
  write(part.getByRole('textbox'), 'Offline')
  expect(await part.findByText('Not saved – will be tried again')).toBeTruthy()
  unmount()
  noteSaverOf(0)
  await openLesson()
  expect(await (await notes()).findByText('Offline')).toBeTruthy()
})

test('without a connection the lesson says when its saved notes come, and shows them then', async () => {
  answerLesson()
  breakNetwork('listNotes')
  await openLesson()
  const part = await notes()
  expect(await part.findByText(/^Your saved notes appear here when you are connected again/)).toBeTruthy()
  expect(part.queryByText('Your notes could not be loaded')).toBeNull()
  expect(part.getByRole('button', { name: 'Add a note at 0:00' })).toBeTruthy()
  answer('listNotes', listed(note()))
  fireEvent(window, new Event('offline'))
  expect(part.getByText(/^Your saved notes appear here/)).toBeTruthy()
  fireEvent(window, new Event('online'))
  expect(await part.findByText('Rows are the truth')).toBeTruthy()
  expect(part.queryByText(/^Your saved notes appear here/)).toBeNull()
})

test('a refused note says why, and stays', async () => {
  answerLesson()
  refuse('saveNote', 'NOTE_LIMIT_REACHED')
  const { press } = await openLesson()
  const part = await notes()
  await press.click(await part.findByRole('button', { name: 'Add a note at 0:00' }))
  write(part.getByRole('textbox'), 'Too many')
  expect(await part.findByText(/at most 2,000 of your notes/)).toBeTruthy()
  expect(localStorage.getItem(storageKeys.noteDrafts)).toContain('Too many')
})

test('a note that another device has changed asks which text to keep', async () => {
  answerLesson()
  answer('listNotes', listed(note()))
  const { press } = await openLesson()
  const part = await notes()
  const versions: number[] = []
  answer('saveNote', ({ body }) => {
    const { text, version } = body as LessonNote
    versions.push(version)
    if (version === 4) return { success: true, data: note({ text, version: 5 }) }
    const field = { field: 'text', value: 'From the phone', changedAt: note().updatedAt }
    const changedBy = { id: aisyah.id, name: aisyah.name }
    return refusal('EDIT_CONFLICT', [], { version: 4, fields: [{ ...field, changedBy }] })
  })
  await press.click(await part.findByRole('button', { name: 'Edit note at 1:01' }))
  write(part.getByRole('textbox'), 'Mine')
  await press.click(await part.findByRole('button', { name: 'Choose a text' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await press.click(dialog.getByRole('radio', { name: /^You, in another tab/ }))
  await press.click(dialog.getByRole('button', { name: 'Save this choice' }))
  await waitFor(() => expect(versions).toEqual([3, 4]))
  expect(await part.findByText('From the phone')).toBeTruthy()
})

test('a document takes a page instead of a time', async () => {
  answerLesson(item({ fileType: 'pdf', seconds: null, pages: 9 }))
  const bodies: unknown[] = []
  answer('saveNote', ({ params, body }) => {
    bodies.push(body)
    const { text, page } = body as LessonNote
    const data = note({ id: params['noteId'] ?? '', text, page, positionMs: null, version: bodies.length })
    return { success: true, data }
  })
  const { press } = await openLesson()
  const part = await notes()
  await press.click(await part.findByRole('button', { name: 'Add a note' }))
  write(part.getByRole('textbox', { name: 'Note' }), 'Figure 2')
  write(part.getByRole('textbox', { name: 'Page' }), '4')
  await waitFor(() => expect(bodies.at(-1)).toMatchObject({ text: 'Figure 2', page: 4, positionMs: null }))
})

test('a new note in a document begins with the page that our viewer shows', async () => {
  const document = item({ fileType: 'pdf', seconds: null, pages: 9 })
  answerLesson(document)
  setShownPage(document.id, 4)
  const { press } = await openLesson()
  const part = await notes()
  await press.click(await part.findByRole('button', { name: 'Add a note' }))
  expect(part.getByRole('textbox', { name: 'Page' })).toHaveProperty('value', '4')
  clearShownPage(document.id)
})

test('the course page collects its notes by lesson with links to each second, and searches in them', async () => {
  answerLesson()
  const removed = { id: 9, title: 'Old lesson', contentId: null }
  answer('listNotes', ({ query }) =>
    query['search'] === undefined
      ? listed(note(), note({ id: 'b', lesson: removed, positionMs: 5000, text: '' }))
      : listed(),
  )
  const { press } = await renderRoute('/course/5?tab=notes', { user: aisyah })
  expect((await screen.findByRole('link', { name: 'Go to 1:01' })).getAttribute('href')).toBe(
    '/lesson/12/resources/2?t=61',
  )
  expect(screen.getByRole('heading', { name: 'Old lesson (removed lesson)' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Go to 0:05' })).toBeNull()
  await press.type(screen.getByRole('searchbox', { name: 'Search your notes' }), 'newton')
  expect(await screen.findByText('No notes found')).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Show all notes' }))
  expect(await screen.findByText('Rows are the truth')).toBeTruthy()
})

test('a course without notes says what they are for; visitors without enrolment have no such tab', async () => {
  answerLesson()
  const { unmount } = await renderRoute('/course/5?tab=notes', { user: aisyah })
  expect(await screen.findByText('No notes yet')).toBeTruthy()
  unmount()
  answerLesson(item(), { isEnrolled: false, permissions: { study: true, manage: true } })
  await renderRoute('/course/5?tab=notes', { user: aisyah })
  await screen.findByRole('tab', { name: 'Discussion' })
  expect(screen.queryByRole('tab', { name: 'My notes' })).toBeNull()
})

test('signing out deletes the notes that have not arrived', async () => {
  answerLesson()
  breakNetwork('saveNote')
  answer('logout', { success: true })
  const { press } = await openLesson()
  const part = await notes()
  await press.click(await part.findByRole('button', { name: 'Set a bookmark' }))
  await waitFor(() => expect(localStorage.getItem(storageKeys.noteDrafts)).not.toBeNull())
  await press.click(screen.getByRole('button', { name: /Account|Aisyah/ }))
  await press.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  await waitFor(() => expect(localStorage.getItem(storageKeys.noteDrafts)).toBeNull())
})
