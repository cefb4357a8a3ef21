import { useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, RefObject, SyntheticEvent } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { fullscreenIcon, muteIcon, volumeIcon } from './player-icons.ts'
import { captionsIcon } from './more-icons.ts'
import type { IconName } from './icon.tsx'
import { usePlayback, type Playback } from './use-playback.ts'
import './button.css'
import './player.css'

export type PlayerLabels = {
  player: string
  play: string
  pause: string
  mute: string
  unmute: string
  volume: string
  seek: string
  captionsOn: string
  captionsOff: string
  speed: string
  fullScreen: string
  exitFullScreen: string
  /** For the seek bar's value: '5:26 of 14:20'. */
  position: (at: string, of: string) => string
}

export type PlayerProps = {
  src: string
  type?: string
  poster?: string
  captions?: readonly { src: string; language: string; label: string }[]
  labels: PlayerLabels
  /** Start position in seconds. */
  startAt?: number
  speeds?: readonly number[]
  /** About four times a second while it plays; seconds. */
  onTime?: (seconds: number, duration: number) => void
  onPlayingChange?: (playing: boolean) => void
  onEnded?: () => void
  onError?: () => void
  /** Overlay on the picture: the next lesson, an error. */
  children?: ReactNode
  /** Edge to edge on phones, inside an `ap-wrap`. */
  bleed?: boolean
  className?: string
}

/** Seconds as `5:26`, or `1:05:26` from an hour on. */
export function clockTime(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const two = (n: number) => String(n).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** The frame and controls around a native video; dark in both themes. Keys: space, K, J, L, arrows, M, C, F. */
export function Player({
  src,
  type,
  poster,
  captions = [],
  labels,
  startAt = 0,
  speeds = [0.75, 1, 1.25, 1.5, 2],
  onTime,
  onPlayingChange,
  onEnded,
  onError,
  children,
  bleed,
  className,
}: PlayerProps) {
  const frame = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [state, control] = usePlayback(video, frame)
  const [begun, setBegun] = useState(false)
  const onKey = (event: KeyboardEvent) => {
    const act = actionOfKey(event, state, control, captions.length > 0)
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <div
      ref={frame}
      className={classNames('ap-player', className)}
      role="group"
      aria-label={labels.player}
      tabIndex={-1}
      data-playing={state.playing || undefined}
      data-bleed={bleed || undefined}
      onKeyDown={onKey}
    >
      <Video
        ref={video}
        {...{ src, type, poster, captions, startAt, control, onTime, onPlayingChange, onEnded, onError }}
        onBegin={() => setBegun(true)}
      />
      {!begun && (
        <button
          type="button"
          className="ap-player-start"
          aria-label={labels.play}
          onClick={() => {
            control.toggle()
            // this button disappears; the keys keep working on the frame
            frame.current?.focus()
          }}
        >
          <Icon name="play" />
        </button>
      )}
      {children && <div className="ap-player-overlay">{children}</div>}
      <div className="ap-player-controls">
        <SeekBar {...{ state, control, labels }} />
        <ControlRow {...{ state, control, labels, speeds }} hasCaptions={captions.length > 0} />
      </div>
    </div>
  )
}

type Control = ReturnType<typeof usePlayback>[1]

type VideoProps = Pick<
  PlayerProps,
  'src' | 'type' | 'poster' | 'onTime' | 'onPlayingChange' | 'onEnded' | 'onError'
> & {
  ref: RefObject<HTMLVideoElement | null>
  captions: NonNullable<PlayerProps['captions']>
  startAt: number
  control: Control
  onBegin: () => void
}

/** The native element; its events update the controls. */
function Video({
  ref,
  src,
  type,
  poster,
  captions,
  startAt,
  control,
  onTime,
  onPlayingChange,
  onEnded,
  onError,
  onBegin,
}: VideoProps) {
  const onLoaded = (event: SyntheticEvent<HTMLVideoElement>) => {
    const element = event.currentTarget
    if (startAt > 0 && startAt < element.duration - 1) element.currentTime = startAt
    control.read()
  }

  return (
    <video
      ref={ref}
      poster={poster}
      playsInline
      preload="metadata"
      tabIndex={-1}
      onClick={control.toggle}
      onLoadedMetadata={onLoaded}
      onDurationChange={control.read}
      onProgress={control.read}
      onVolumeChange={control.read}
      onRateChange={control.read}
      onSeeked={control.read}
      onTimeUpdate={(event) => {
        control.read()
        onTime?.(event.currentTarget.currentTime, event.currentTarget.duration)
      }}
      onPlay={() => {
        onBegin()
        control.read()
        onPlayingChange?.(true)
      }}
      onPause={() => {
        control.read()
        onPlayingChange?.(false)
      }}
      onEnded={() => onEnded?.()}
      onError={() => onError?.()}
    >
      <source src={src} type={type} onError={() => onError?.()} />
      {captions.map((track) => (
        <track key={track.src} kind="captions" src={track.src} srcLang={track.language} label={track.label} />
      ))}
    </video>
  )
}

/** The player's keys: space, K, J, L, arrows, M, C, F. Keys that a button, list or slider needs stay with it. */
function actionOfKey(
  event: KeyboardEvent,
  { volume }: Playback,
  control: Control,
  hasCaptions: boolean,
): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  const onControl = event.target instanceof HTMLElement && event.target.closest('button, select')
  const onRange = event.target instanceof HTMLInputElement
  const acts: Record<string, (() => void) | undefined> = {
    ' ': onControl ? undefined : control.toggle,
    k: control.toggle,
    j: () => control.skip(-10),
    l: () => control.skip(10),
    ArrowLeft: onControl || onRange ? undefined : () => control.skip(-5),
    ArrowRight: onControl || onRange ? undefined : () => control.skip(5),
    ArrowUp: onControl || onRange ? undefined : () => control.setVolume(volume + 0.1),
    ArrowDown: onControl || onRange ? undefined : () => control.setVolume(volume - 0.1),
    m: control.toggleMute,
    c: hasCaptions ? control.toggleCaptions : undefined,
    f: control.toggleFullScreen,
  }
  return acts[event.key.length === 1 ? event.key.toLowerCase() : event.key]
}

