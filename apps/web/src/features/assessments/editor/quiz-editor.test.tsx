import { emptySettings, newQuestion } from '@apogee/contracts/assessments/draft-parts.ts'
import type { QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizEdit } from '@apogee/contracts/assessments/quiz-editor.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const address = '/course/5/manage/quizzes/21'
const asking = (...questions: string[]): QuizDraft => ({
  settings: { ...emptySettings, timeLimitMinutes: '60' },
  questions: questions.map((question, index) => ({
    ...newQuestion('true-false', `q${index}`),
    question,
  })),
})
const anEdit = (given: Partial<QuizEdit> = {}): QuizEdit => ({
  resourceId: 21,
  courseId: 5,
  assessmentId: 3,
  title: 'Orbits',
  isPublished: false,

  isModulePublished: true,
  quiz: asking('Round?', 'Flat?'),
  hasDraft: false,
  pictures: [],
  publishedVersion: null,
  attempts: 0,
  savedAt: '2026-11-24T02:00:00.000Z',
  version: 4,
  ...given,
})
async function open(given: Partial<QuizEdit> = {}, language: 'en' | 'ms' = 'en') {
  const edit = anEdit(given)
  answer('readQuizEdit', { success: true, data: edit })
  const saves = recordCalls('saveQuizDraft', { success: true, data: { ...edit, version: 5 } })
  await renderRoute(address, { user: admin, language })
  await screen.findByRole('heading', { level: 1, name: /Orbits/ })
  return () => saves.map(({ body }) => (body as { quiz: QuizDraft }).quiz)
}

