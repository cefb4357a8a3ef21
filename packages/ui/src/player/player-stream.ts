/** Plays a video in several qualities (HLS) on the player's own element, and falls back to the plain file on failure. */
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

export type PlayerStoryboard = {
  url: string
  everySeconds: number
  columns: number
  tiles: number
  /** The size is that of one tile, in pixels. */
  width: number
  height: number
}

export type PlayerStream = {
  /** The URL leads to the playlist of all qualities. */
  url: string
  /** The size is the shorter side of the picture; the best quality is first. Each quality has its own playlist. */
  qualities: readonly { size: number; url: string }[]
  /** The playlist contains only the sound. */
  audioUrl?: string
  poster?: string
  storyboard?: PlayerStoryboard
}

export const automatic = 'auto'
export const soundOnly = 'audio'

export interface StreamEngine {
  choose(quality: string): void
  stop(): void
}

/** Returns true when the browser's own data saver is on. */
const savesData = (): boolean =>
  'connection' in navigator &&
  typeof navigator.connection === 'object' &&
  navigator.connection !== null &&
  'saveData' in navigator.connection &&
  navigator.connection.saveData === true

/** Returns the quality to play. A choice from another video that this video does not offer counts as no choice. */
export function qualityOf({ qualities, audioUrl }: PlayerStream, chosen: string | null): string {
  if (chosen === soundOnly && audioUrl !== undefined) return chosen
  if (chosen !== null && qualities.some(({ size }) => String(size) === chosen)) return chosen
  return chosen === null && savesData() ? String(qualities.at(-1)?.size ?? automatic) : automatic
}

/** Returns the address of the playlist that contains only this quality. Falls back to the playlist of all qualities. */
export function playlistOf({ url, qualities, audioUrl }: PlayerStream, quality: string): string {
  if (quality === soundOnly) return audioUrl ?? url
  return qualities.find(({ size }) => String(size) === quality)?.url ?? url
}

export interface StreamOptions {
  quality: string
  startAt: number
  /** The engine calls this function before it loads another playlist, which starts from the beginning. */
  onSwitch: () => void
  /** The engine calls this function when it cannot continue playback. */
  onFailed: () => void
}

type Attach = (element: HTMLVideoElement, stream: PlayerStream, options: StreamOptions) => StreamEngine

const hasMediaSources = () => 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis

const loadEngine = async (): Promise<Attach> =>
  hasMediaSources()
    ? (await import('./stream-engine.ts')).attachStream
    : (await import('./native-stream.ts')).attachNative

export interface Streaming {
  /** True means that the element plays the stream, false that it plays the plain file. */
  isActive: boolean
  /** Gives the stream up. The plain file continues at the same position. */
  fail: () => void
  /** Moves the element to the position of the source before. Returns false when there was none. */
  onLoaded: (element: HTMLVideoElement) => boolean
}

export function useStream(
  video: RefObject<HTMLVideoElement | null>,
  stream: PlayerStream | undefined,
  { chosen, startAt }: { chosen: string | null; startAt: number },
): Streaming {
  const [hasFailed, setFailed] = useState(false)
  const isActive = stream !== undefined && !hasFailed
  const engine = useRef<StreamEngine | null>(null)
  const resume = useRef<{ seconds: number; plays: boolean } | null>(null)
  const quality = stream ? qualityOf(stream, chosen) : automatic
  // The engine reads these values when its code has loaded. The second effect handles later choices.
  const latest = useRef({ quality, startAt })
  useEffect(() => {
    latest.current = { quality, startAt }
  })
  const note = () => {
    const element = video.current
    if (!element) return
    const seconds = element.currentTime > 0 ? element.currentTime : (resume.current?.seconds ?? 0)
    const plays = !element.paused || (resume.current?.plays ?? false)
    resume.current = { seconds, plays }
  }
  const fail = () => {
    note()
    setFailed(true)
  }

  useEffect(() => {
    if (!isActive) return undefined
    let isOver = false
    const failUnlessOver = () => {
      if (!isOver) fail()
    }
    loadEngine().then((attach) => {
      const element = video.current
      if (isOver || !element) return
      // The viewer may have pressed Play before the engine was loaded, so the position is noted.
      if (!element.paused) note()
      const options = { ...latest.current, onSwitch: note, onFailed: failUnlessOver }
      engine.current = attach(element, stream, options)
    }, failUnlessOver)
    return () => {
      isOver = true
      engine.current?.stop()
      engine.current = null
    }
    // The effect ignores later addresses, because signatures in addresses change every hour.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isActive, stream?.url])

  useEffect(() => engine.current?.choose(quality), [quality])
  useEffect(() => {
    if (hasFailed) video.current?.load()
  }, [hasFailed, video])

  return {
    isActive,
    fail,
    onLoaded: (element) => {
      const from = resume.current
      resume.current = null
      if (!from) return false
      if (from.seconds > 0) element.currentTime = from.seconds
      // The browser may refuse to start the video. The video then stays paused, and the controls show this.
      if (from.plays) element.play().catch(() => undefined)
      return from.seconds > 0
    },
  }
}
