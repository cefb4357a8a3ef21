import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aModule, aResource } from '#web/testing/managed-course.ts'
import { answer, answerFile, breakNetwork, recordCalls } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

let video: CourseResource
let sent: File[]

beforeEach(() => {
  sessionStorage.clear()
  video = aResource({
    id: 21,
    title: 'Orbits',
    seconds: 120,
    version: 2,
    filePath: '/media/video',
    captions: [{ language: 'en', url: '/media/en?u=1' }],
  })
  answer('readCourse', () => ({
    success: true,
    data: {
      ...aCourse({ id: 5 }),
      contents: [aModule({ resources: [video] })],
      permissions: { study: true, manage: true },
    },
  }))
  sent = []
  const { append } = FormData.prototype
  vi.spyOn(FormData.prototype, 'append').mockImplementation(function note(
    this: FormData,
    ...given: Parameters<FormData['append']>
  ) {
    if (given[1] instanceof File) sent.push(given[1])
    return append.apply(this, given)
  })
  answer('uploadFile', {
    success: true,
    url: '/media/new',
    data: { url: '/media/new', size: 4, contentType: 'text/vtt' },
  })
})

const inFile =
  'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello\n\n00:00:03.000 --> 00:00:04.000 line:90%\n<i>Goodbye</i>\n'

async function open(language?: 'ms') {
  const page = await renderRoute('/course/5/manage?module=11', { user: admin, ...(language && { language }) })
  const more = language === 'ms' ? 'Tindakan lain untuk Orbits' : 'More actions for Orbits'
  await page.press.click(await screen.findByRole('button', { name: more }))
  await page.press.click(await screen.findByRole('menuitem', { name: /^(Captions|Kapsyen)…$/ }))
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: /“Orbits”$/ })) }
}
async function openLines() {
  answerFile('/media/en', inFile)
  const page = await open()
  await page.press.click(page.dialog.getByRole('button', { name: 'Edit lines: English' }))
  await screen.findByRole('textbox', { name: 'Text of line 1' })
  return { ...page, dialog: within(screen.getByRole('dialog', { name: 'Captions in English' })) }
}

const english = () => ({ language: 'en' as const, url: '/media/en?u=1' })
const malayInput = (dialog: Awaited<ReturnType<typeof open>>['dialog']) =>
  dialog.getByLabelText<HTMLInputElement>(/SubRip.*Bahasa Melayu$/)
const choose = (input: HTMLInputElement, file: File) => fireEvent.change(input, { target: { files: [file] } })
const subRip =
  '1\n00:00:01,000 --> 00:00:02,500\n{\\an8}Satu\n\n2\n00:00:04,000 --> 00:00:03,000\nDua\n\n3\n00:00:05,000 --> 00:02:30,000\n<i>Tiga</i>\n'

test('a chosen file is shown before it is saved, and Undo takes it back', async () => {
  const calls = recordCalls('updateResource', { success: true, data: video })
  const { press, dialog } = await open()
  expect(dialog.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringContaining('EnglishLearners can choose them'),
    expect.stringContaining('Bahasa MelayuNo captions'),
  ])
  choose(malayInput(dialog), new File(['x'], 'talk.docx'))
  expect(await dialog.findByText('Choose a WebVTT (.vtt) or SubRip (.srt) file')).toBeTruthy()
  choose(malayInput(dialog), new File(['x'], 'talk.srt'))
  expect(await dialog.findByText(/^Unsupported file type\. Only WebVTT and SubRip/)).toBeTruthy()
  choose(malayInput(dialog), new File([subRip], 'talk.srt'))
  const review = within(await screen.findByRole('dialog', { name: 'Captions in Bahasa Melayu' }))
  expect(review.getByText('2 captions, from 0:01 to 2:30')).toBeTruthy()
  expect(review.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    '0:01 – 0:02.5Satu',
    '0:05 – 2:30Tiga',
    'Line 6: the end is not after the start. 00:00:04,000 --> 00:00:03,000',
  ])
  expect(review.getByText(/^The last caption ends at 2:30, but the video ends at 2:00\./)).toBeTruthy()
  expect([sent, calls]).toEqual([[], []])
  const added = { language: 'ms' as const, url: '/media/new' }
  video = { ...video, captions: [english(), added], version: 3 }
  await press.click(review.getByRole('button', { name: 'Save captions' }))
  await press.click(await screen.findByRole('button', { name: 'Undo: Bahasa Melayu' }))
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls.map(({ body }) => body)).toEqual([
    { captions: [english(), added], version: 2 },
    { captions: [english()], version: 3 },
  ])
  expect([sent[0]?.name, await sent[0]?.text()]).toEqual([
    'talk.vtt',
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nSatu\n\n00:00:05.000 --> 00:02:30.000\n<i>Tiga</i>\n',
  ])
  expect(await screen.findByText('The captions in Bahasa Melayu are as before')).toBeTruthy()
})

