import { pressedKey } from '../pressed-key.ts'
import { Suspense, useEffect, useId, useRef } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { clockTime } from './clock-time.ts'
import { Icon } from '../icons/icon.tsx'
import { captionsIcon, settingsIcon } from '../icons/more-icons.ts'
import { fullscreenIcon, muteIcon, pictureInPictureIcon, volumeIcon } from './player-icons.ts'
import type { IconName } from '../icons/icon.tsx'
import { captionPlaces, captionSizes, type PlayerPreferences } from './player-preferences.ts'
import type { Playback, PlaybackControl } from './use-playback.ts'
import type { PlayerLabels } from './player-labels.ts'
import { automatic, qualityOf, soundOnly, type PlayerStream } from './player-stream.ts'
import { lazyWithRetry } from '../lazy-with-retry.ts'
import { ChapterChoice, ChapterGaps, chapterTitle, type PlayerChapter } from './player-chapters.tsx'
import '../button.css'
import './player.css'

const Preview = lazyWithRetry(async () => (await import('./player-preview.tsx')).Preview)

type ControlsProps = { state: Playback; control: PlaybackControl; labels: PlayerLabels }

export function SeekBar({
  state,
  control,
  labels,
  marks,
  gaps,
  chapters,
  stream,
}: ControlsProps & {
  marks: readonly number[]
  gaps: readonly (readonly [from: number, to: number])[]
  chapters: readonly PlayerChapter[]
  stream?: PlayerStream | undefined
}) {
  const slider = useRef<HTMLInputElement>(null)
  const storyboard = stream?.storyboard
  const position = labels.position(clockTime(state.time), clockTime(state.duration))
  const chapter = chapterTitle(chapters, state.time)
  const share = state.duration > 0 ? (state.time / state.duration) * 100 : 0
  return (
    <div className="ap-player-scrub">
      {storyboard && (
        <Suspense>
          <Preview storyboard={storyboard} slider={slider} duration={state.duration} />
        </Suspense>
      )}
      <svg width="100%" height="4" aria-hidden="true" focusable="false">
        <rect className="ap-player-track" width="100%" height="4" rx="2" />
        <rect className="ap-player-buffered" width={`${state.buffered}%`} height="4" rx="2" />
        <rect className="ap-player-played" width={`${share}%`} height="4" rx="2" />
        {state.duration > 0 &&
          gaps.map(([from, to]) => (
            <rect
              key={from}
              className="ap-player-unwatched"
              x={`${(from / state.duration) * 100}%`}
              y="7"
              width={`${((to - from) / state.duration) * 100}%`}
              height="2"
              rx="1"
            />
          ))}
        {state.duration > 0 && <ChapterGaps chapters={chapters} duration={state.duration} />}
        {state.duration > 0 &&
          marks.map((second) => (
            <rect
              key={second}
              className="ap-player-mark"
              x={`${(second / state.duration) * 100}%`}
              width="3"
              height="4"
            />
          ))}
        <circle className="ap-player-played" cx={`${share}%`} cy="2" r="6" />
      </svg>
      <input
        ref={slider}
        type="range"
        min={0}
        max={Math.max(1, Math.floor(state.duration))}
        step={1}
        value={Math.floor(state.time)}
        aria-label={labels.seek}
        aria-valuetext={chapter === undefined ? position : `${position}, ${chapter}`}
        onChange={(event) => control.seek(event.currentTarget.valueAsNumber)}
      />
    </div>
  )
}

export type ControlRowProps = ControlsProps & {
  speeds: readonly number[]
  hasCaptions: boolean
  chapters: readonly PlayerChapter[]
  /** The id connects the button with the settings panel. */
  settingsId: string
  settingsOpen: boolean
  onSettings: () => void
}

