import { emptyDraft } from '@apogee/contracts/assessments/draft-parts.ts'
import type { QuizStatistics } from '@apogee/contracts/assessments/quiz-statistics.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const statistics: QuizStatistics = {
  version: 2,
  versions: [2, 1],
  attempts: 40,
  questions: [
    {
      key: 'red',
      kind: 'multiple-choice',
      question: 'Which is red?',
      points: 10,
      asked: 40,
      answered: 38,
      difficulty: 0.31,
      discrimination: -0.2,
      problems: ['mostWrong', 'reversed'],
      options: [
        { text: 'Sky', isRight: false, chosen: 26 },
        { text: 'Rust', isRight: true, chosen: 12 },
      ],
    },
    {
      key: 'far',
      kind: 'short-answer',
      question: 'Farthest?',
      points: 10,
      asked: 3,
      answered: 3,
      difficulty: null,
      discrimination: null,
      problems: [],
      options: [],
    },
    {
      key: 'cold',
      kind: 'numeric',
      question: 'How cold?',
      points: 10,
      asked: 40,
      answered: 40,
      difficulty: 0.5,
      discrimination: -0.004,
      problems: ['weak'],
      options: [],
    },
  ],
}
const edit = {
  resourceId: 21,
  courseId: 5,
  assessmentId: 3,
  title: 'Orbits',
  isPublished: true,
  attempts: 40,

  isModulePublished: true,
  quiz: emptyDraft,
  hasDraft: false,
  pictures: [],
  publishedVersion: 2,
  version: 4,
  savedAt: '2026-11-24T02:00:00.000Z',
}
async function open(language: 'en' | 'ms' = 'en') {
  answer('readQuizEdit', { success: true, data: edit })
  await renderRoute('/course/5/manage/quizzes/21', { user: admin, language })
  fireEvent.click(await screen.findByRole('button', { name: language === 'ms' ? 'Statistik' : 'Statistics' }))
}

test('each question shows its figures, its options and what is wrong with it in plain words', async () => {
  answer('readQuizStatistics', { success: true, data: statistics })
  await open()
  const first = await screen.findByRole('listitem', { name: /Which is red\?/ })
  expect(first.textContent).toContain('Most people chose a wrong option.')
  expect(first.textContent).toContain('Those who do well overall get this one wrong.')
  expect(first.textContent).toContain('38 of 40')
  expect(first.textContent).toContain('31%')
  expect(first.textContent).toContain('\u22120.20')
  const rows = within(first).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'OptionChosen by',
    'Sky 26 (68%)',
    'Rust Right12 (32%)',
  ])
  const second = screen.getByRole('listitem', { name: /Farthest\?/ })
  expect(second.textContent).toContain('Fewer than 5 attempts had this question.')
  expect(screen.getByRole('listitem', { name: /How cold/ }).textContent).toContain('Discrimination0.00')
  expect(screen.getByText(/first graded attempt of 40 learners/)).toBeTruthy()
})

test('another version is chosen, and its statistics are downloaded', async () => {
  const reads = recordCalls('readQuizStatistics', { success: true, data: statistics })
  const exports = recordCalls('exportQuizStatistics', {
    success: true,
    data: { fileName: 'Orbits-statistics.csv', csv: 'Version' },
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await open()
  fireEvent.change(await screen.findByRole('combobox', { name: 'Version' }), { target: { value: '1' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Download as CSV' }))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(reads.at(-1)?.query).toMatchObject({ version: '1' })
  expect(exports.at(-1)?.query).toMatchObject({ version: '1' })
})

test('below five attempts no figure is shown, and the page says so', async () => {
  answer('readQuizStatistics', { success: true, data: { ...statistics, attempts: 4, questions: [] } })
  await open()
  expect(await screen.findByRole('heading', { name: 'Not enough attempts yet' })).toBeTruthy()
  expect(screen.getByText(/Figures are shown from 5 on/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Download as CSV' })).toBeNull()
})

test('statistics that cannot be loaded can be tried again', async () => {
  refuse('readQuizStatistics', 'UNAVAILABLE')
  await open()
  expect(await screen.findByText('The statistics could not be loaded')).toBeTruthy()
  answer('readQuizStatistics', { success: true, data: statistics })
  fireEvent.click(screen.getByRole('button', { name: /again/i }))
  expect(await screen.findByRole('listitem', { name: /Which is red\?/ })).toBeTruthy()
})

test('the statistics are available in Malay', async () => {
  answer('readQuizStatistics', { success: true, data: statistics })
  await open('ms')
  expect(await screen.findByText('Kebanyakan orang memilih pilihan yang salah.')).toBeTruthy()
})
