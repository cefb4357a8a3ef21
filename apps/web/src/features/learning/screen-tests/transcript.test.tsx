/** The tests cover the transcript of a lesson: its lines, following the video, and the searches. */
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberPlayerPreferences } from '#web/shared/lesson/player-preferences.ts'
import { storage } from '#web/platform/session/storage.ts'
import { answerModule, item, module } from '#web/testing/lesson.ts'
import { answerFile, forgiveConsoleErrors, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const english = `WEBVTT

00:00.000 --> 00:04.000
<v Dr. Menon>Why does accuracy flatter?

00:04.000 --> 00:08.000
<v Aisyah>Because most rows are negative.

00:12.000 --> 00:16.000
<v Aisyah>A café model says no to accuracy.
`
const malay = 'WEBVTT\n\n00:00.000 --> 00:04.000\nMengapa ketepatan menipu?\n'
const tracks = [
  { language: 'en' as const, url: '/media/track-en?s=1' },
  { language: 'ms' as const, url: '/media/track-ms?s=1' },
]

const answerLessons = (
  captions: CourseResource['captions'] = tracks,
  chapters?: CourseResource['chapters'],
) => answerModule(module(11, 'Before the model', [item({ id: 1, captions, chapters }), item({ id: 2 })]))

let scrolled: (ScrollToOptions | undefined)[] = []
let plays = 0
beforeEach(() => {
  scrolled = []
  plays = 0
  vi.spyOn(Element.prototype, 'scrollTo').mockImplementation((given?: ScrollToOptions | number) => {
    if (typeof given === 'object') scrolled.push(given)
  })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => {
    plays += 1
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  getSelection()?.removeAllRanges()
  rememberPlayerPreferences({ part: null, captionLanguage: null, transcriptLanguage: null })
})

async function openTranscript(address = '/lesson/11/resources/1') {
  rememberPlayerPreferences({ part: 'transcript' })
  const route = await renderRoute(address, { user: aisyah })
  const panel = await screen.findByRole('region', { name: 'Transcript' })
  return { ...route, panel: within(panel) }
}

/** Returns the video, whose time the test sets. */
function aVideo() {
  const video = document.querySelector('video')
  if (!video) throw new Error('There is no video')
  let now = 0
  Object.defineProperties(video, {
    readyState: { value: 4, configurable: true },
    currentTime: {
      get: () => now,
      set: (seconds: number) => {
        now = seconds
      },
      configurable: true,
    },
  })
  return {
    now: () => now,
    at: (seconds: number) => {
      now = seconds
      fireEvent.timeUpdate(video)
    },
  }
}

const findLines = async (panel: ReturnType<typeof within>) => {
  const list = await panel.findByRole('list')
  return within(list).getAllByRole('button')
}
const searchIn = (panel: ReturnType<typeof within>, typed: string) =>
  fireEvent.change(panel.getByRole('searchbox', { name: 'Search the transcript' }), {
    target: { value: typed },
  })
const marks = () =>
  [...document.querySelectorAll('mark')].map((mark) => [mark.textContent, mark.dataset['active']])

test('the chapters of the video are headings of the lines that they start with', async () => {
  answerLessons(tracks, [
    { atSeconds: 0, title: 'Accuracy' },
    { atSeconds: 12, title: 'Cafés' },
    { atSeconds: 90, title: 'Without words' },
  ])
  answerFile('/media/track-en', english)
  const { panel } = await openTranscript()
  const lines = await findLines(panel)
  const headings = panel.getAllByRole('heading', { level: 3 })
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Accuracy', 'Cafés'])
  expect(headings[1]?.nextElementSibling).toBe(lines[2])
})

test('the transcript is closed at first, loads nothing, opens by its button and stays open for other lessons', async () => {
  answerLessons()
  const reads = answerFile('/media/track-en', english)
  const { press, unmount } = await renderRoute('/lesson/11/resources/1', { user: aisyah })
  const button = await screen.findByRole('button', { name: 'Transcript' })
  expect(button.getAttribute('aria-pressed')).toBe('false')
  expect([screen.queryByRole('region', { name: 'Transcript' }), reads()]).toEqual([null, 0])
  await press.click(button)
  const panel = await screen.findByRole('region', { name: 'Transcript' })
  expect(button.getAttribute('aria-pressed')).toBe('true')
  expect(document.activeElement).toBe(button)
  expect(await findLines(within(panel))).toHaveLength(3)
  expect(storage.read(storageKeys.player)).toContain('"part":"transcript"')
  unmount()
  const again = await renderRoute('/lesson/11/resources/1', { user: aisyah })
  await screen.findByRole('region', { name: 'Transcript' })
  await again.press.click(screen.getByRole('button', { name: 'Notes' }))
  expect(screen.queryByRole('region', { name: 'Transcript' })).toBeNull()
})

test('a video without captions has no transcript', async () => {
  answerLessons([])
  rememberPlayerPreferences({ part: 'transcript' })
  await renderRoute('/lesson/11/resources/1', { user: aisyah })
  await screen.findByRole('group', { name: 'Video player' })
  expect(screen.queryByRole('button', { name: 'Transcript' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Transcript' })).toBeNull()
})

test('a line names its time and speaker, plays from there by press and Enter, and the current one is marked', async () => {
  answerLessons()
  answerFile('/media/track-en', english)
  const { panel, press } = await openTranscript()
  const lines = await findLines(panel)
  expect(lines.map((line) => line.textContent)).toEqual([
    '0:00 Dr. Menon: Why does accuracy flatter?',
    '0:04 Aisyah: Because most rows are negative.',
    '0:12 Aisyah: A café model says no to accuracy.',
  ])
  const video = aVideo()
  await press.click(lines[1] as HTMLElement)
  expect([video.now(), plays]).toEqual([4, 1])
  video.at(13)
  expect(lines.map((line) => line.getAttribute('aria-current'))).toEqual([null, null, 'true'])
  lines[0]?.focus()
  await press.keyboard('{Enter}')
  expect([video.now(), plays]).toEqual([0, 2])
})

test('the list is one stop of the Tab key, and arrows, Home and End move between its lines', async () => {
  answerLessons()
  answerFile('/media/track-en', english)
  const { panel, press } = await openTranscript()
  const lines = await findLines(panel)
  const stops = () => lines.map((line) => line.tabIndex)
  expect(stops()).toEqual([0, -1, -1])
  lines[0]?.focus()
  await press.keyboard('{ArrowDown}')
  expect([document.activeElement, stops()]).toEqual([lines[1], [-1, 0, -1]])
  await press.keyboard('{End}')
  expect(document.activeElement).toBe(lines[2])
  await press.keyboard('{ArrowDown}{Home}{ArrowUp}')
  expect(document.activeElement).toBe(lines[0])
})

test('the list follows the video until it is scrolled or text in it is selected, and again by its button', async () => {
  answerLessons()
  answerFile('/media/track-en', english)
  const { panel, press } = await openTranscript()
  const [first] = await findLines(panel)
  await waitFor(() => expect(scrolled).toHaveLength(1))
  const list = panel.getByRole('list')
  const video = aVideo()
  const scrollsAt = (seconds: number) => {
    scrolled = []
    video.at(seconds)
    return scrolled.length
  }
  expect(scrollsAt(5)).toBe(1)
  expect(panel.queryByRole('button', { name: 'Follow the video' })).toBeNull()
  fireEvent.wheel(list)
  expect(scrollsAt(13)).toBe(0)
  await press.click(panel.getByRole('button', { name: 'Follow the video' }))
  expect(scrolled).toHaveLength(1)
  act(() => {
    getSelection()?.selectAllChildren(first as HTMLElement)
    document.dispatchEvent(new Event('selectionchange'))
  })
  expect(scrollsAt(5)).toBe(0)
  fireEvent.click(first as HTMLElement)
  expect(plays).toBe(0)
  await press.click(panel.getByRole('button', { name: 'Follow the video' }))
  expect(getSelection()?.isCollapsed).toBe(true)
  expect(scrollsAt(13)).toBe(1)
})

test.each([
  ['smoothly', false, 'smooth'],
  ['at once for people who have asked for less motion', true, 'instant'],
])('the list scrolls %s', async (_, isReduced, behavior) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isReduced, addEventListener() {}, removeEventListener() {} }))
  answerLessons()
  answerFile('/media/track-en', english)
  const { panel } = await openTranscript()
  await findLines(panel)
  const video = aVideo()
  video.at(5)
  video.at(13)
  expect(scrolled.at(-1)?.behavior).toBe(behavior)
})

test('the language is that of the captions, or chosen in the panel until the captions change theirs', async () => {
  answerLessons()
  answerFile('/media/track-en', english)
  answerFile('/media/track-ms', malay)
  rememberPlayerPreferences({ captionLanguage: 'ms' })
  const { panel, press } = await openTranscript()
  expect(await panel.findByText('Mengapa ketepatan menipu?')).toBeTruthy()
  const choice = panel.getByRole('combobox', { name: 'Language of the transcript' })
  await press.selectOptions(choice, 'en')
  expect(await panel.findByText('Why does accuracy flatter?')).toBeTruthy()
  expect(panel.getByRole('list').lang).toBe('en')
  expect(storage.read(storageKeys.player)).toContain('"transcriptLanguage":"en"')
  act(() => rememberPlayerPreferences({ captionLanguage: 'en' }))
  act(() => rememberPlayerPreferences({ captionLanguage: 'ms' }))
  expect(await panel.findByText('Mengapa ketepatan menipu?')).toBeTruthy()
})

test('a search marks what it finds, counts it, and steps through it in both directions', async () => {
  answerLessons([{ language: 'en', url: '/media/track-en?s=1' }])
  answerFile('/media/track-en', english)
  const { panel, press } = await openTranscript()
  await findLines(panel)
  expect(panel.queryByRole('combobox')).toBeNull()
  searchIn(panel, 'ACCURACY')
  expect(panel.getByRole('status').textContent).toBe('1 of 2')
  expect(marks()).toEqual([
    ['accuracy', 'true'],
    ['accuracy', undefined],
  ])
  await press.click(panel.getByRole('button', { name: 'Next match' }))
  expect(panel.getByRole('status').textContent).toBe('2 of 2')
  fireEvent.keyDown(panel.getByRole('searchbox'), { key: 'Enter', keyCode: 229 })
  expect(panel.getByRole('status').textContent).toBe('2 of 2')
  fireEvent.keyDown(panel.getByRole('searchbox'), { key: 'Enter' })
  expect(panel.getByRole('status').textContent).toBe('1 of 2')
  fireEvent.keyDown(panel.getByRole('searchbox'), { key: 'Enter', shiftKey: true })
  expect(marks().at(-1)).toEqual(['accuracy', 'true'])
  searchIn(panel, 'cafe')
  expect(marks()).toEqual([['café', 'true']])
  searchIn(panel, 'nowhere')
  expect(panel.getByRole('status').textContent).toBe('No matches')
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Next match' }).disabled).toBe(true)
})

test('a search of the course groups lines by lesson; one here plays, another opens its lesson at that second', async () => {
  answerLessons()
  answerFile('/media/track-en', english)
  const hit = (resourceId: number, seconds: number, snippet: string) => ({
    resourceId,
    courseContentId: 11,
    title: `Lesson ${resourceId}`,
    language: 'en' as const,
    hits: [{ seconds, snippet }],
  })
  const calls = recordCalls('searchLessons', {
    success: true,
    data: {
      lessons: [hit(1, 12, 'no to accuracy'), hit(2, 83.5, '…an accuracy of one')],
      marks: ['accuracy'],
      hasMore: true,
      lessonsNotSearched: 2,
    },
  })
  const { panel, press, address } = await openTranscript()
  await findLines(panel)
  const video = aVideo()
  searchIn(panel, 'a')
  expect(panel.queryByRole('button', { name: 'Search the whole course' })).toBeNull()
  searchIn(panel, ' accuracy ')
  await press.click(panel.getByRole('button', { name: 'Search the whole course' }))
  expect(await panel.findByRole('heading', { name: 'Lesson 2' })).toBeTruthy()
  expect(calls[0]).toMatchObject({ params: { id: '5' }, query: { q: 'accuracy', language: 'en' } })
  expect(marks().map(([marked]) => marked)).toEqual(['accuracy', 'accuracy'])
  expect(panel.getByText(/^More lines match/)).toBeTruthy()
  expect(panel.getByText('2 lessons could not be searched.')).toBeTruthy()
  await press.click(panel.getByRole('link', { name: '0:12 no to accuracy' }))
  expect([video.now(), plays, address()]).toEqual([12, 1, '/lesson/11/resources/1'])
  searchIn(panel, 'accuracy')
  await press.click(panel.getByRole('button', { name: 'Search the whole course' }))
  await press.click(await panel.findByRole('link', { name: '1:23 …an accuracy of one' }))
  await waitFor(() => expect(address()).toBe('/lesson/11/resources/2?t=83'))
})

test('a transcript and a search that fail say so, and can be tried again', async () => {
  answerLessons()
  answerFile('/media/track-en', null)
  const { panel, press } = await openTranscript()
  expect(await panel.findByText('The transcript could not be loaded')).toBeTruthy()
  answerFile('/media/track-en', english)
  await press.click(panel.getByRole('button', { name: 'Try again' }))
  expect(await findLines(panel)).toHaveLength(3)
  refuse('searchLessons', 'INTERNAL')
  searchIn(panel, 'accuracy')
  await press.click(panel.getByRole('button', { name: 'Search the whole course' }))
  expect(await panel.findByText('The course could not be searched')).toBeTruthy()
  await press.click(panel.getByRole('button', { name: 'Back to this lesson' }))
  expect(await findLines(panel)).toHaveLength(3)
  forgiveConsoleErrors()
})
