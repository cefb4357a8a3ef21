/**
 * These tests cover browsers without media sources, such as the test environment; e2e/teaching/video-stream.deep.spec.ts covers the others.
 */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Preview } from './player-preview.tsx'
import { playlistOf, qualityOf, useStream, type PlayerStream } from './player-stream.ts'
import { useRef } from 'react'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const stream: PlayerStream = {
  url: '/main.m3u8',
  qualities: [
    { size: 720, url: '/720.m3u8' },
    { size: 480, url: '/480.m3u8' },
  ],
  audioUrl: '/audio.m3u8',
}

function Screen({ chosen }: { chosen: string | null }) {
  const video = useRef<HTMLVideoElement>(null)
  const { isActive, fail } = useStream(video, stream, { chosen, startAt: 0 })
  return (
    <>
      <video ref={video} data-testid="video" />
      <button type="button" onClick={fail}>
        {isActive ? 'stream' : 'file'}
      </button>
    </>
  )
}

function show(plays: CanPlayTypeResult) {
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue(plays)
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue()
  const { rerender } = render(<Screen chosen={null} />)
  const address = () => screen.getByTestId('video').getAttribute('src')
  return { address, choose: (chosen: string) => rerender(<Screen chosen={chosen} />) }
}

test('a browser that plays streams by itself gets the playlist of the chosen quality', async () => {
  const { address, choose } = show('maybe')
  await waitFor(() => expect(address()).toBe('/main.m3u8'))
  choose('480')
  expect(address()).toBe('/480.m3u8')
  choose('audio')
  expect(address()).toBe('/audio.m3u8')
})

test('a failed stream leaves the element to the plain file', async () => {
  const { address } = show('maybe')
  await waitFor(() => expect(address()).toBe('/main.m3u8'))
  fireEvent.click(screen.getByRole('button', { name: 'stream' }))
  expect(screen.getByRole('button', { name: 'file' })).toBeTruthy()
  expect(address()).toBeNull()
})

test('a browser that plays no streams gets the plain file', async () => {
  show('')
  expect(await screen.findByRole('button', { name: 'file' })).toBeTruthy()
})

test('a quality that the video does not have counts as no choice, and a data saver takes the lowest', () => {
  expect(qualityOf(stream, '360')).toBe('auto')
  expect(qualityOf(stream, '720')).toBe('720')
  expect(qualityOf({ url: stream.url, qualities: stream.qualities }, 'audio')).toBe('auto')
  expect(qualityOf(stream, null)).toBe('auto')
  expect(playlistOf(stream, 'auto')).toBe('/main.m3u8')
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  expect(qualityOf(stream, null)).toBe('480')
  expect(qualityOf(stream, 'auto')).toBe('auto')
})

test('the preview shows the tile of the second under the pointer, and hides when the pointer leaves', () => {
  const storyboard = { url: '/s.jpg', everySeconds: 10, columns: 10, tiles: 25, width: 160, height: 90 }
  function Bar() {
    const slider = useRef<HTMLInputElement>(null)
    return (
      <>
        <Preview storyboard={storyboard} slider={slider} duration={250} />
        <input ref={slider} type="range" max={250} defaultValue={40} />
      </>
    )
  }
  const { container } = render(<Bar />)
  const bar = screen.getByRole('slider')
  vi.spyOn(bar, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 500, 10))
  const shown = () => container.querySelector('svg')?.getAttribute('viewBox')
  fireEvent.pointerMove(bar, { clientX: 268 })
  expect(shown()).toBe('480 90 160 90')
  expect(screen.getByText('2:14')).toBeTruthy()
  fireEvent.pointerMove(bar, { clientX: 900 })
  expect(shown()).toBe('640 180 160 90')
  fireEvent.pointerLeave(bar)
  expect(shown()).toBeUndefined()
  fireEvent.keyUp(bar, { key: 'ArrowRight' })
  expect(shown()).toBe('640 0 160 90')
})
