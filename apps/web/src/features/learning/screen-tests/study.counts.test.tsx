/** The tests cover which items count as lessons and which remain: the same on all screens of a course. */
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '#web/testing/mock-api.ts'
import { answerCourse, answerResources, basics, item, module, saved } from '#web/testing/lesson.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const quiz = { fileType: 'quiz' as const, filePath: undefined, seconds: null }
const lesson = module(12, 'Measuring it', [
  item({ id: 2 }),
  item({ id: 3, title: 'Worksheet', fileType: 'pdf', seconds: null, pages: 2 }),
  item({ id: 4, title: 'Try it', ...quiz }),
])
const ending = module(13, 'The end', [
  item({ id: 5, title: 'Card', fileType: 'pdf', seconds: null, pages: 1 }),
  item({ id: 7, title: 'Reading', fileType: 'reading', filePath: undefined, seconds: null, words: 300 }),
  item({ id: 6, title: 'Final quiz', ...quiz, passPercentage: 60 }),
])

function answerAll() {
  answerCourse({ contents: [basics, lesson, ending], lessonCount: 3 })
  answerResources(basics, lesson, ending)
  answer('saveResourceProgress', saved(false))
}

test('the modules of a course add up to its items of each kind, and its bar has a segment for each module', async () => {
  answerAll()
  await renderRoute('/course/5', { user: aisyah })
  expect(await screen.findByText('(1/3 lessons)')).toBeTruthy()
  const modules = [...document.querySelectorAll('.learn-module summary .text-xs')]
  expect(modules.map(({ textContent }) => textContent)).toEqual([
    'Videos 1 of 1',
    'Videos 0 of 1 · documents 0 of 1 · quizzes 0 of 1',
    'Texts 0 of 1 · documents 0 of 1 · quizzes 0 of 1',
  ])
  expect(screen.getByText('Videos 1 of 2 · texts 0 of 1 · documents 0 of 2 · quizzes 0 of 2')).toBeTruthy()
  const bar = screen.getByRole('progressbar', { name: 'Course progress' })
  expect(bar.getAttribute('aria-valuenow')).toBe('33')
  expect(bar.querySelectorAll('.ap-progress-track')).toHaveLength(3)
  expect(bar.querySelectorAll('.ap-progress-fill')).toHaveLength(1)
  // A video of 100 s, two documents of 1 and 2 pages, and 300 words.
  expect(screen.getByText('10m left')).toBeTruthy()
  expect(screen.getByText('4m of video · 7m of reading')).toBeTruthy()
})

const done = { completed: true, watchTime: 0, position: 0 }

test('a course is finished with the lessons that count, and what is left then is named as extra', async () => {
  const watched = module(12, 'Measuring it', [
    item({ id: 2, progress: done }),
    item({ id: 3, title: 'Worksheet', fileType: 'pdf', seconds: null, pages: 2 }),
    item({ id: 4, title: 'Try it', ...quiz, progress: done }),
  ])
  answerCourse({ contents: [basics, watched, module(14, 'To come', [])], lessonCount: 2 })
  await renderRoute('/course/5', { user: aisyah })
  await screen.findByText('(2/2 lessons)')
  const labels = [...document.querySelectorAll('.learn-module summary')].map(
    (summary) => summary.children[1]?.textContent,
  )
  expect(labels).toEqual(['Completed', 'Completed1 extra left', 'In Progress'])
  expect(screen.getByText('You have completed every lesson.')).toBeTruthy()
  const extra = screen.getByRole('link', { name: 'Extra: Worksheet' })
  expect(extra.getAttribute('href')).toBe('/lesson/12/resources/3')
  expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull()
})

test('a quiz that is left then is not named as extra, and 199 of 200 lessons are not all', async () => {
  const quizLeft = module(12, 'Measuring it', [
    item({ id: 2, progress: done }),
    item({ id: 4, title: 'Try it', ...quiz }),
  ])
  answerCourse({ contents: [basics, quizLeft], lessonCount: 2 })
  const first = await renderRoute('/course/5', { user: aisyah })
  const left = await screen.findByRole('link', { name: 'Next: Try it' })
  expect(left.getAttribute('href')).toBe('/lesson/12/resources/4')
  expect(screen.queryByText('Extra: Try it')).toBeNull()
  first.unmount()
  const items = Array.from({ length: 199 }, (_, index) => item({ id: index + 20, progress: done }))
  answerCourse({
    contents: [module(12, 'Long', [...items, item({ id: 2, title: 'The last' })])],
    lessonCount: 200,
  })
  await renderRoute('/course/5', { user: aisyah })
  expect(await screen.findByRole('link', { name: 'Continue' })).toBeTruthy()
  expect(screen.queryByText('You have completed every lesson.')).toBeNull()
})

