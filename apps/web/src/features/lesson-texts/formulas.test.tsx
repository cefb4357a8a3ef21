/** Formulas, files and videos in a lesson's text: put in by its author, read by learners. */
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { refusals } from '@apogee/contracts/refusals.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, recordCalls, refusal } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const circle: LessonDocument = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'The area is ' },
        { type: 'formula', attrs: { tex: '\\pi r^2' } },
      ],
    },
  ],
}
const edit = {
  resourceId: 7,
  courseId: 5,
  title: 'Circles',
  isPublished: true,
  isModulePublished: true,
  document: circle,
  pictures: [],
  hasDraft: false,
  savedAt: '2026-11-26T00:00:00.000Z',
  version: 3,
}
const patience = { timeout: 10_000 }

beforeEach(() => {
  sessionStorage.clear()
  answer('readLessonTextEdit', { success: true, data: edit })
})

async function openEditor(language?: 'ms') {
  const page = await renderRoute('/course/5/manage/texts/7', { user: admin, ...(language && { language }) })
  const written = await screen.findByRole('textbox', { name: /Circles/ }, patience)
  return { ...page, written }
}

test('a formula is written with a preview, its mistakes are named, and what was typed stays', async () => {
  const saved = recordCalls('saveLessonTextDraft', { success: true, data: { ...edit, version: 4 } })
  const { press } = await openEditor()
  await press.click(screen.getByRole('button', { name: 'Formula' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Formula' }, patience))
  const insert = dialog.getByRole('button', { name: 'Insert formula' })
  await press.click(insert)
  expect(await dialog.findByText('Write a formula')).toBeTruthy()
  const source = dialog.getByRole('textbox', { name: /^Formula in TeX/ }) as HTMLTextAreaElement
  await press.type(source, '\\sqrd{{2}')
  expect(await dialog.findByText('There is no command \\sqrd', {}, patience)).toBeTruthy()
  await press.click(insert)
  expect(source.value).toBe('\\sqrd{2}')
  await press.clear(source)
  await press.type(source, '\\sqrt{{2}')
  const preview = dialog.getByRole('group', { name: 'How it looks' })
  await waitFor(() => expect(preview.querySelector('msqrt')).not.toBeNull(), patience)
  await press.click(dialog.getByRole('radio', { name: 'On a line of its own' }))
  await press.click(insert)
  await waitFor(() => expect(saved).toHaveLength(1), patience)
  expect(saved[0]?.body).toMatchObject({
    document: {
      content: expect.arrayContaining([{ type: 'formulaBlock', attrs: { tex: '\\sqrt{2}' } }]) as unknown,
    },
  })
})

test('the editor and its preview show formulas as learners see them', async () => {
  const { press, written } = await openEditor('ms')
  await waitFor(() => expect(written.querySelector('msup')).not.toBeNull(), patience)
  await press.click(screen.getByRole('button', { name: 'Pratonton' }))
  const preview = screen.getByRole('region', { name: 'Pratonton' })
  await waitFor(
    () => expect(preview.querySelector('math')?.getAttribute('alttext')).toBe('\\pi r^2'),
    patience,
  )
})

test('a file is put into a text with a title, and the preview shows it as a card; its title can be changed', async () => {
  const file = 'aB3_-5678901234567890x'
  const uploads: unknown[] = []
  answer('uploadFile', ({ query }) => {
    uploads.push(query)
    const url = `/media/${file}`
    return { success: true, url, data: { url, size: 7, contentType: 'text/plain' } }
  })
  const saved = recordCalls('saveLessonTextDraft', { success: true, data: { ...edit, version: 4 } })
  const { press } = await openEditor()
  await press.click(screen.getByRole('button', { name: 'File' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'File' }, patience))
  await press.click(dialog.getByRole('button', { name: 'Insert file' }))
  expect(await dialog.findByText('Choose a file')).toBeTruthy()
  await press.upload(dialog.getByLabelText(/^File/), new File(['1. Draw'], 'Sheet.md'))
  await press.type(dialog.getByRole('textbox', { name: /^Title/ }), 'Draw a circle')
  await press.click(dialog.getByRole('button', { name: 'Insert file' }))
  await waitFor(() => expect(saved).toHaveLength(1), patience)
  expect(uploads).toEqual([{ purpose: 'text-file' }])
  expect(saved[0]?.body).toMatchObject({
    document: {
      content: expect.arrayContaining([
        { type: 'attachment', attrs: { file, title: 'Draw a circle' } },
      ]) as unknown,
    },
  })
  await press.click(screen.getByRole('button', { name: 'Preview' }))
  const card = await screen.findByRole('link', { name: 'Draw a circle MD · 7 B' })
  expect(card.getAttribute('href')).toBe(`/media/${file}`)
})

test('a video is put into a text with a title, survives a failed upload, and plays in the preview', async () => {
  const file = 'aB3_-5678901234567890z'
  const uploads: unknown[] = []
  let isRefused = true
  answer('uploadFile', ({ query }) => {
    uploads.push(query)
    const url = `/media/${file}`
    if (isRefused) return refusal('FILE_UNREADABLE')
    return { success: true, url, data: { url, size: 7, contentType: 'video/mp4' } }
  })
  const saved = recordCalls('saveLessonTextDraft', { success: true, data: { ...edit, version: 4 } })
  const { press, written } = await openEditor()
  await press.click(screen.getByRole('button', { name: 'Video' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Video' }, patience))
  const insert = dialog.getByRole('button', { name: 'Insert video' })
  await press.click(insert)
  expect(await dialog.findByText('Choose a video')).toBeTruthy()
  expect(dialog.getByText('Enter a title')).toBeTruthy()
  await press.upload(
    dialog.getByLabelText(/^File/),
    new File(['orbits'], 'An_orbit.mp4', { type: 'video/mp4' }),
  )
  const title = dialog.getByRole('textbox', { name: /^Title/ }) as HTMLInputElement
  expect(title.value).toBe('An orbit')
  await press.click(insert)
  expect(await dialog.findByText(refusals.FILE_UNREADABLE.sentence, {}, patience)).toBeTruthy()
  expect([title.value, saved.length]).toEqual(['An orbit', 0])
  isRefused = false
  await press.click(insert)
  await waitFor(() => expect(saved).toHaveLength(1), patience)
  expect(uploads).toEqual([{ purpose: 'text-video' }, { purpose: 'text-video' }])
  expect(saved[0]?.body).toMatchObject({
    document: {
      content: expect.arrayContaining([{ type: 'video', attrs: { file, title: 'An orbit' } }]) as unknown,
    },
  })
  expect(written.querySelector('figcaption')?.textContent).toBe('An orbit')
  await press.click(screen.getByRole('button', { name: 'Preview' }))
  const preview = within(screen.getByRole('region', { name: 'Preview' }))
  const figure = preview.getByRole('figure')
  expect(figure.querySelector('figcaption')?.textContent).toBe('An orbit')
  await waitFor(
    () => expect(figure.querySelector('source')?.getAttribute('src')).toBe(`/media/${file}`),
    patience,
  )
})

test('a video that cannot play on this device is named by its title', async () => {
  answer('readLessonTextEdit', {
    success: true,
    data: {
      ...edit,
      document: {
        type: 'doc',
        content: [{ type: 'video', attrs: { file: 'aB3_-5678901234567890z', title: 'An orbit' } }],
      },
    },
  })
  const { press } = await openEditor()
  await press.click(screen.getByRole('button', { name: 'Preview' }))
  expect(await screen.findByText('This video plays when you are connected.', {}, patience)).toBeTruthy()
})
