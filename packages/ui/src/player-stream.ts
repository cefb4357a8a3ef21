/** A video in several qualities (HLS) on the player's own element, with the plain file when it fails. */
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

export type PlayerStoryboard = {
  url: string
  everySeconds: number
  columns: number
  tiles: number
  /** Of one tile, in pixels. */
  width: number
  height: number
}

export type PlayerStream = {
  /** The playlist of all qualities. */
  url: string
  /** By the shorter side of the picture, the best first; each with a playlist of its own. */
  qualities: readonly { size: number; url: string }[]
  /** The playlist of the sound alone. */
  audioUrl?: string
  poster?: string
  storyboard?: PlayerStoryboard
}

export const automatic = 'auto'
export const soundOnly = 'audio'

/** Plays a stream on an element. */
export interface StreamEngine {
  choose(quality: string): void
  stop(): void
}

/** The order of the browser's own data saver. */
const savesData = (): boolean =>
  'connection' in navigator &&
  typeof navigator.connection === 'object' &&
  navigator.connection !== null &&
  'saveData' in navigator.connection &&
  navigator.connection.saveData === true

/** The choice that this video offers: another one of an earlier video counts as none. */
export function qualityOf({ qualities, audioUrl }: PlayerStream, chosen: string | null): string {
  if (chosen === soundOnly && audioUrl !== undefined) return chosen
  if (chosen !== null && qualities.some(({ size }) => String(size) === chosen)) return chosen
  return chosen === null && savesData() ? String(qualities.at(-1)?.size ?? automatic) : automatic
}

/** The playlist of one choice alone. */
export function playlistOf({ url, qualities, audioUrl }: PlayerStream, quality: string): string {
  if (quality === soundOnly) return audioUrl ?? url
  return qualities.find(({ size }) => String(size) === quality)?.url ?? url
}

export interface StreamOptions {
  quality: string
  startAt: number
  /** Before another playlist is loaded, which begins anew. */
  onSwitch: () => void
  /** Nothing more is played. */
  onFailed: () => void
}

type Attach = (element: HTMLVideoElement, stream: PlayerStream, options: StreamOptions) => StreamEngine

const hasMediaSources = () => 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis

const loadEngine = async (): Promise<Attach> =>
  hasMediaSources()
    ? (await import('./stream-engine.ts')).attachStream
    : (await import('./native-stream.ts')).attachNative

export interface Streaming {
  /** The element gets its data from the stream; otherwise from the plain file. */
  isActive: boolean
  /** Ends the stream: the plain file continues at the same position. */
  fail: () => void
  /** Continues where the last source was. False: this source is the first. */
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
  // Read when the engine has loaded; later choices are the second effect's.
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
      // A press of Play before the engine was there.
      if (!element.paused) note()
      const options = { ...latest.current, onSwitch: note, onFailed: failUnlessOver }
      engine.current = attach(element, stream, options)
    }, failUnlessOver)
    return () => {
      isOver = true
      engine.current?.stop()
      engine.current = null
    }
    // The page keeps the first address: signatures change every hour.
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
      // A refused start leaves it paused, as the controls show.
      if (from.plays) element.play().catch(() => undefined)
      return from.seconds > 0
    },
  }
}