test('the questions are listed beside the chosen one, and typing is saved as a draft', async () => {
  const drafts = await open()
  const list = screen.getByRole('navigation', { name: 'Questions' })
  expect(list.textContent).toContain('2 questions, 20 points')
  fireEvent.click(within(list).getByRole('button', { name: /Flat\?/ }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Question' }), { target: { value: 'Hollow?' } })
  expect(screen.getByText('Not saved yet')).toBeTruthy()
  await waitFor(() => expect(drafts()[0]?.questions[1]?.question).toBe('Hollow?'), { timeout: 3000 })
  expect(await screen.findByText('Saved. Learners do not see this quiz yet.')).toBeTruthy()
})

test('a question is added by its kind, duplicated, moved, deleted, and brought back', async () => {
  await open()
  const names = () =>
    within(screen.getByRole('navigation', { name: 'Questions' }))
      .getAllByRole('button')
      .map((button) => button.textContent)
  fireEvent.change(screen.getByRole('combobox', { name: 'Kind of question' }), {
    target: { value: 'ordering' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Add question' }))
  expect(screen.getByRole('group', { name: 'Items in the right order' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Move up' }))
  expect(names()).toEqual(['1Round?True or false', '2No text yetOrdering', '3Flat?True or false'])
  fireEvent.click(screen.getByRole('button', { name: 'Duplicate' }))
  expect(names()).toHaveLength(4)
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(names()).toHaveLength(3)
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(names()).toEqual([
    '1Round?True or false',
    '2No text yetOrdering',
    '3No text yetOrdering',
    '4Flat?True or false',
  ])
})

test('an incomplete quiz is not published, and each problem stands at its field', async () => {
  await open({ quiz: { ...asking('Round?'), questions: [newQuestion('multiple-choice', 'one')] } })
  fireEvent.click(screen.getByRole('button', { name: 'Publish quiz' }))
  expect((await screen.findByRole('alert')).textContent).toContain('fields are not complete')
  expect(screen.getByText('must have one right option')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Question' }).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('navigation', { name: 'Questions' }).textContent).toContain('Not complete')
})

test('a complete quiz is published with the version that was read', async () => {
  await open()
  const published = anEdit({ isPublished: true, publishedVersion: 1, version: 6 })
  const calls = recordCalls('publishQuiz', { success: true, data: published })
  fireEvent.click(screen.getByRole('button', { name: 'Publish quiz' }))
  expect(await screen.findByText('The quiz is published')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ quiz: published.quiz, version: 4 }])
  expect(screen.getByText('Version 1')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Update quiz' }).disabled).toBe(true)
})

test('the settings and the preview are views of the same quiz', async () => {
  const drafts = await open({ isPublished: true, publishedVersion: 2, attempts: 3 })
  expect(screen.getByText(/This version was taken 3 times/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Settings' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Attempts allowed' }), { target: { value: '3' } })
  fireEvent.click(screen.getByRole('radio', { name: 'Their score' }))
  await waitFor(
    () => expect(drafts().at(-1)?.settings).toMatchObject({ attemptsAllowed: '3', review: 'score' }),
    { timeout: 3000 },
  )
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }))
  const first = await screen.findByRole('article', { name: 'Question 1' }, { timeout: 10_000 })
  fireEvent.click(within(first).getByRole('radio', { name: 'True' }))
  expect(within(first).getByRole<HTMLInputElement>('radio', { name: 'True' }).checked).toBe(true)
})

test('a draft that somebody else saved meanwhile is not overwritten without asking', async () => {
  await open()
  const theirs = asking('Cold?')
  const conflict = {
    version: 9,
    fields: [{ field: 'quiz', value: theirs, changedAt: '2026-11-24T02:00:00.000Z', changedBy: null }],
  }
  answer('saveQuizDraft', () => refusal('EDIT_CONFLICT', undefined, conflict))
  fireEvent.change(screen.getByRole('textbox', { name: 'Question' }), { target: { value: 'Hot?' } })
  const dialog = await screen.findByRole('alertdialog', {}, { timeout: 3000 })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Use their quiz' }))
  expect(screen.getByRole('navigation', { name: 'Questions' }).textContent).toContain('Cold?')
})

const patience = { timeout: 10_000 }
const choose = (content: BlobPart, name: string) =>
  fireEvent.change(screen.getByLabelText('Import questions', { selector: 'input' }), {
    target: { files: [new File([content], name)] },
  })
const confirm = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }, patience))

test('the questions of a file are shown, added and taken back, and a file without any gives its reasons', async () => {
  await open()
  choose('What? {nothing}', 'quiz.gift')
  expect(await screen.findByText(/line 1: must have answers/, {}, patience)).toBeTruthy()
  choose('::Warm up::Cold? {F}\n\nRead on.\n\nWhich? {=Mars#Yes ~%50%Moon ####Look up.}', 'quiz.gift')
  const dialog = await screen.findByRole('dialog', { name: 'Import quiz.gift' }, patience)
  const shown = dialog.textContent
  for (const words of [
    '2 questions can be added; 1 of them differs from the file. 1 part is left out.',
    'line 3: is a text without a question',
    'Warm up',
    'Right: False',
    'Mars – Right',
    'gives part of the points in the file and none here: Moon (50 %)',
    '10 points · feedback for 1 option',
    'Explanation: Look up.',
  ])
    expect(shown).toContain(words)
  const list = screen.getByRole('navigation', { name: 'Questions' })
  expect(list.textContent).toContain('2 questions')
  await confirm('Add 2 questions')
  expect(await screen.findByText('2 questions were added.', {}, patience)).toBeTruthy()
  expect(list.textContent).toContain('4 questions')
  await confirm('Take the import back')
  expect(list.textContent).toContain('2 questions, 20 points')
  expect(screen.queryByText('2 questions were added.')).toBeNull()
})

test('a guessed encoding and the separator can be changed before questions are added', async () => {
  const drafts = await open()
  const bytes = Uint8Array.from(
    'type;question;points;right\ntrue-false;Caf\u00E9 d\u2019\u00E9t\u00E9 ?;5;true',
    (mark) => (mark === '\u2019' ? 0x92 : mark.charCodeAt(0)),
  )
  choose(bytes, 'quiz.csv')
  const encoding = await screen.findByRole<HTMLSelectElement>(
    'combobox',
    { name: 'Encoding of the file' },
    patience,
  )
  fireEvent.change(encoding, { target: { value: 'windows-1251' } })
  await screen.findByText('Cafй d’йtй ?', {}, patience)
  fireEvent.change(screen.getByRole('combobox', { name: 'Encoding of the file' }), {
    target: { value: 'utf-8' },
  })
  await screen.findByText(/is not text in the encoding: utf-8/, {}, patience)
  fireEvent.change(screen.getByRole('combobox', { name: 'Encoding of the file' }), {
    target: { value: 'windows-1252' },
  })
  await screen.findByText('Café d’été ?', {}, patience)
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Columns are separated by' }).value).toBe(
    ';',
  )
  await confirm('Add 1 question')
  await waitFor(() => expect(drafts().at(-1)?.questions.at(-1)?.question).toBe('Café d’été ?'), patience)
})

