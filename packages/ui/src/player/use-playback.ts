import { useCallback, useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { PlayerPreferences } from './player-preferences.ts'

export type Playback = {
  playing: boolean
  ended: boolean
  /** True means that the video plays but its next picture is not loaded yet. */
  waiting: boolean
  /** The unit is seconds. */
  time: number
  duration: number
  /** Tells how much of the video is loaded, in percent. */
  buffered: number
  /** The range is 0 to 1. */
  volume: number
  muted: boolean
  speed: number
  /** The value is the language of the visible captions; null means none. */
  captions: string | null
  fullScreen: boolean
  pictureInPicture: boolean
}

const atRest: Playback = {
  playing: false,
  ended: false,
  waiting: false,
  time: 0,
  duration: 0,
  buffered: 0,
  volume: 1,
  muted: false,
  speed: 1,
  captions: null,
  fullScreen: false,
  pictureInPicture: false,
}

const tracksOf = (element: HTMLVideoElement): TextTrack[] => [...element.textTracks]

/**
 * Returns the track whose captions are visible, or undefined. The player draws a `hidden` track, and the browser a `showing` one.
 */
export const shownTrack = (element: HTMLVideoElement): TextTrack | undefined =>
  tracksOf(element).find((track) => track.mode !== 'disabled')

function playbackOf(element: HTMLVideoElement): Omit<Playback, 'fullScreen'> {
  const { buffered, duration } = element
  const playing = !element.paused && !element.ended
  return {
    playing,
    ended: element.ended,
    waiting: playing && element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    time: element.currentTime,
    duration: Number.isFinite(duration) ? duration : 0,
    buffered: buffered.length > 0 && duration > 0 ? (buffered.end(buffered.length - 1) / duration) * 100 : 0,
    volume: element.volume,
    muted: element.muted,
    speed: element.playbackRate,
    captions: shownTrack(element)?.language ?? null,
    pictureInPicture: document.pictureInPictureElement === element,
  }
}

/** Selects the captions of one language, or none. The player draws them, so the browser does not. */
function chooseTrack(element: HTMLVideoElement, language: string | null): void {
  for (const track of tracksOf(element)) track.mode = track.language === language ? 'hidden' : 'disabled'
}

/**
 * Returns the preferred language, or the page's language when the viewer prefers none. If the video has no captions in that
 * language, returns the first language that it has.
 */
const languageFor = (element: HTMLVideoElement, preferred: string | null): string | null => {
  const languages = tracksOf(element).map(({ language }) => language)
  const wanted = preferred ?? document.documentElement.lang
  return languages.find((language) => language === wanted) ?? languages[0] ?? null
}

const limited = (value: number, top: number) => Math.min(top, Math.max(0, value))

/** iPhones support full screen only for the video element itself. */
type WithNativeFullScreen = { webkitEnterFullscreen: () => void }
const hasNativeFullScreen = (element: object): element is WithNativeFullScreen =>
  'webkitEnterFullscreen' in element && typeof element.webkitEnterFullscreen === 'function'

/** Performs an action on the element and then reads the state of the element again. */
type WithVideo = (act: (element: HTMLVideoElement) => void) => void

/** Returns the controls of position and playback. `read` is called after the browser has refused to start the video. */
const positionControls = (withVideo: WithVideo, read: () => void) => {
  // The browser may refuse a start, without a gesture or after a failed source. The video then stays paused, and the error event
  // reports a failure.
  const start = (element: HTMLVideoElement, onRefused?: () => void) =>
    void element.play().catch(() => {
      read()
      onRefused?.()
    })
  return {
    /** `onRefused` runs when the browser does not start the video. */
    play: (onRefused?: () => void) => withVideo((element) => start(element, onRefused)),
    pause: () => withVideo((element) => element.pause()),
    toggle: () =>
      withVideo((element) => {
        if (!element.paused && !element.ended) element.pause()
        else start(element)
      }),
    seek: (seconds: number) =>
      withVideo((element) => {
        element.currentTime = limited(seconds, element.duration || 0)
      }),
    skip: (seconds: number) =>
      withVideo((element) => {
        element.currentTime = limited(element.currentTime + seconds, element.duration || 0)
      }),
  }
}

/** Returns the controls of the viewer's lasting choices; `remember` receives each choice. */
const choiceControls = (
  withVideo: WithVideo,
  preferences: PlayerPreferences,
  remember: (chosen: Partial<PlayerPreferences>) => void,
) => {
  return {
    /** Applies the viewer's choices to a video that has just been loaded. */
    apply: () =>
      withVideo((element) => {
        element.volume = preferences.volume
        element.muted = preferences.muted
        // The browser resets the playback rate to this default when it loads another source.
        element.defaultPlaybackRate = preferences.speed
        element.playbackRate = preferences.speed
        const language = preferences.captions ? languageFor(element, preferences.captionLanguage) : null
        chooseTrack(element, language)
      }),
    setVolume: (volume: number) =>
      withVideo((element) => {
        element.volume = limited(volume, 1)
        element.muted = volume <= 0
        remember({ volume: element.volume, muted: element.muted })
      }),
    toggleMute: () =>
      withVideo((element) => {
        element.muted = !element.muted
        if (!element.muted && element.volume === 0) element.volume = 0.5
        remember({ volume: element.volume, muted: element.muted })
      }),
    setSpeed: (speed: number) =>
      withVideo((element) => {
        element.defaultPlaybackRate = speed
        element.playbackRate = speed
        remember({ speed })
      }),
    /** Null turns the captions off. */
    chooseCaptions: (language: string | null) =>
      withVideo((element) => {
        chooseTrack(element, language)
        remember(language === null ? { captions: false } : { captions: true, captionLanguage: language })
      }),
    toggleCaptions: () =>
      withVideo((element) => {
        const language = shownTrack(element) ? null : languageFor(element, preferences.captionLanguage)
        chooseTrack(element, language)
        // The viewer has switched captions on or off without choosing a language, so only that is stored.
        remember({ captions: language !== null })
      }),
  }
}

/** Returns the controls of full screen and picture in picture. */
const placeControls = (withVideo: WithVideo, frame: RefObject<HTMLElement | null>, read: () => void) => ({
  togglePictureInPicture: () =>
    withVideo((element) => {
      if (document.pictureInPictureElement) document.exitPictureInPicture().catch(read)
      else element.requestPictureInPicture().catch(read)
    }),
  toggleFullScreen: () =>
    withVideo((element) => {
      if (document.fullscreenElement) document.exitFullscreen().catch(read)
      else if (frame.current && 'requestFullscreen' in frame.current)
        frame.current.requestFullscreen().catch(read)
      else if (hasNativeFullScreen(element)) element.webkitEnterFullscreen()
    }),
})

/** Returns the state of a video, read from the element itself, and its controls. `frame` is the element that fills the screen. */
export function usePlayback(
  video: RefObject<HTMLVideoElement | null>,
  frame: RefObject<HTMLElement | null>,
  preferences: PlayerPreferences,
  remember: (chosen: Partial<PlayerPreferences>) => void,
) {
  const [state, setState] = useState(atRest)

  const read = useCallback(() => {
    const element = video.current
    if (!element) return
    const fullScreen = document.fullscreenElement !== null && document.fullscreenElement === frame.current
    setState({ ...playbackOf(element), fullScreen })
  }, [video, frame])

  useEffect(() => {
    const element = video.current
    // Escape or the browser's own button can also end picture in picture.
    const events = ['enterpictureinpicture', 'leavepictureinpicture'] as const
    document.addEventListener('fullscreenchange', read)
    for (const event of events) element?.addEventListener(event, read)
    return () => {
      document.removeEventListener('fullscreenchange', read)
      for (const event of events) element?.removeEventListener(event, read)
    }
  }, [read, video])

  useEffect(() => {
    if (!frame.current || document.fullscreenElement !== frame.current) return undefined
    // The player of the next video has appeared in full screen. It takes the focus, so that its keys work, after the page has moved
    // the focus because its address changed.
    const turn = requestAnimationFrame(() => video.current?.closest<HTMLElement>('.ap-player')?.focus())
    return () => cancelAnimationFrame(turn)
  }, [video, frame])

  const withVideo: WithVideo = (act) => {
    if (video.current) act(video.current)
    read()
  }
  return [
    state,
    {
      read,
      ...positionControls(withVideo, read),
      ...choiceControls(withVideo, preferences, remember),
      ...placeControls(withVideo, frame, read),
    },
  ] as const
}

export type PlaybackControl = ReturnType<typeof usePlayback>[1]
