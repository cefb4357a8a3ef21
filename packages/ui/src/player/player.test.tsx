import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Player, type PlayerLabels, type PlayerProps } from './player.tsx'
import { neighbouringSpeed } from './player-keys.ts'
import { defaultPreferences } from './player-preferences.ts'

const labels: PlayerLabels = {
  player: 'Video player',
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  seek: 'Seek',
  captionsOn: 'Captions on',
  captionsOff: 'Captions off',
  speed: 'Speed',
  chapter: 'Chapter',
  settings: 'Player settings',
  captions: 'Captions',
  noCaptions: 'Off',
  captionSize: 'Caption size',
  captionSizes: { small: 'Small', medium: 'Medium', large: 'Large' },
  captionPlace: 'Caption position',
  captionPlaces: { below: 'Below the picture', over: 'Over the picture' },
  quality: 'Quality',
  automatic: 'Auto',
  soundOnly: 'Audio only',
  fullScreen: 'Full screen',
  exitFullScreen: 'Exit full screen',
  pictureInPicture: 'Picture in picture',
  exitPictureInPicture: 'Exit picture in picture',
  close: 'Close small player',
  loading: 'Loading video',
  position: (at, of) => `${at} of ${of}`,
}

/** Reports the visible ratio of the player, as the browser's IntersectionObserver does. */
let see: (ratio: number) => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (sights: { intersectionRatio: number }[]) => void) {
        see = (intersectionRatio) => callback([{ intersectionRatio }])
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Renders a video of 100 s that plays and pauses as in a browser, without a decoder. */
function show(props: Partial<PlayerProps> = {}) {
  const remembered: object[] = []
  const player = (changed: Partial<PlayerProps>) => (
    <Player
      src="/a.mp4"
      labels={labels}
      onPreferences={(chosen) => remembered.push(chosen)}
      {...props}
      {...changed}
    />
  )
  const { rerender } = render(player({}))
  const frame = screen.getByRole('group', { name: 'Video player' })
  const video = frame.querySelector('video')
  if (!video) throw new Error('There is no video')
  let paused = true
  let ended = false
  let now = 0
  Object.defineProperties(video, {
    duration: { get: () => 100 },
    readyState: { get: () => 4 },
    paused: { get: () => paused },
    ended: { get: () => ended },
    currentTime: {
      get: () => now,
      set: (seconds: number) => {
        now = seconds
      },
    },
    play: {
      value: () => {
        paused = false
        ended = false
        fireEvent.play(video)
        return Promise.resolve()
      },
    },
    pause: {
      value: () => {
        paused = true
        fireEvent.pause(video)
      },
    },
  })
  fireEvent.loadedMetadata(video)
  vi.spyOn(video, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 170))
  return {
    frame,
    video,
    remembered,
    now: () => now,
    change: (changed: Partial<PlayerProps>) => rerender(player(changed)),
    isIdle: () => frame.hasAttribute('data-idle'),
    finish: () => {
      ended = true
      fireEvent.ended(video)
    },
    tap: (clientX: number) => {
      fireEvent.pointerDown(video, { pointerType: 'touch' })
      video.focus()
      fireEvent.click(video, { clientX })
    },
    key: (key: string) => fireEvent.keyDown(frame, { key }),
  }
}
const pass = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

test('the controls rest three seconds after the last sign of the viewer, and never while it is paused', () => {
  const { video, frame, isIdle, key } = show()
  pass(10_000)
  expect(isIdle()).toBe(false)
  act(() => void video.play())
  pass(2900)
  expect(isIdle()).toBe(false)
  pass(200)
  expect(isIdle()).toBe(true)
  fireEvent.pointerMove(frame, { pointerType: 'mouse' })
  expect(isIdle()).toBe(false)
  pass(3100)
  expect(isIdle()).toBe(true)
  key('k')
  pass(10_000)
  expect(isIdle()).toBe(false)
})

test('the first tap of a finger shows the controls, the second pauses', () => {
  const { video, isIdle, tap } = show()
  act(() => void video.play())
  pass(3100)
  expect(isIdle()).toBe(true)
  tap(150)
  expect(isIdle()).toBe(false)
  expect(video.paused).toBe(false)
  pass(400)
  tap(150)
  expect(video.paused).toBe(true)
})