type ControlsProps = { state: Playback; control: Control; labels: PlayerLabels }

function SeekBar({ state, control, labels }: ControlsProps) {
  const share = state.duration > 0 ? (state.time / state.duration) * 100 : 0
  return (
    <div className="ap-player-scrub">
      <svg width="100%" height="4" aria-hidden="true" focusable="false">
        <rect className="ap-player-track" width="100%" height="4" rx="2" />
        <rect className="ap-player-buffered" width={`${state.buffered}%`} height="4" rx="2" />
        <rect className="ap-player-played" width={`${share}%`} height="4" rx="2" />
        <circle className="ap-player-played" cx={`${share}%`} cy="2" r="6" />
      </svg>
      <input
        type="range"
        min={0}
        max={Math.max(1, Math.floor(state.duration))}
        step={1}
        value={Math.floor(state.time)}
        aria-label={labels.seek}
        aria-valuetext={labels.position(clockTime(state.time), clockTime(state.duration))}
        onChange={(event) => control.seek(event.currentTarget.valueAsNumber)}
      />
    </div>
  )
}

function ControlRow({
  state,
  control,
  labels,
  speeds,
  hasCaptions,
}: ControlsProps & { speeds: readonly number[]; hasCaptions: boolean }) {
  const speedId = useId()
  const clock =
    state.duration > 0 ? `${clockTime(state.time)} / ${clockTime(state.duration)}` : clockTime(state.time)
  return (
    <div className="ap-player-row">
      <PlayerButton
        icon={state.playing ? 'pause' : 'play'}
        label={state.playing ? labels.pause : labels.play}
        onClick={control.toggle}
      />
      <PlayerButton
        icon={state.muted ? muteIcon : volumeIcon}
        label={state.muted ? labels.unmute : labels.mute}
        onClick={control.toggleMute}
      />
      <input
        className="ap-player-volume"
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={state.muted ? 0 : state.volume}
        aria-label={labels.volume}
        onChange={(event) => control.setVolume(event.currentTarget.valueAsNumber)}
      />
      <span className="ap-player-time">{clock}</span>
      <label className="vh" htmlFor={speedId}>
        {labels.speed}
      </label>
      <select
        id={speedId}
        className="ap-player-speed"
        value={state.speed}
        onChange={(event) => control.setSpeed(Number(event.currentTarget.value))}
      >
        {speeds.map((speed) => (
          <option key={speed} value={speed}>
            {speed}×
          </option>
        ))}
      </select>
      {hasCaptions && (
        <PlayerButton
          icon={captionsIcon}
          label={state.captions ? labels.captionsOff : labels.captionsOn}
          pressed={state.captions}
          onClick={control.toggleCaptions}
        />
      )}
      <PlayerButton
        icon={fullscreenIcon}
        label={state.fullScreen ? labels.exitFullScreen : labels.fullScreen}
        onClick={control.toggleFullScreen}
      />
    </div>
  )
}

function PlayerButton({
  icon,
  label,
  pressed,
  onClick,
}: {
  icon: IconName
  label: string
  pressed?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className="ap-icon-button"
      aria-label={label}
      data-pressed={pressed || undefined}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}

export type MediaFrameProps = { children: ReactNode; bleed?: boolean; className?: string }

/** The player's frame around other content: a PDF in an `<iframe>`, a message. */
export function MediaFrame({ children, bleed, className }: MediaFrameProps) {
  return (
    <div className={classNames('ap-player', className)} data-bleed={bleed || undefined}>
      {children}
    </div>
  )
}
