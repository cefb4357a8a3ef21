import { useCallback, useEffect, useEffectEvent, useId, useReducer, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { Spinner } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/icon.tsx'
import { Captions } from './player-captions.tsx'
import { ControlRow, PlayerButton, PlayerSettings, SeekBar, type SettingsProps } from './player-controls.tsx'
import type { PlayerChapter } from './player-chapters.tsx'
import { handleKey } from './player-keys.ts'
import type { PlayerLabels } from './player-labels.ts'
import { defaultPreferences, type PlayerPreferences } from './player-preferences.ts'
import { useStream, type PlayerStream, type Streaming } from './player-stream.ts'
import { useAwake } from './use-awake.ts'
import { useDocked } from './use-docked.ts'
import { usePlayback, type Playback, type PlaybackControl } from './use-playback.ts'
import { useTaps, type Skipped } from './use-taps.ts'
import './player.css'

export type { PlayerStream } from './player-stream.ts'
export type { PlayerLabels } from './player-labels.ts'

export type PlayerProps = {
  src: string
  type?: string
  poster?: string
  /** The stream has the same video in several qualities; `src` plays when the stream fails. */
  stream?: PlayerStream | undefined
  captions?: readonly { src: string; language: string; label: string }[]
  labels: PlayerLabels
  /** Receives the video element, for parts of the page that follow the video or move it. */
  videoRef?: RefObject<HTMLVideoElement | null>
  /** Fills the screen instead of the player, when it contains the players of one video after another. */
  stage?: RefObject<HTMLElement | null>
  /** The start position is in seconds. If it changes before the video was started, the video moves to the new position. */
  startAt?: number
  /** True plays the video as soon as it is loaded, if the browser allows this. */
  autoPlay?: boolean
  speeds?: readonly number[]
  preferences?: PlayerPreferences
  /** The function receives the choices that should also apply to the next video. */
  onPreferences?: (chosen: Partial<PlayerPreferences>) => void
  /** The settings panel shows these further settings of the page after its own. */
  settings?: ReactNode
  /** The handler runs about four times a second during playback. Both values are in seconds. */
  onTime?: (seconds: number, duration: number) => void
  onPlayingChange?: (playing: boolean) => void
  onEnded?: () => void
  onError?: () => void
  /** The names are lower-case letters that the player does not use itself. */
  keys?: Readonly<Record<string, () => void>>
  /** The seek bar marks these seconds. */
  marks?: readonly number[]
  /** The viewer has skipped these parts, `[from, to]` in seconds. The seek bar shows them in a subdued style. */
  gaps?: readonly (readonly [from: number, to: number])[]
  chapters?: readonly PlayerChapter[]
  /** Covers the picture when the video has ended. */
  end?: (replay: () => void) => ReactNode
  /** True shows a playing video small in a corner when it is scrolled out of view. */
  docks?: boolean
  /**
   * True allows captions below the picture on upright phones. The page must then show nothing there that follows the video, such as
   * a transcript.
   */
  roomBelow?: boolean
  /** True extends the player to the edges of its `ap-wrap` on phones. */
  bleed?: boolean
  className?: string
}

/** Setting the source of a stream also rejects a start, which does not undo a video that has begun. */
const laterStart = (was: Start, next: Start): Start => (was === 'begun' ? was : next)

/** `refused` means that the browser does not play the video without a press on it. */
type Start = 'awaited' | 'refused' | 'begun'

/** Returns how the video starts, and whether nothing has started or refused it yet. */
function useStart(startAt: number, autoPlay: boolean) {
  const [start, onStart] = useReducer(laterStart, 'awaited')
  return [{ startAt, autoPlay, begun: start === 'begun', onStart }, start === 'awaited'] as const
}

const usualSpeeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]

/** Returns the page's ref, or a new one when the page gives none. */
function useOwnRef<T>(given: RefObject<T | null> | undefined): RefObject<T | null> {
  const own = useRef<T>(null)
  return given ?? own
}

const areBelow = ({ captions }: Playback, { captionPlace }: PlayerPreferences) =>
  captionPlace === 'below' && captions !== null

const mayDock = ({ fullScreen, pictureInPicture }: Playback) => !fullScreen && !pictureInPicture

/**
 * Renders the frame and controls around a native video, dark in both themes. player-keys.ts handles keys and use-taps.ts handles
 * touches.
 */
