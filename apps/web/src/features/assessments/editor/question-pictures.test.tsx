import { emptySettings, newQuestion, type QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizEdit } from '@apogee/contracts/assessments/quiz-editor.ts'
import { createEvent, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const file = 'p'.repeat(22)
const url = `/media/${file}?u=1&e=2&s=3`
const asking: QuizDraft = {
  settings: { ...emptySettings, timeLimitMinutes: '60' },
  questions: ['Round?', 'Flat?'].map((question, index) => ({
    ...newQuestion('true-false', `q${index}`),
    question,
  })),
}
const anEdit = (given: Partial<QuizEdit> = {}): QuizEdit => ({
  resourceId: 21,
  courseId: 5,
  assessmentId: 3,
  title: 'Orbits',
  isPublished: false,
  pictures: [],
  isModulePublished: true,
  quiz: asking,
  hasDraft: false,
  publishedVersion: null,
  attempts: 0,
  savedAt: '2026-11-24T02:00:00.000Z',
  version: 4,
  ...given,
})
const pictured: Partial<QuizEdit> = {
  quiz: {
    ...asking,
    questions: asking.questions.map((question, index) =>
      index === 0 ? { ...question, picture: { file, alt: 'An ellipse' } } : question,
    ),
  },
  pictures: [{ file, url, width: 80, height: 20 }],
}

async function open(given: Partial<QuizEdit> = {}) {
  const edit = anEdit(given)
  answer('readQuizEdit', { success: true, data: edit })
  answer('listBankQuestions', { success: true, data: { questions: [], total: 0, tags: [] } })
  const saves = recordCalls('saveQuizDraft', { success: true, data: { ...edit, version: 5 } })
  await renderRoute('/course/5/manage/quizzes/21', { user: admin })
  await screen.findByRole('heading', { level: 1, name: /Orbits/ })
  return {
    /** Returns the questions of the draft that was saved last. */
    saved: () => (saves.at(-1)?.body as { quiz: QuizDraft } | undefined)?.quiz.questions,
  }
}

const picture = () => new File(['dots'], 'Ellipse.png', { type: 'image/png' })
const soon = { timeout: 10_000 }

beforeEach(() => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 80, height: 20, close: () => undefined }))
  answer('uploadFile', { success: true, url, data: { url, size: 4, contentType: 'image/png' } })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a chosen picture is uploaded, described and saved with its question', async () => {
  const { saved } = await open()
  fireEvent.change(screen.getByLabelText('File of the picture'), { target: { files: [picture()] } })
  const words = await screen.findByRole('textbox', { name: 'What the picture shows' }, soon)
  expect(document.querySelector('.quiz-picture-frame img')?.getAttribute('src')).toBe(url)
  fireEvent.change(words, { target: { value: 'An ellipse' } })
  await vi.waitFor(() => expect(saved()?.[0]?.picture).toEqual({ file, alt: 'An ellipse' }), soon)
  expect(saved()?.[1]).not.toHaveProperty('picture')
})

