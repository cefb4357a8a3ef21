import { useCallback, useEffect, useState } from 'react'
import type { RefObject } from 'react'

export type Playback = {
  playing: boolean
  /** Seconds. */
  time: number
  duration: number
  /** Percent loaded. */
  buffered: number
  /** 0 to 1. */
  volume: number
  muted: boolean
  speed: number
  captions: boolean
  fullScreen: boolean
}

const atRest: Playback = {
  playing: false,
  time: 0,
  duration: 0,
  buffered: 0,
  volume: 1,
  muted: false,
  speed: 1,
  captions: false,
  fullScreen: false,
}

function playbackOf(element: HTMLVideoElement): Omit<Playback, 'fullScreen'> {
  const { buffered, duration } = element
  return {
    playing: !element.paused && !element.ended,
    time: element.currentTime,
    duration: Number.isFinite(duration) ? duration : 0,
    buffered: buffered.length > 0 && duration > 0 ? (buffered.end(buffered.length - 1) / duration) * 100 : 0,
    volume: element.volume,
    muted: element.muted,
    speed: element.playbackRate,
    captions: [...element.textTracks].some((track) => track.mode === 'showing'),
  }
}

/** The state of a video, read from the element itself, and its controls. */
export function usePlayback(video: RefObject<HTMLVideoElement | null>, frame: RefObject<HTMLElement | null>) {
  const [state, setState] = useState(atRest)

  const read = useCallback(() => {
    const element = video.current
    if (!element) return
    const fullScreen = document.fullscreenElement !== null && document.fullscreenElement === frame.current
    setState({ ...playbackOf(element), fullScreen })
  }, [video, frame])

  useEffect(() => {
    // leaving full screen by Esc is no press here
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [read])

  const withVideo = (act: (element: HTMLVideoElement) => void) => () => {
    if (video.current) act(video.current)
    read()
  }
  const limited = (value: number, top: number) => Math.min(top, Math.max(0, value))

  return [
    state,
    {
      read,
      toggle: withVideo((element) => {
        if (!element.paused && !element.ended) element.pause()
        // a refused start (no gesture, source failed) leaves it paused, and the error event reports the rest
        else element.play().catch(read)
      }),
      seek: (seconds: number) =>
        withVideo((element) => {
          element.currentTime = limited(seconds, element.duration || 0)
        })(),
      skip: (seconds: number) =>
        withVideo((element) => {
          element.currentTime = limited(element.currentTime + seconds, element.duration || 0)
        })(),
      setVolume: (volume: number) =>
        withVideo((element) => {
          element.volume = limited(volume, 1)
          element.muted = volume <= 0
        })(),
      toggleMute: withVideo((element) => {
        element.muted = !element.muted
        if (!element.muted && element.volume === 0) element.volume = 0.5
      }),
      setSpeed: (speed: number) =>
        withVideo((element) => {
          element.playbackRate = speed
        })(),
      toggleCaptions: withVideo((element) => {
        const tracks = [...element.textTracks]
        const shown = tracks.some((track) => track.mode === 'showing')
        tracks.forEach((track, index) => {
          track.mode = !shown && index === 0 ? 'showing' : 'disabled'
        })
      }),
      toggleFullScreen: withVideo((element) => {
        if (document.fullscreenElement) document.exitFullscreen().catch(read)
        else if (frame.current && 'requestFullscreen' in frame.current)
          frame.current.requestFullscreen().catch(read)
        // iPhones show only the video itself full screen
        else if ('webkitEnterFullscreen' in element && typeof element.webkitEnterFullscreen === 'function') {
          element.webkitEnterFullscreen()
        }
      }),
    },
  ] as const
}