export function Player({
  captions = [],
  labels,
  videoRef,
  stage,
  startAt = 0,
  autoPlay = false,
  speeds = usualSpeeds,
  preferences = defaultPreferences,
  onPreferences,
  settings,
  keys = {},
  marks = [],
  gaps = [],
  chapters = [],
  end,
  stream,
  docks = false,
  roomBelow = false,
  bleed,
  className,
  ...media
}: PlayerProps) {
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const video = useOwnRef(videoRef)
  const remember = (chosen: Partial<PlayerPreferences>) => onPreferences?.(chosen)
  const [state, control] = usePlayback(video, stage ?? frame, preferences, remember)
  const streaming = useStream(video, stream, { chosen: preferences.quality, startAt })
  const { awake, wake, signs } = useAwake(state.playing)
  const taps = useTaps(awake, wake, control)
  const { docked, undocked, undock } = useDocked(place, docks && mayDock(state), state.playing)
  const shared = { state, control, labels, frame, captions }
  const [starting, isAwaited] = useStart(startAt, autoPlay)
  const choices = { speeds, preferences, remember, marks, gaps, chapters }

  return (
    <div
      ref={place}
      className={classNames('ap-player-place', className)}
      data-bleed={bleed || undefined}
      data-captions-below={(roomBelow && areBelow(state, preferences)) || undefined}
    >
      <div
        ref={frame}
        className="ap-player"
        role="group"
        aria-label={labels.player}
        tabIndex={-1}
        data-idle={!awake || undefined}
        data-docked={docked || undefined}
        data-undocked={undocked || undefined}
        onKeyDown={(event) => {
          wake()
          handleKey(event, { state, control, hasCaptions: captions.length > 0, speeds, chapters, keys })
        }}
        onPointerDown={taps.onPointerDown}
        {...signs}
      >
        <Video
          ref={video}
          {...media}
          {...shared}
          {...starting}
          poster={media.poster ?? stream?.poster}
          streaming={streaming}
          taps={taps}
        />
        <Captions video={video} language={state.captions} size={preferences.captionSize} />
        <Signs {...shared} begun={starting.begun || (autoPlay && isAwaited)} skipped={taps.skipped} />
        {state.ended && end && <EndOverlay>{end(() => control.play())}</EndOverlay>}
        <Controls {...shared} {...choices} stream={streaming.isActive ? stream : undefined}>
          {settings}
        </Controls>
        {docked && <CloseButton label={labels.close} control={control} undock={undock} />}
      </div>
    </div>
  )
}

/** The button belongs to the small player in the corner. */
const CloseButton = ({
  label,
  control,
  undock,
}: {
  label: string
  control: PlaybackControl
  undock: () => void
}) => (
  <PlayerButton
    className="ap-player-close"
    icon="close"
    label={label}
    onClick={() => {
      control.pause()
      undock()
    }}
  />
)

/** Shows the skipped seconds, the start button and the loading indicator over the picture. */
const Signs = ({
  state,
  labels,
  frame,
  control,
  begun,
  skipped,
}: {
  state: Playback
  labels: PlayerLabels
  frame: RefObject<HTMLDivElement | null>
  control: PlaybackControl
  begun: boolean
  skipped: ReturnType<typeof useTaps>['skipped']
}) => (
  <>
    {skipped && <SkippedSign {...skipped} />}
    {!begun && <StartButton label={labels.play} frame={frame} onStart={control.toggle} />}
    {state.waiting && <WaitingSign label={labels.loading} />}
  </>
)

const EndOverlay = ({ children }: { children: ReactNode }) => (
  <div className="ap-player-overlay" data-theme="space">
    {children}
  </div>
)

const WaitingSign = ({ label }: { label: string }) => (
  <div className="ap-player-waiting" role="status" aria-label={label}>
    <Spinner />
  </div>
)

/** Renders the bottom row and the settings that its button opens. */
function Controls({
  frame,
  remember,
  marks,
  gaps,
  children,
  ...shared
}: Pick<
  SettingsProps,
  'state' | 'control' | 'labels' | 'speeds' | 'captions' | 'chapters' | 'preferences' | 'stream' | 'children'
> & {
  frame: RefObject<HTMLDivElement | null>
  marks: readonly number[]
  gaps: NonNullable<PlayerProps['gaps']>
  remember: (chosen: Partial<PlayerPreferences>) => void
}) {
  const { open, ...panel } = useSettingsPanel(frame)
  return (
    <>
      <div className="ap-player-controls">
        <SeekBar {...shared} marks={marks} gaps={gaps} />
        <ControlRow
          {...shared}
          hasCaptions={shared.captions.length > 0}
          settingsId={panel.id}
          settingsOpen={open}
          onSettings={panel.toggle}
        />
      </div>
      {open && (
        <PlayerSettings
          {...shared}
          id={panel.id}
          onCaptions={remember}
          onQuality={(quality) => remember({ quality })}
          onClose={panel.close}
        >
          {children}
        </PlayerSettings>
      )}
    </>
  )
}

