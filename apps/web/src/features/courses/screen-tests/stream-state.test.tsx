import type { StreamPreparation } from '@apogee/contracts/courses/streams.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aModule, aResource } from '#web/testing/managed-course.ts'
import { answer, recordCalls } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

function showLesson(preparation?: StreamPreparation) {
  const lesson = aResource(preparation && { preparation })
  answer('readCourse', {
    success: true,
    data: {
      ...aCourse(),
      contents: [aModule({ resources: [lesson] })],
      permissions: { study: true, manage: true },
    },
  })
  return renderRoute('/course/5/manage?module=11', { user: admin })
}

const nothing = { percent: 0, problem: null, qualities: [] }

test('an author sees the percentage while the qualities of a video are prepared, and then which are ready', async () => {
  await showLesson({ ...nothing, state: 'making', percent: 40, qualities: [480] })
  expect(await screen.findByText('Preparing qualities… 40%')).toBeTruthy()
  await showLesson({ ...nothing, state: 'ready', percent: 100, qualities: [720, 480] })
  expect(await screen.findByText('Ready: 720p, 480p')).toBeTruthy()
})

test('a failure names its reason, and the author asks for the qualities again', async () => {
  const page = await showLesson({ ...nothing, state: 'failed', problem: 'unreadable' })
  expect(await screen.findByText(/the video is damaged, or its format is not supported/)).toBeTruthy()
  const asked = recordCalls('prepareStream', { success: true })
  await page.press.click(screen.getByRole('button', { name: 'Prepare qualities of Welcome again' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.params['id']).toBe('31')
})

test('a stream that was interrupted or found no room says so, and may be asked for again', async () => {
  await showLesson({ ...nothing, state: 'failed', problem: 'interrupted', percent: 30 })
  expect(await screen.findByText(/it was interrupted too often/)).toBeTruthy()
  await showLesson({ ...nothing, state: 'failed', problem: 'no_space' })
  expect(await screen.findByText(/too little free disk space/)).toBeTruthy()
  expect(
    screen.getAllByRole('button', { name: 'Prepare qualities of Welcome again' }).length,
  ).toBeGreaterThan(0)
})

test('a video of an installation that prepares no qualities says nothing about them', async () => {
  await showLesson()
  expect(await screen.findByText('Welcome')).toBeTruthy()
  expect(screen.queryByText(/qualities/i)).toBeNull()
})