test('the last item of a module says that the module is complete, and an earlier one does not', async () => {
  const halfRead = module(12, 'Measuring it', [
    item({ id: 2, progress: done }),
    item({ id: 3, title: 'Worksheet', fileType: 'pdf', seconds: null, pages: 2 }),
  ])
  answerCourse({ contents: [basics, halfRead, ending], lessonCount: 2 })
  answerResources(basics, halfRead, ending)
  answer('saveResourceProgress', saved(true))
  const first = await renderRoute('/lesson/12/resources/2', { user: aisyah })
  expect(await screen.findByRole('link', { name: 'Next: Worksheet' })).toBeTruthy()
  expect(screen.queryByText(/is complete/)).toBeNull()
  first.unmount()
  const { press } = await renderRoute('/lesson/12/resources/3', { user: aisyah })
  await press.click(await screen.findByRole('button', { name: 'Mark as Complete' }))
  expect(await screen.findByText('Module 2 is complete: Measuring it')).toBeTruthy()
})

test('a lesson that is opened again and leads on in its module does not say that the module is complete', async () => {
  const complete = module(12, 'Measuring it', [
    item({ id: 2, progress: done }),
    item({ id: 3, title: 'Worksheet', fileType: 'pdf', seconds: null, pages: 2, progress: done }),
  ])
  answerCourse({ contents: [basics, complete, ending], lessonCount: 2 })
  answerResources(basics, complete, ending)
  answer('saveResourceProgress', saved(true))
  const first = await renderRoute('/lesson/12/resources/2', { user: aisyah })
  expect(await screen.findByRole('link', { name: 'Next: Worksheet' })).toBeTruthy()
  expect(screen.queryByText(/is complete/)).toBeNull()
  // Undoing and repeating the completion makes this lesson the one that completes the module.
  await first.press.click(screen.getByRole('button', { name: 'Mark as Incomplete' }))
  await first.press.click(await screen.findByRole('button', { name: 'Mark as Complete' }))
  expect(await screen.findByText('Module 2 is complete: Measuring it')).toBeTruthy()
  first.unmount()
  await renderRoute('/lesson/12/resources/3', { user: aisyah })
  expect(await screen.findByText('Module 2 is complete: Measuring it')).toBeTruthy()
})

test('a document says that it is not counted as a lesson, and a video does not', async () => {
  answerAll()
  const first = await renderRoute('/lesson/12/resources/3', { user: aisyah })
  expect(await screen.findByText(/^This is not counted as a lesson/)).toBeTruthy()
  first.unmount()
  await renderRoute('/lesson/12/resources/2', { user: aisyah })
  await screen.findByText('Module 2, item 1 of 3')
  expect(screen.queryByText(/^This is not counted as a lesson/)).toBeNull()
})

test('a quiz without a pass mark does not promise progress in a course with videos', async () => {
  answerAll()
  answer('readResourceAssessment', {
    success: true,
    data: {
      id: 9,
      title: 'Try it',
      timeLimitSeconds: 1200,
      questionCount: 3,
      totalPoints: 35,
      review: 'answers',
      passPercentage: null,
      attempts: [],
      lesson: { courseId: 5, courseTitle: 'Orbits', courseContentId: 12, resourceId: 4 },
    },
  })
  await renderRoute('/lesson/12/resources/4', { user: aisyah })
  expect(await screen.findByText(/It is an extra and does not change your percentage/)).toBeTruthy()
})

test('the progress of another tab is shown when the person returns to this one', async () => {
  answerAll()
  await renderRoute('/course/5', { user: aisyah })
  expect(await screen.findByText('(1/3 lessons)')).toBeTruthy()
  const watched = module(12, 'Measuring it', [item({ id: 2, progress: done })])
  answerCourse({ contents: [basics, watched, ending], lessonCount: 3 })
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByText('(2/3 lessons)')).toBeTruthy()
})
