import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerModule, item, module } from '#web/testing/lesson.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

function answerVideo(filePath: string) {
  const progress = { completed: false, watchTime: 0, position: 7 }
  answerModule(
    module(12, 'Measuring it', [item({ id: 3, title: 'Measuring', filePath, seconds: 40, progress })]),
  )
}

test('one press on Reload video plays a video from its new address', async () => {
  answerVideo('/media/3?signature=1')
  const { container, press } = await renderRoute('/lesson/12/resources/3', { user: aisyah })
  const source = () => container.querySelector('video source')
  await waitFor(() => expect(source()?.getAttribute('src')).toBe('/media/3?signature=1'))
  answerVideo('/media/3?signature=2')
  fireEvent.error(source() ?? document.body)
  await press.click(await screen.findByRole('button', { name: 'Reload video' }))
  await waitFor(() => expect(source()?.getAttribute('src')).toBe('/media/3?signature=2'))
})

test('a video that failed without a connection is loaded again by itself when the connection is back', async () => {
  answerVideo('/media/3?signature=1')
  const { container } = await renderRoute('/lesson/12/resources/3', { user: aisyah })
  const source = () => container.querySelector('video source')
  await waitFor(() => expect(source()?.getAttribute('src')).toBe('/media/3?signature=1'))
  answerVideo('/media/3?signature=2')
  fireEvent.error(source() ?? document.body)
  await screen.findByText('This video could not be played.')
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(source()?.getAttribute('src')).toBe('/media/3?signature=2'))
})