test('an upload goes on while another question is written, and reaches its own question', async () => {
  const end = Promise.withResolvers<undefined>()
  answer('uploadFile', async () => {
    await end.promise
    return { success: true, url, data: { url, size: 4, contentType: 'image/png' } }
  })
  const { saved } = await open()
  fireEvent.change(screen.getByLabelText('File of the picture'), { target: { files: [picture()] } })
  await screen.findByRole('progressbar', { name: 'Uploading the picture...' })
  const list = screen.getByRole('navigation', { name: 'Questions' })
  fireEvent.click(within(list).getByRole('button', { name: /Flat\?/ }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Question' }), { target: { value: 'Hollow?' } })
  end.resolve(undefined)
  await vi.waitFor(() => expect(saved()?.[0]?.picture).toEqual({ file, alt: '' }), soon)
  expect(saved()?.[1]).toMatchObject({ question: 'Hollow?' })
})

test('a quiz is not published while a picture of it is uploaded, and leaving the page asks first', async () => {
  const end = Promise.withResolvers<undefined>()
  answer('uploadFile', async () => {
    await end.promise
    return { success: true, url, data: { url, size: 4, contentType: 'image/png' } }
  })
  await open()
  const published = recordCalls('publishQuiz', { success: true, data: anEdit({ isPublished: true }) })
  const isHeld = () => !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isHeld()).toBe(false)
  fireEvent.change(screen.getByLabelText('File of the picture'), { target: { files: [picture()] } })
  await screen.findByRole('progressbar', { name: 'Uploading the picture...' }, soon)
  expect(isHeld()).toBe(true)
  fireEvent.click(screen.getByRole('link', { name: 'Back to modules' }))
  const question = screen.getByRole('alertdialog', { name: 'Leave this page?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Stay' }))
  fireEvent.click(screen.getByRole('button', { name: 'Publish quiz' }))
  expect(screen.getByRole('alert').textContent).toContain('A picture is still being uploaded')
  end.resolve(undefined)
  const words = await screen.findByRole('textbox', { name: 'What the picture shows' }, soon)
  expect(screen.queryByText(/still being uploaded/)).toBeNull()
  expect(published).toEqual([])
  fireEvent.change(words, { target: { value: 'An ellipse' } })
  fireEvent.click(screen.getByRole('button', { name: 'Publish quiz' }))
  await vi.waitFor(() => expect(published).toHaveLength(1), soon)
})

test('the focus is at the words once a picture is there, and at the button once it is removed', async () => {
  await open()
  fireEvent.change(screen.getByLabelText('File of the picture'), { target: { files: [picture()] } })
  const words = await screen.findByRole('textbox', { name: 'What the picture shows' }, soon)
  await vi.waitFor(() => expect(document.activeElement).toBe(words), soon)
  expect((await screen.findByText('The picture is there. Say what it shows.')).getAttribute('role')).toBe(
    'status',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Remove picture' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add picture' }))
  expect(screen.getByText('The picture was removed.').getAttribute('role')).toBe('status')
})

test('an upload leaves the focus of a person who writes', async () => {
  await open()
  const field = screen.getByRole('textbox', { name: 'Question' })
  field.focus()
  fireEvent.paste(field, { clipboardData: { files: [picture()], getData: () => '' } })
  await screen.findByRole('textbox', { name: 'What the picture shows' }, soon)
  expect(document.activeElement).toBe(field)
})

test('an import that fails behind another view is said there', async () => {
  await open()
  const content = Promise.withResolvers<ArrayBuffer>()
  const file = new File([''], 'quiz.gift')
  const read = vi.spyOn(file, 'arrayBuffer').mockReturnValue(content.promise)
  fireEvent.change(screen.getByLabelText('Import questions', { selector: 'input' }), {
    target: { files: [file] },
  })
  await vi.waitFor(() => expect(read).toHaveBeenCalledOnce(), soon)
  fireEvent.click(screen.getByRole('button', { name: 'Settings' }))
  content.resolve(new TextEncoder().encode('What? {nothing}').buffer)
  const notices = await screen.findByRole('region', { name: 'Notices' }, soon)
  expect(await within(notices).findByText(/^Nothing was imported/, {}, soon)).toBeTruthy()
})

test('the pictures of a quiz that somebody else saved are shown once it is taken', async () => {
  await open()
  const { quiz: theirs = asking } = pictured
  answer('readQuizEdit', { success: true, data: anEdit({ ...pictured, version: 9 }) })
  const conflict = {
    version: 9,
    fields: [{ field: 'quiz', value: theirs, changedAt: '2026-11-24T02:00:00.000Z', changedBy: null }],
  }
  answer('saveQuizDraft', () => refusal('EDIT_CONFLICT', undefined, conflict))
  fireEvent.change(screen.getByRole('textbox', { name: 'Question' }), { target: { value: 'Hot?' } })
  const dialog = await screen.findByRole('alertdialog', {}, soon)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Use their quiz' }))
  await vi.waitFor(
    () => expect(document.querySelector('.quiz-picture-frame img')?.getAttribute('src')).toBe(url),
    soon,
  )
})