test('captions that were replaced come back by one press', async () => {
  const calls = recordCalls('updateResource', { success: true, data: video })
  const { press, dialog } = await open()
  choose(dialog.getByLabelText<HTMLInputElement>(/SubRip.*English$/), new File([subRip], 'talk.srt'))
  video = { ...video, captions: [{ language: 'en', url: '/media/new' }], version: 3 }
  await press.click(await screen.findByRole('button', { name: 'Save captions' }))
  await press.click(await screen.findByRole('button', { name: 'Undo: English' }))
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls[1]?.body).toEqual({ captions: [english()], version: 3 })
})

test('a guessed encoding is shown with a sample and can be changed, in Malay, too', async () => {
  recordCalls('updateResource', { success: true, data: video })
  const { press, dialog } = await open('ms')
  const bytes = Uint8Array.from(
    [...'1\n00:01,000 --> 00:02,000\nCaf\u00e9\n'].map((one) => one.charCodeAt(0)),
  )
  choose(malayInput(dialog), new File([bytes], 'talk.srt'))
  const review = within(await screen.findByRole('dialog', { name: 'Kapsyen dalam Bahasa Melayu' }))
  const encoding = await review.findByRole<HTMLSelectElement>('combobox', { name: 'Pengekodan fail' })
  await press.selectOptions(encoding, 'utf-8')
  expect(await review.findByText(/^Fail ini tidak dapat dibaca sebagai teks utf-8/)).toBeTruthy()
  expect(review.getByRole<HTMLButtonElement>('button', { name: 'Simpan kapsyen' }).disabled).toBe(true)
  await press.selectOptions(encoding, 'windows-1251')
  expect(await review.findByText('Cafй')).toBeTruthy()
  await press.click(review.getByRole('button', { name: 'Simpan kapsyen' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(await sent[0]?.text()).toContain('Cafй')
})

test('the header of a stream moves the captions only when their author says so', async () => {
  recordCalls('updateResource', { success: true, data: video })
  const { press, dialog } = await open()
  const file = 'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:01.000 --> 00:02.000\nHai\n'
  choose(malayInput(dialog), new File([file], 'stream.vtt'))
  const review = within(await screen.findByRole('dialog', { name: 'Captions in Bahasa Melayu' }))
  expect(await review.findByText('1 caption, from 0:01 to 0:02')).toBeTruthy()
  await press.click(review.getByRole('checkbox', { name: 'Show the captions 10 seconds later' }))
  expect(review.getByText('1 caption, from 0:11 to 0:12')).toBeTruthy()
  await press.click(review.getByRole('button', { name: 'Save captions' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(await sent[0]?.text()).toBe('WEBVTT\n\n00:00:11.000 --> 00:00:12.000\nHai\n')
})

test('captions are removed, and Undo brings the same file back', async () => {
  const calls = recordCalls('updateResource', { success: true, data: video })
  const { press, dialog } = await open()
  const track = video.captions
  video = { ...video, captions: [], version: 3 }
  await press.click(dialog.getByRole('button', { name: 'Remove: English' }))
  await press.click(await dialog.findByRole('button', { name: 'Undo: English' }))
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls.map(({ body }) => body)).toEqual([
    { captions: [], version: 2 },
    { captions: track, version: 3 },
  ])
})

test('lines are edited, added and deleted, and saved as a file with the positions that it had', async () => {
  const { press, dialog } = await openLines()
  const field = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name })
  expect(
    [field('Start of line 1'), field('End of line 1'), field('Text of line 2')].map((one) => one.value),
  ).toEqual(['0:01', '0:02.5', '<i>Goodbye</i>'])
  fireEvent.change(field('Text of line 1'), { target: { value: 'Hello & welcome' } })
  await press.click(dialog.getByRole('button', { name: 'Add line' }))
  expect(field('Start of line 3').value).toBe('0:04')
  fireEvent.change(field('Text of line 3'), { target: { value: 'Really' } })
  await press.click(dialog.getByRole('button', { name: 'Add a line after line 1' }))
  await press.click(dialog.getByRole('button', { name: 'Delete line 2' }))
  const calls = recordCalls('updateResource', { success: true, data: video })
  await press.click(dialog.getByRole('button', { name: 'Save captions' }))
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).toEqual({ captions: [{ language: 'en', url: '/media/new' }], version: 2 })
  expect(await sent[0]?.text()).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello &amp; welcome\n\n00:00:03.000 --> 00:00:04.000 line:90%\n<i>Goodbye</i>\n\n00:00:04.000 --> 00:00:06.000\nReally\n',
  )
})

test('each wrong line says what is wrong, and nothing is sent', async () => {
  const { press, dialog } = await openLines()
  const type = (name: string, value: string) =>
    fireEvent.change(dialog.getByRole('textbox', { name }), { target: { value } })
  type('Start of line 1', 'soon')
  type('Start of line 2', '2:30')
  type('Text of line 2', ' ')
  await press.click(dialog.getByRole('button', { name: 'Save captions' }))
  expect(dialog.getByText('Enter a time, such as 1:02.5')).toBeTruthy()
  expect(dialog.getByText('The video ends at 2:00')).toBeTruthy()
  expect(dialog.getByText('The end must be after the start')).toBeTruthy()
  expect(dialog.getByText('Write what is said')).toBeTruthy()
  expect(dialog.getByRole('alert').textContent).toContain('2 lines are not right yet')
  expect(sent).toEqual([])
})

test('typed captions stay after a failure and when the dialog is closed, and Cancel deletes them', async () => {
  const { press, dialog, unmount } = await openLines()
  breakNetwork('uploadFile')
  fireEvent.change(dialog.getByRole('textbox', { name: 'Text of line 1' }), { target: { value: 'Salam' } })
  await press.click(dialog.getByRole('button', { name: 'Save captions' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  await press.click(dialog.getByRole('button', { name: 'Close' }))
  unmount()
  const again = await openLines()
  const value = () => again.dialog.getByRole<HTMLInputElement>('textbox', { name: 'Text of line 1' }).value
  expect(value()).toBe('Salam')
  await again.press.click(again.dialog.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('dialog', { name: 'Captions of “Orbits”' })).toBeTruthy()
  expect(sessionStorage.length === 0 || !JSON.stringify({ ...sessionStorage }).includes('Salam')).toBe(true)
})

test('captions that cannot be loaded can be loaded again, and Malay has every word', async () => {
  answerFile('/media/en', null)
  const page = await open('ms')
  await page.press.click(page.dialog.getByRole('button', { name: 'Sunting baris: English' }))
  expect(await screen.findByText('Kapsyen tidak dapat dimuatkan')).toBeTruthy()
  answerFile('/media/en', inFile)
  await page.press.click(screen.getByRole('button', { name: 'Cuba lagi' }))
  expect(await screen.findByRole('textbox', { name: 'Teks baris 2' })).toBeTruthy()
})
