/** Plays a stream without hls.js, in browsers that have no media sources but play streams themselves, such as older iPhones. */
import { playlistOf, type PlayerStream, type StreamEngine, type StreamOptions } from './player-stream.ts'

export function attachNative(
  element: HTMLVideoElement,
  stream: PlayerStream,
  { quality, onSwitch, onFailed }: StreamOptions,
): StreamEngine {
  if (element.canPlayType('application/vnd.apple.mpegurl') === '') queueMicrotask(onFailed)
  else element.src = playlistOf(stream, quality)
  return {
    choose: (wanted) => {
      onSwitch()
      element.src = playlistOf(stream, wanted)
    },
    stop: () => element.removeAttribute('src'),
  }
}