export function ControlRow({
  state,
  control,
  labels,
  speeds,
  hasCaptions,
  chapters,
  settingsId,
  settingsOpen,
  onSettings,
}: ControlRowProps) {
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
        className="ap-player-mute"
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
      <span className="ap-player-chapter">{chapterTitle(chapters, state.time)}</span>
      <SpeedSelect state={state} control={control} labels={labels} speeds={speeds} />
      {hasCaptions && (
        <PlayerButton
          icon={captionsIcon}
          label={state.captions === null ? labels.captionsOn : labels.captionsOff}
          pressed={state.captions !== null}
          onClick={control.toggleCaptions}
        />
      )}
      <SettingsButton label={labels.settings} id={settingsId} open={settingsOpen} onClick={onSettings} />
      {document.pictureInPictureEnabled && (
        <PlayerButton
          className="ap-player-pip"
          icon={pictureInPictureIcon}
          label={state.pictureInPicture ? labels.exitPictureInPicture : labels.pictureInPicture}
          onClick={control.togglePictureInPicture}
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

function SettingsButton({
  label,
  id,
  open,
  onClick,
}: {
  label: string
  id: string
  open: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className="ap-icon-button"
      aria-label={label}
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      onClick={onClick}
    >
      <Icon name={settingsIcon} />
    </button>
  )
}

function SpeedSelect({
  state,
  control,
  labels,
  speeds,
  id,
}: ControlsProps & { speeds: readonly number[]; id?: string }) {
  return (
    <select
      id={id}
      aria-label={id === undefined ? labels.speed : undefined}
      className={id === undefined ? 'ap-player-speed' : 'ap-player-choice'}
      value={state.speed}
      onChange={(event) => control.setSpeed(Number(event.currentTarget.value))}
    >
      {speeds.map((speed) => (
        <option key={speed} value={speed}>
          {speed}×
        </option>
      ))}
    </select>
  )
}

export type SettingsProps = ControlsProps & {
  id: string
  speeds: readonly number[]
  captions: readonly { language: string; label: string }[]
  chapters: readonly PlayerChapter[]
  preferences: PlayerPreferences
  onCaptions: (chosen: Partial<Pick<PlayerPreferences, 'captionSize' | 'captionPlace'>>) => void
  /** The field is absent unless the video plays in several qualities. */
  stream?: PlayerStream | undefined
  onQuality: (quality: string) => void
  onClose: () => void
  children?: ReactNode
}

/** Shows the speed, which has no room in a narrow row, the language and size of captions, and the page's own choices. */
export function PlayerSettings({
  id,
  state,
  control,
  labels,
  speeds,
  captions,
  chapters,
  preferences,
  onCaptions,
  stream,
  onQuality,
  onClose,
  children,
}: SettingsProps) {
  const fieldId = useId()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.querySelector('select')?.focus(), [])
  usePressOutside(panel, id, onClose)
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }

  return (
    <div
      ref={panel}
      id={id}
      role="group"
      aria-label={labels.settings}
      className="ap-player-settings"
      data-theme="space"
      onKeyDown={onKeyDown}
    >
      {chapters.length > 0 && (
        <ChapterChoice chapters={chapters} seconds={state.time} label={labels.chapter} control={control} />
      )}
      <Choice id={`${fieldId}-speed`} label={labels.speed}>
        <SpeedSelect
          id={`${fieldId}-speed`}
          state={state}
          control={control}
          labels={labels}
          speeds={speeds}
        />
      </Choice>
      {stream && (
        <Choice id={`${fieldId}-quality`} label={labels.quality}>
          <QualitySelect
            id={`${fieldId}-quality`}
            labels={labels}
            stream={stream}
            preferences={preferences}
            onQuality={onQuality}
          />
        </Choice>
      )}
      {captions.length > 0 && (
        <CaptionChoices
          state={state}
          control={control}
          labels={labels}
          captions={captions}
          preferences={preferences}
          onCaptions={onCaptions}
        />
      )}
      {children}
    </div>
  )
}

function QualitySelect({
  id,
  labels,
  stream,
  preferences,
  onQuality,
}: Pick<SettingsProps, 'id' | 'labels' | 'preferences' | 'onQuality'> & { stream: PlayerStream }) {
  return (
    <select
      id={id}
      className="ap-player-choice"
      value={qualityOf(stream, preferences.quality)}
      onChange={(event) => onQuality(event.currentTarget.value)}
    >
      <option value={automatic}>{labels.automatic}</option>
      {stream.qualities.map(({ size }) => (
        <option key={size} value={size}>
          {size}p
        </option>
      ))}
      {stream.audioUrl !== undefined && <option value={soundOnly}>{labels.soundOnly}</option>}
    </select>
  )
}

function usePressOutside(panel: RefObject<HTMLElement | null>, panelId: string, close: () => void): void {
  useEffect(() => {
    const pressed = ({ target }: PointerEvent) => {
      // The button that opened the panel closes it with its own handler.
      const onButton = target instanceof Element && target.closest(`[aria-controls="${CSS.escape(panelId)}"]`)
      if (target instanceof Node && !panel.current?.contains(target) && !onButton) close()
    }
    document.addEventListener('pointerdown', pressed)
    return () => document.removeEventListener('pointerdown', pressed)
  }, [panel, panelId, close])
}

function CaptionChoices({
  state,
  control,
  labels,
  captions,
  preferences,
  onCaptions,
}: Omit<SettingsProps, 'id' | 'speeds' | 'chapters' | 'stream' | 'onQuality' | 'onClose'>) {
  const id = useId()
  return (
    <>
      <Choice id={`${id}-language`} label={labels.captions}>
        <select
          id={`${id}-language`}
          className="ap-player-choice"
          value={state.captions ?? ''}
          onChange={(event) => control.chooseCaptions(event.currentTarget.value || null)}
        >
          <option value="">{labels.noCaptions}</option>
          {captions.map(({ language, label }) => (
            <option key={language} value={language}>
              {label}
            </option>
          ))}
        </select>
      </Choice>
      <Choice id={`${id}-size`} label={labels.captionSize}>
        <select
          id={`${id}-size`}
          className="ap-player-choice"
          value={preferences.captionSize}
          onChange={(event) => {
            const size = captionSizes.find((candidate) => candidate === event.currentTarget.value)
            if (size) onCaptions({ captionSize: size })
          }}
        >
          {captionSizes.map((size) => (
            <option key={size} value={size}>
              {labels.captionSizes[size]}
            </option>
          ))}
        </select>
      </Choice>
      <Choice id={`${id}-place`} label={labels.captionPlace}>
        <select
          id={`${id}-place`}
          className="ap-player-choice"
          value={preferences.captionPlace}
          onChange={(event) => {
            const place = captionPlaces.find((candidate) => candidate === event.currentTarget.value)
            if (place) onCaptions({ captionPlace: place })
          }}
        >
          {captionPlaces.map((place) => (
            <option key={place} value={place}>
              {labels.captionPlaces[place]}
            </option>
          ))}
        </select>
      </Choice>
    </>
  )
}

function Choice({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="ap-player-field">
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  )
}

export function PlayerButton({
  icon,
  label,
  pressed,
  className,
  onClick,
}: {
  icon: IconName
  label: string
  pressed?: boolean
  className?: string
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={className ? `ap-icon-button ${className}` : 'ap-icon-button'}
      aria-label={label}
      data-pressed={pressed || undefined}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