test('a picture that the server refuses marks its question until it is removed', async () => {
  const { quiz = asking } = pictured
  const [first, second] = quiz.questions
  await open({ ...pictured, quiz: { ...quiz, questions: first && second ? [second, first] : [] } })
  refuse('saveQuizDraft', 'FILE_NOT_AN_UPLOAD', [
    { path: 'quiz.questions.1.picture', message: 'must be a file that you have uploaded' },
  ])
  fireEvent.change(screen.getByRole('textbox', { name: 'Question' }), { target: { value: 'Hollow?' } })
  expect(await screen.findByText(/^The picture of question 2 is no longer available/, {}, soon)).toBeTruthy()
  expect(document.body.textContent).not.toContain('quiz.questions')
  const list = screen.getByRole('navigation', { name: 'Questions' })
  fireEvent.click(within(list).getByRole('button', { name: /Round\?.*Not complete/ }))
  expect(screen.getAllByText(/^This picture is no longer available/)).toHaveLength(2)
  expect(within(list).getByRole('button', { name: /Hollow/ }).textContent).not.toContain('Not complete')
  fireEvent.click(screen.getByRole('button', { name: 'Remove picture' }))
  expect(screen.queryByText(/no longer available/)).toBeNull()
})

test('a pasted picture is taken, and pasted words stay words', async () => {
  const { saved } = await open()
  const field = screen.getByRole('textbox', { name: 'Question' })
  const paste = (words: string) => {
    const clipboardData = { files: [picture()], getData: () => words }
    const event = createEvent.paste(field, { clipboardData })
    fireEvent(field, event)
    return event.defaultPrevented
  }
  expect(paste('Copied from a table')).toBe(false)
  expect(paste('')).toBe(true)
  await vi.waitFor(() => expect(saved()?.[0]?.picture?.file).toBe(file), soon)
})

test('a picture that is refused is named, and the question stays as it is', async () => {
  await open()
  refuse('uploadFile', 'IMAGE_TYPE_UNSUPPORTED')
  fireEvent.change(screen.getByLabelText('File of the picture'), { target: { files: [picture()] } })
  expect((await screen.findByRole('alert', {}, soon)).textContent).not.toBe('')
  expect(screen.getByRole('button', { name: 'Add picture' })).toBeTruthy()
})

test('words are needed to publish; the preview shows the picture, and it can be removed', async () => {
  const { questions = [] } = pictured.quiz ?? {}
  const [first, ...others] = questions
  const quiz = { ...asking, questions: first ? [{ ...first, picture: { file, alt: '' } }, ...others] : [] }
  const { saved } = await open({ ...pictured, quiz })
  fireEvent.click(screen.getByRole('button', { name: 'Publish quiz' }))
  const words = screen.getByRole('textbox', { name: 'What the picture shows' })
  expect(words.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(words, { target: { value: 'An ellipse' } })
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }))
  expect(await screen.findByRole('button', { name: 'Enlarge the picture: An ellipse' }, soon)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Questions' }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove picture' }))
  await vi.waitFor(() => expect(saved()?.[0]).not.toHaveProperty('picture'), soon)
})

test('a question of the bank brings its picture', async () => {
  const { saved } = await open()
  const question = {
    ...newQuestion('true-false', 'bank-7'),
    question: 'Oval?',
    picture: { file, alt: 'An ellipse' },
  }
  answer('listBankQuestions', {
    success: true,
    data: {
      questions: [
        {
          id: 7,
          revision: 1,
          question,
          picture: { file, url, width: 80, height: 20 },
          tags: [],
          changedAt: '2026-11-25T00:00:00.000Z',
        },
      ],
      total: 1,
      tags: [],
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Add from the bank' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Oval?' }, soon))
  expect(screen.getByRole('img', { name: 'An ellipse' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Add 1/ }))
  await vi.waitFor(() => expect(saved()?.[2]?.picture).toEqual({ file, alt: 'An ellipse' }), soon)
  expect(document.querySelector('.quiz-picture-frame img')?.getAttribute('src')).toBe(url)
})

const choosing: QuizDraft = {
  ...asking,
  questions: [{ ...newQuestion('multiple-choice', 'q0'), question: 'Which?' }],
}