test('a double tap at a side skips ten seconds, each further tap ten more, and it goes on playing', () => {
  const { video, now, tap } = show()
  act(() => void video.play())
  video.currentTime = 40
  tap(290)
  tap(290)
  expect(now()).toBe(50)
  expect(screen.getByText('+10')).toBeTruthy()
  tap(290)
  expect(now()).toBe(60)
  expect(screen.getByText('+20')).toBeTruthy()
  pass(1000)
  expect(screen.queryByText('+20')).toBeNull()
  tap(10)
  tap(10)
  expect(now()).toBe(50)
  pass(1000)
  expect(video.paused).toBe(false)
})

test('keys seek, change the speed within its list and leave fields alone', () => {
  const { now, key, video, remembered } = show({ speeds: [1, 1.5, 2] })
  key('3')
  expect(now()).toBe(30)
  key('ArrowRight')
  expect(now()).toBe(40)
  key('j')
  expect(now()).toBe(30)
  for (const press of ['>', '>', '>']) key(press)
  expect(video.playbackRate).toBe(2)
  key('<')
  expect(video.playbackRate).toBe(1.5)
  expect(remembered.at(-1)).toEqual({ speed: 1.5 })
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Speed' }), { key: '1' })
  expect(now()).toBe(30)
})

test('the speed beside one that is not in the list is its neighbour', () => {
  expect(neighbouringSpeed([1, 1.5, 2], 1.2, 1)).toBe(1.5)
  expect(neighbouringSpeed([1, 1.5, 2], 1.2, -1)).toBe(1)
  expect(neighbouringSpeed([1, 1.5, 2], 2, 1)).toBe(2)
})

const chapters = [
  { atSeconds: 0, title: 'Orbits' },
  { atSeconds: 40, title: 'Gravity' },
  { atSeconds: 70, title: 'Questions' },
]

test('the chapter that is played is named beside the time and with the value of the seek bar', () => {
  const { video, change } = show()
  expect(screen.getByRole('slider', { name: 'Seek' }).getAttribute('aria-valuetext')).toBe('0:00 of 1:40')
  change({ chapters })
  video.currentTime = 45
  fireEvent.timeUpdate(video)
  expect(screen.getByText('Gravity')).toBeTruthy()
  expect(screen.getByRole('slider', { name: 'Seek' }).getAttribute('aria-valuetext')).toBe(
    '0:45 of 1:40, Gravity',
  )
})

test('Shift with an arrow goes to the next chapter, to the start of this one, and to the one before', () => {
  const { video, frame, now } = show({ chapters })
  const press = (key: string) => fireEvent.keyDown(frame, { key, shiftKey: true })
  const at = (seconds: number) => {
    video.currentTime = seconds
    fireEvent.timeUpdate(video)
  }
  at(10)
  press('ArrowRight')
  expect(now()).toBe(40)
  at(50)
  press('ArrowLeft')
  expect(now()).toBe(40)
  at(41)
  press('ArrowLeft')
  expect(now()).toBe(0)
  at(80)
  press('ArrowRight')
  expect(now()).toBe(80)
})

test('a chapter is chosen in the settings', () => {
  const { now } = show({ chapters })
  fireEvent.click(screen.getByRole('button', { name: 'Player settings' }))
  const choice = screen.getByRole('combobox', { name: 'Chapter' })
  expect([...choice.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    '0:00 Orbits',
    '0:40 Gravity',
    '1:10 Questions',
  ])
  fireEvent.change(choice, { target: { value: '2' } })
  expect(now()).toBe(70)
})

test('preferences that the viewer chose before hold for the next video', () => {
  const { video } = show({ preferences: { ...defaultPreferences, speed: 1.75, volume: 0.4, muted: true } })
  expect(video.playbackRate).toBe(1.75)
  expect(video.volume).toBe(0.4)
  expect(video.muted).toBe(true)
})

test('the end covers the picture until it is played again', () => {
  const { video, finish } = show({
    end: (replay) => (
      <button type="button" onClick={replay}>
        Replay
      </button>
    ),
  })
  act(() => void video.play())
  expect(screen.queryByRole('button', { name: 'Replay' })).toBeNull()
  act(finish)
  fireEvent.click(screen.getByRole('button', { name: 'Replay' }))
  expect(video.paused).toBe(false)
  expect(screen.queryByRole('button', { name: 'Replay' })).toBeNull()
})

test('a later position moves a video that was not started, and no other', () => {
  const { video, now, change } = show({ startAt: 20 })
  expect(now()).toBe(20)
  change({ startAt: 60 })
  expect(now()).toBe(60)
  act(() => void video.play())
  change({ startAt: 80 })
  expect(now()).toBe(60)
})

