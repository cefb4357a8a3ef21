/** Runs hls.js on the player's element. The code is loaded only for videos with a stream. */
import Hls from 'hls.js/light'
import {
  playlistOf,
  soundOnly,
  type PlayerStream,
  type StreamEngine,
  type StreamOptions,
} from './player-stream.ts'

/** The engine loads this number of seconds ahead. */
const ahead = 30

export function attachStream(
  element: HTMLVideoElement,
  stream: PlayerStream,
  { quality, startAt, onSwitch, onFailed }: StreamOptions,
): StreamEngine {
  const hls = new Hls({
    // Segments are played without conversion, and a worker from a blob would need a wider content policy.
    enableWorker: false,
    startPosition: startAt > 0 ? startAt : -1,
    maxBufferLength: ahead,
    maxMaxBufferLength: 2 * ahead,
    backBufferLength: ahead,
  })
  let isSound = quality === soundOnly
  let wanted = quality
  const select = () => {
    if (isSound) return
    const height = (level: { width: number; height: number }) => Math.min(level.width, level.height)
    hls.nextLevel = hls.levels.findIndex((level) => String(height(level)) === wanted)
  }
  hls.on(Hls.Events.MANIFEST_PARSED, select)
  hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
    if (fatal) onFailed()
  })
  hls.loadSource(isSound ? playlistOf(stream, soundOnly) : stream.url)
  hls.attachMedia(element)
  return {
    choose(next) {
      if (next === wanted) return
      wanted = next
      const willBeSound = next === soundOnly
      if (willBeSound === isSound) {
        select()
        return
      }
      isSound = willBeSound
      onSwitch()
      hls.config.startPosition = element.currentTime
      hls.loadSource(isSound ? playlistOf(stream, soundOnly) : stream.url)
    },
    stop: () => hls.destroy(),
  }
}