/** The settings button opens and closes the panel and gets the focus back. */
function useSettingsPanel(frame: RefObject<HTMLDivElement | null>) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const close = useCallback(() => {
    const inside = document.getElementById(id)?.contains(document.activeElement) ?? false
    if (inside) frame.current?.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(id)}"]`)?.focus()
    setOpen(false)
  }, [id, frame])
  return { id, open, close, toggle: () => (open ? close() : setOpen(true)) }
}

function SkippedSign({ seconds, side }: Skipped) {
  return (
    <div className="ap-player-skipped" data-side={side < 0 ? 'start' : 'end'} aria-hidden="true">
      {seconds > 0 ? `+${seconds}` : `−${-seconds}`}
    </div>
  )
}

function StartButton({
  label,
  frame,
  onStart,
}: {
  label: string
  frame: RefObject<HTMLDivElement | null>
  onStart: () => void
}) {
  return (
    <button
      type="button"
      className="ap-player-start"
      aria-label={label}
      onClick={() => {
        onStart()
        // The pressed button disappears. The frame gets the focus, so that the keys of the player still work.
        frame.current?.focus()
      }}
    >
      <Icon name="play" />
    </button>
  )
}

type VideoProps = Pick<PlayerProps, 'src' | 'type' | 'onTime' | 'onPlayingChange' | 'onEnded' | 'onError'> & {
  poster: string | undefined
  ref: RefObject<HTMLVideoElement | null>
  captions: NonNullable<PlayerProps['captions']>
  startAt: number
  autoPlay: boolean
  begun: boolean
  control: PlaybackControl
  streaming: Streaming
  taps: ReturnType<typeof useTaps>
  onStart: (start: Start) => void
}

function moveTo(element: HTMLVideoElement, seconds: number): void {
  if (seconds > 0 && seconds < element.duration - 1) element.currentTime = seconds
}

/** Renders the native element; its events update the controls. */
function Video({
  ref,
  src,
  type,
  poster,
  captions,
  startAt,
  autoPlay,
  begun,
  control,
  streaming,
  onTime,
  onPlayingChange,
  onEnded,
  onError,
  taps,
  onStart,
}: VideoProps) {
  useEffect(() => {
    // The position that another device has stored may arrive after the video has loaded.
    if (ref.current && !begun && ref.current.readyState > 0) moveTo(ref.current, startAt)
  }, [ref, begun, startAt])

  const prepare = (element: HTMLVideoElement) => {
    if (!streaming.onLoaded(element)) moveTo(element, startAt)
    control.apply()
    if (autoPlay && !begun) control.play(() => onStart('refused'))
  }
  const prepareIfLoaded = useEffectEvent(() => {
    if (ref.current && ref.current.readyState > 0) prepare(ref.current)
  })
  // A cached video may load before React has mounted its element; React drops the events of elements that are not mounted.
  useEffect(() => prepareIfLoaded(), [])

  return (
    <video
      ref={ref}
      poster={poster}
      playsInline
      preload="metadata"
      tabIndex={-1}
      onClick={taps.onClick}
      onDoubleClick={taps.onDoubleClick}
      onLoadedMetadata={(event) => prepare(event.currentTarget)}
      onDurationChange={control.read}
      onProgress={control.read}
      onVolumeChange={control.read}
      onRateChange={control.read}
      onSeeked={control.read}
      onWaiting={control.read}
      onPlaying={control.read}
      onTimeUpdate={(event) => {
        control.read()
        onTime?.(event.currentTarget.currentTime, event.currentTarget.duration)
      }}
      onPlay={() => {
        onStart('begun')
        control.read()
        onPlayingChange?.(true)
      }}
      onPause={() => {
        control.read()
        onPlayingChange?.(false)
      }}
      onEnded={() => {
        control.read()
        onEnded?.()
      }}
      onError={() => (streaming.isActive ? streaming.fail() : onError?.())}
    >
      {streaming.isActive ? null : <source src={src} type={type} onError={() => onError?.()} />}
      {captions.map((track) => (
        <track key={track.src} kind="captions" src={track.src} srcLang={track.language} label={track.label} />
      ))}
    </video>
  )
}

export type MediaFrameProps = {
  children: ReactNode
  bleed?: boolean
  /** True makes the frame as high as the screen, for documents. */
  tall?: boolean
  className?: string
}

/** Renders the player's frame around other content, such as a PDF in an `<iframe>` or a message. */
export function MediaFrame({ children, bleed, tall, className }: MediaFrameProps) {
  return (
    <div
      className={classNames('ap-player-place', className)}
      data-bleed={bleed || undefined}
      data-tall={tall || undefined}
    >
      <div className="ap-player">{children}</div>
    </div>
  )
}