test('a playing video that is scrolled away is shown small; closing it pauses', () => {
  const { video, frame } = show({ docks: true })
  act(() => see(0))
  expect(frame.hasAttribute('data-docked')).toBe(false)
  act(() => see(1))
  act(() => void video.play())
  act(() => see(0))
  expect(frame.hasAttribute('data-docked')).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Close small player' }))
  expect(frame.hasAttribute('data-docked')).toBe(false)
  expect(video.paused).toBe(true)
})

test('settings close by Escape and return the focus to their button', () => {
  show()
  const button = screen.getByRole('button', { name: 'Player settings' })
  fireEvent.click(button)
  const speed = screen.getAllByRole('combobox', { name: 'Speed' }).at(-1)
  expect(document.activeElement).toBe(speed)
  fireEvent.keyDown(speed ?? button, { key: 'Escape' })
  expect(screen.getAllByRole('combobox', { name: 'Speed' })).toHaveLength(1)
  expect(document.activeElement).toBe(button)
})

test('captions begin in the language of the page, and turning them on chooses no language', () => {
  document.documentElement.lang = 'ms'
  const languages = ['en', 'ms']
  const captions = languages.map((language) => ({ src: `/${language}.vtt`, language, label: language }))
  const { video, remembered, key } = show({ captions })
  const tracks = languages.map((language) =>
    Object.assign(new EventTarget(), { language, mode: 'disabled', activeCues: [] }),
  )
  Object.defineProperty(video, 'textTracks', { value: tracks })
  fireEvent.loadedMetadata(video)
  key('c')
  expect(tracks.map(({ mode }) => mode)).toEqual(['disabled', 'hidden'])
  expect(remembered).toEqual([{ captions: true }])
  document.documentElement.removeAttribute('lang')
})

test('captions stand below the picture where the page has room and the viewer did not choose otherwise', () => {
  const captions = [{ src: '/1.vtt', language: 'en', label: 'English' }]
  const isBelow = (props: Partial<PlayerProps>) => {
    cleanup()
    const { video, key } = show({ captions, ...props })
    const track = Object.assign(new EventTarget(), { language: 'en', mode: 'disabled', activeCues: [] })
    Object.defineProperty(video, 'textTracks', { value: [track] })
    fireEvent.loadedMetadata(video)
    const place = document.querySelector('.ap-player-place')
    const before = place?.hasAttribute('data-captions-below')
    key('c')
    return [before, place?.hasAttribute('data-captions-below')]
  }
  expect(isBelow({ roomBelow: true })).toEqual([false, true])
  expect(isBelow({ roomBelow: false })).toEqual([false, false])
  const preferences = { ...defaultPreferences, captionPlace: 'over' as const }
  expect(isBelow({ roomBelow: true, preferences })).toEqual([false, false])
})

/** Renders a video that was loaded before React mounted it, so that its events were lost. */
function showLoaded(play: () => Promise<void>, props: Partial<PlayerProps>) {
  const prototype = HTMLMediaElement.prototype
  vi.spyOn(prototype, 'readyState', 'get').mockReturnValue(4)
  const started = vi.spyOn(prototype, 'play').mockImplementation(play)
  const { container } = render(<Player src="/a.mp4" labels={labels} autoPlay {...props} />)
  const video = container.querySelector('video')
  if (!video) throw new Error('There is no video')
  return { video, started }
}

test('a video that loads before it is mounted starts with the choices of its viewer', () => {
  const { video, started } = showLoaded(() => Promise.resolve(), {
    preferences: { ...defaultPreferences, speed: 1.75, volume: 0.4 },
  })
  expect(started).toHaveBeenCalledOnce()
  expect([video.playbackRate, video.volume]).toEqual([1.75, 0.4])
  expect(screen.getAllByRole('button', { name: 'Play' })).toHaveLength(1)
})

test('a video that the browser does not start shows the large start button', async () => {
  showLoaded(() => Promise.reject(new DOMException('no gesture', 'NotAllowedError')), {})
  await act(async () => undefined)
  expect(screen.getAllByRole('button', { name: 'Play' })).toHaveLength(2)
})

test('a video that ends while it is shown small has its end cover, which stays when it is in view again', () => {
  const { video, finish } = show({ docks: true, end: () => <input aria-label="Cover" defaultValue="" /> })
  act(() => void video.play())
  act(() => see(0))
  act(finish)
  const cover = screen.getByRole('textbox', { name: 'Cover' })
  act(() => see(1))
  expect(screen.getByRole('textbox', { name: 'Cover' })).toBe(cover)
})
