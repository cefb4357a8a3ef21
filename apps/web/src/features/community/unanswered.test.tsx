import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '#web/testing/mock-api.ts'
import { aSummary, listed } from '#web/testing/community.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const instructor = { ...aisyah, role: 'instructor' as const }
const waiting = aSummary({ title: 'Who knows?' })
const other = aSummary({ id: 10, title: 'Answered already' })

function answerLists() {
  answer('listGroups', listed())
  answer('listDiscussions', ({ query }) =>
    listed(...(query['reported'] ? [] : query['unanswered'] ? [waiting] : [waiting, other])),
  )
}
const answerCourse = (manage: boolean) =>
  answer('readCourse', {
    success: true,
    data: { ...aCourse({ isEnrolled: !manage }), contents: [], permissions: { study: true, manage } },
  })

test('who teaches is told in the community how many questions wait, and sees only these on a press', async () => {
  answerLists()
  const { press, address } = await renderRoute('/community', { user: instructor })
  expect(await screen.findByText('1 question in your courses waits for an answer.')).toBeTruthy()
  await press.click(screen.getByRole('link', { name: 'Show unanswered questions' }))
  expect(await screen.findByRole('heading', { name: 'Unanswered questions' })).toBeTruthy()
  expect(address()).toBe('/community?show=unanswered')
  expect(await screen.findByRole('link', { name: 'Who knows?' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Answered already' })).toBeNull()
  await press.click(screen.getByRole('button', { name: 'All discussions' }))
  expect(await screen.findByRole('link', { name: 'Answered already' })).toBeTruthy()
})

test('learners are not asked to answer', async () => {
  answerLists()
  await renderRoute('/community', { user: aisyah })
  expect(await screen.findByRole('link', { name: 'Who knows?' })).toBeTruthy()
  expect(screen.queryByText(/waits for an answer/)).toBeNull()
})

test("a course's people filter its discussions by those that wait for an answer, with their number", async () => {
  answerLists()
  answerCourse(true)
  const { press } = await renderRoute('/course/5?tab=discussion', { user: instructor })
  const filter = await screen.findByRole('button', { name: 'Unanswered (1)' })
  expect(await screen.findByRole('link', { name: 'Answered already' })).toBeTruthy()
  await press.click(filter)
  expect(await screen.findByRole('link', { name: 'Who knows?' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Answered already' })).toBeNull()
})

test('learners of a course see no filter of its discussions', async () => {
  answerLists()
  answerCourse(false)
  await renderRoute('/course/5?tab=discussion', { user: aisyah })
  expect(await screen.findByRole('link', { name: 'Answered already' })).toBeTruthy()
  expect(screen.queryByText(/^Unanswered/)).toBeNull()
})