test('an option has a picture of its own, alone or beside a text; its words are needed to publish', async () => {
  const { saved } = await open({ quiz: choosing })
  fireEvent.change(screen.getByLabelText('File of the picture of option 2'), {
    target: { files: [picture()] },
  })
  const words = await screen.findByRole('textbox', { name: 'What the picture shows' }, soon)
  fireEvent.change(screen.getByRole('textbox', { name: 'Option 1' }), { target: { value: 'A circle' } })
  fireEvent.click(screen.getByRole('radio', { name: /right.*2|2.*right/i }))
  fireEvent.click(screen.getByRole('button', { name: 'Publish quiz' }))
  expect(words.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(words, { target: { value: 'An ellipse' } })
  await vi.waitFor(
    () =>
      expect(saved()?.[0]?.options).toEqual([
        { text: 'A circle', feedback: '', isRight: false },
        { text: '', feedback: '', isRight: true, picture: { file, alt: 'An ellipse' } },
      ]),
    soon,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }))
  const option = await screen.findByRole('radio', { name: 'An ellipse' }, soon)
  await vi.waitFor(() => expect(option.closest('label')?.querySelector('img')).toBeTruthy(), soon)
  fireEvent.click(screen.getByRole('button', { name: 'Questions' }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove picture' }))
  await vi.waitFor(() => expect(saved()?.[0]?.options[1]).not.toHaveProperty('picture'), soon)
})

test('a picture pasted into an option is the picture of that option, and no option is removed meanwhile', async () => {
  const end = Promise.withResolvers<undefined>()
  answer('uploadFile', async () => {
    await end.promise
    return { success: true, url, data: { url, size: 4, contentType: 'image/png' } }
  })
  const { saved } = await open({
    quiz: { ...choosing, questions: [{ ...newQuestion('multiple-answers', 'q0'), options: three }] },
  })
  const field = screen.getByRole('textbox', { name: 'Option 3' })
  const paste = createEvent.paste(field, {
    clipboardData: { files: [picture()], types: ['Files'], getData: () => '' },
  })
  fireEvent(field, paste)
  const remove = screen.getByRole('button', { name: /^(Remove|Delete).*1/ }) as HTMLButtonElement
  await vi.waitFor(() => expect(remove.disabled).toBe(true), soon)
  end.resolve(undefined)
  await vi.waitFor(() => expect(saved()?.[0]?.options[2]?.picture?.file).toBe(file), soon)
  expect(remove.disabled).toBe(false)
})
test('a picture under way does not land on an option of a quiz that took the place of this one', async () => {
  const end = Promise.withResolvers<undefined>()
  const sent = vi.fn<() => void>()
  answer('uploadFile', async () => {
    await end.promise
    sent()
    return { success: true, url, data: { url, size: 4, contentType: 'image/png' } }
  })
  const question = { ...newQuestion('multiple-answers', 'q0'), options: three }
  const { saved } = await open({ quiz: { ...choosing, questions: [question] } })
  fireEvent.change(screen.getByLabelText('File of the picture of option 2'), {
    target: { files: [picture()] },
  })
  const theirs = { ...choosing, questions: [{ ...question, options: three.toReversed() }] }
  const at = '2026-11-24T02:00:00.000Z'
  const conflict = { version: 9, fields: [{ field: 'quiz', value: theirs, changedAt: at, changedBy: null }] }
  answer('saveQuizDraft', () => refusal('EDIT_CONFLICT', undefined, conflict))
  fireEvent.change(screen.getByRole('textbox', { name: 'Option 1' }), { target: { value: 'uno' } })
  const dialog = await screen.findByRole('alertdialog', {}, soon)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Use their quiz' }))
  const first = await screen.findByDisplayValue('three', {}, soon)
  expect(first.getAttribute('placeholder')).toBe('Option 1')
  end.resolve(undefined)
  await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce(), soon)
  const calls = recordCalls('saveQuizDraft', { success: true, data: anEdit({ version: 10 }) })
  fireEvent.change(first, { target: { value: 'tres' } })
  await vi.waitFor(() => expect(calls).toHaveLength(1), soon)
  const sentQuiz = (calls[0]?.body as { quiz: QuizDraft } | undefined)?.quiz
  expect(sentQuiz?.questions[0]?.options.map((option) => option.picture)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(saved()).toBeUndefined()
})
const three = ['one', 'two', 'three'].map((text) => ({ text, feedback: '', isRight: false }))
