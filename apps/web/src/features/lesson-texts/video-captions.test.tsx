import type { LessonTextEdit, VideoCaptions } from '@apogee/contracts/courses/lesson-texts.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, answerFile, breakNetwork, recordCalls } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const file = 'aB3_-5678901234567890z'
const patience = { timeout: 10_000 }
const edit: LessonTextEdit = {
  resourceId: 7,
  courseId: 5,
  title: 'Circles',
  isPublished: true,
  isModulePublished: true,
  document: { type: 'doc', content: [{ type: 'video', attrs: { file, title: 'An orbit' } }] },
  videos: [{ file, url: `/media/${file}?u=1`, name: 'Orbit.mp4', bytes: 7, seconds: 60 }],
  pictures: [],
  hasDraft: false,
  savedAt: '2026-11-26T00:00:00.000Z',
  version: 3,
}
let stored: VideoCaptions

beforeEach(() => {
  sessionStorage.clear()
  stored = { captions: [{ language: 'en', url: '/media/en?u=1' }], version: 2 }
  answer('readLessonTextEdit', { success: true, data: edit })
  answer('readTextVideoCaptions', () => ({ success: true, data: stored }))
  answer('uploadFile', {
    success: true,
    url: '/media/new',
    data: { url: '/media/new', size: 4, contentType: 'text/vtt' },
  })
})

async function openCaptions(language?: 'ms') {
  const page = await renderRoute('/course/5/manage/texts/7', { user: admin, ...(language && { language }) })
  // The text begins with the video, which is therefore selected.
  await page.press.click(
    await screen.findByRole('button', { name: language === 'ms' ? 'Kapsyen…' : 'Captions…' }, patience),
  )
  return page
}

test('a file of captions is added to the selected video, and the preview offers it', async () => {
  const after: VideoCaptions = {
    captions: [...stored.captions, { language: 'ms', url: '/media/new' }],
    version: 3,
  }
  const calls = recordCalls('saveTextVideoCaptions', { success: true, data: after })
  const { press } = await openCaptions()
  expect(await screen.findByText('Learners can choose them', {}, patience)).toBeTruthy()
  const input = screen.getByLabelText<HTMLInputElement>(/SubRip.*Bahasa Melayu$/)
  stored = after
  const captions = '1\n00:00:01,000 --> 00:01:10,000\nOrbit\n'
  fireEvent.change(input, { target: { files: [new File([captions], 'orbit.ms.srt')] } })
  expect(
    await screen.findByText(/^The last caption ends at 1:10, but the video ends at 1:00\./, {}, patience),
  ).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Save captions' }))
  await waitFor(() => expect(calls).toHaveLength(1), patience)
  expect([calls[0]?.params, calls[0]?.body]).toMatchObject([
    { file },
    {
      captions: [
        { language: 'en', url: '/media/en?u=1' },
        { language: 'ms', url: '/media/new' },
      ],
      version: 2,
    },
  ])
  await waitFor(() => expect(screen.getAllByText('Learners can choose them')).toHaveLength(2), patience)
  await press.click(screen.getByRole('button', { name: 'Done' }))
  await press.click(screen.getByRole('button', { name: 'Preview' }))
  const figure = within(screen.getByRole('region', { name: 'Preview' })).getByRole('figure')
  await waitFor(
    () =>
      expect([...figure.querySelectorAll('track')].map((track) => track.getAttribute('src'))).toEqual([
        '/media/en?u=1',
        '/media/new',
      ]),
    patience,
  )
})

test('lines are edited and saved with the version that was read', async () => {
  answerFile('/media/en', 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello\n')
  const calls = recordCalls('saveTextVideoCaptions', { success: true, data: stored })
  const { press } = await openCaptions()
  await press.click(await screen.findByRole('button', { name: 'Edit lines: English' }, patience))
  const line = await screen.findByRole('textbox', { name: 'Text of line 1' }, patience)
  fireEvent.change(line, { target: { value: 'Hello, moon' } })
  await press.click(screen.getByRole('button', { name: 'Save captions' }))
  await waitFor(() => expect(calls).toHaveLength(1), patience)
  expect(calls[0]?.body).toEqual({ captions: [{ language: 'en', url: '/media/new' }], version: 2 })
})

test('captions that cannot be read or saved say so, in Malay, too', async () => {
  breakNetwork('readTextVideoCaptions')
  const { press } = await openCaptions('ms')
  expect(await screen.findByText('Kapsyen tidak dapat dimuatkan', {}, patience)).toBeTruthy()
  answer('readTextVideoCaptions', () => ({ success: true, data: stored }))
  await press.click(screen.getByRole('button', { name: 'Cuba lagi' }))
  breakNetwork('saveTextVideoCaptions')
  await press.click(await screen.findByRole('button', { name: 'Buang: English' }, patience))
  expect(await screen.findByText('Kapsyen tidak dapat disimpan', {}, patience)).toBeTruthy()
})