test('an import says how many of its questions a person grades', async () => {
  await open()
  choose('Why? {}\n\nHot? {T}', 'quiz.gift')
  await confirm('Add 2 questions')
  expect(await screen.findByText('2 questions were added.', {}, patience)).toBeTruthy()
  expect(await screen.findByText(/^1 question is graded by a person\./, {}, patience)).toBeTruthy()
})

test('the preview of an import is available in Malay', async () => {
  await open({}, 'ms')
  fireEvent.change(screen.getByLabelText('Import soalan', { selector: 'input' }), {
    target: { files: [new File(['A? {T}\n\nRead.'], 'kuiz.gift')] },
  })
  const dialog = await screen.findByRole('dialog', { name: 'Import daripada kuiz.gift' }, patience)
  expect(dialog.textContent).toContain('baris 3: ialah teks tanpa soalan')
  expect(screen.getByRole('button', { name: 'Tambah 1 soalan' })).toBeTruthy()
})

test('a group is added, named and given to a question, and the list says what an attempt asks', async () => {
  const drafts = await open()
  fireEvent.click(screen.getByRole('button', { name: 'Settings' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add group' }))
  fireEvent.click(screen.getByRole('button', { name: 'Questions' }))
  for (const name of [/Round\?/, /Flat\?/]) {
    fireEvent.click(screen.getByRole('button', { name }))
    fireEvent.change(screen.getByRole('combobox', { name: 'Group' }), { target: { value: 'Group 1' } })
  }
  expect(screen.getByRole('navigation', { name: 'Questions' }).textContent).toContain(
    'Each attempt asks 1 question for 10 points.',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Settings' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of group 1' }), { target: { value: '' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of group 1' }), { target: { value: 'Easy' } })
  expect(screen.getByText('The group has 2 questions.')).toBeTruthy()
  await waitFor(
    () =>
      expect(drafts().at(-1)).toMatchObject({
        settings: { groups: [{ name: 'Easy', draw: '1' }] },
        questions: [{ group: 'Easy' }, { group: 'Easy' }],
      }),
    { timeout: 3000 },
  )
  fireEvent.click(screen.getByRole('button', { name: /Delete group 1/ }))
  await waitFor(
    () => {
      expect(drafts().at(-1)?.settings).not.toHaveProperty('groups')
      expect(drafts().at(-1)?.questions[0]).not.toHaveProperty('group')
    },
    { timeout: 3000 },
  )
})

test('an imported quiz file brings its groups', async () => {
  const drafts = await open()
  const file = {
    title: 'File',
    groups: [{ name: 'Pool', draw: 1 }],
    questions: [{ type: 'true-false', question: 'Cold?', points: 5, answer: true, group: 'Pool' }],
  }
  choose(JSON.stringify(file), 'quiz.json')
  await confirm('Add 1 question')
  expect(await screen.findByText('1 question was added.')).toBeTruthy()
  await waitFor(() => expect(drafts().at(-1)?.settings.groups).toEqual([{ name: 'Pool', draw: '1' }]), {
    timeout: 3000,
  })
  await confirm('Take the import back')
  await waitFor(() => expect(drafts().at(-1)?.settings).not.toHaveProperty('groups'), { timeout: 3000 })
})

test('a quiz that cannot be loaded can be tried again, and a missing one says so', async () => {
  refuse('readQuizEdit', 'UNAVAILABLE')
  await renderRoute(address, { user: admin })
  expect(await screen.findByRole('heading', { level: 1, name: 'The quiz could not be loaded' })).toBeTruthy()
  answer('readQuizEdit', { success: true, data: anEdit() })
  fireEvent.click(screen.getByRole('button', { name: /again/i }))
  expect(await screen.findByRole('heading', { level: 1, name: /Orbits/ })).toBeTruthy()
})

test('the editor is available in Malay', async () => {
  await open({}, 'ms')
  expect(screen.getByRole('button', { name: 'Terbitkan kuiz' })).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Soalan' })).toBeTruthy()
})
