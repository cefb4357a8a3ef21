import { pressedKey } from '../pressed-key.ts'
import type { KeyboardEvent } from 'react'
import { chapterStart, type PlayerChapter } from './player-chapters.tsx'
import type { Playback, PlaybackControl } from './use-playback.ts'

interface KeyTarget {
  state: Playback
  control: PlaybackControl
  hasCaptions: boolean
  speeds: readonly number[]
  chapters: readonly PlayerChapter[]
  /** The page defines these further keys, by their letters. */
  keys: Readonly<Record<string, () => void>>
}

/** An arrow key and a double tap skip this number of seconds. */
export const skipSeconds = 10

/** Returns the next slower or faster speed. The slowest and the fastest speed have no further neighbour and stay. */
export function neighbouringSpeed(speeds: readonly number[], speed: number, step: -1 | 1): number {
  const sorted = speeds.toSorted((a, b) => (a - b) * step)
  return sorted.find((candidate) => (candidate - speed) * step > 0) ?? speed
}

/**
 * Returns the action of a key. Space, K: play or pause. J, L, arrows: ten seconds. 0 to 9: tenths of the video. < and >: speed. Up,
 * down: volume. Shift with an arrow: chapter. M: mute. C: captions. F: full screen. P: picture in picture. The page can add keys. A
 * button, list or slider receives the keys that it needs itself.
 */
function actionOfKey(
  event: KeyboardEvent,
  { state: { volume, duration, speed, time }, control, hasCaptions, speeds, chapters, keys }: KeyTarget,
): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement))
    return undefined
  const onList = event.target.closest('select') !== null
  const onControl = onList || event.target.closest('button, a') !== null
  const onField = event.target instanceof HTMLInputElement
  const key = pressedKey(event)
  if (/^\d$/.test(key)) {
    return onList ? undefined : () => control.seek((duration * Number(key)) / 10)
  }
  if (event.shiftKey && key.startsWith('Arrow')) {
    const start = onList ? undefined : chapterOfKey(key, chapters, time)
    return start === undefined ? undefined : () => control.seek(start)
  }
  const acts: Record<string, (() => void) | undefined> = {
    ' ': onControl || onField ? undefined : control.toggle,
    k: control.toggle,
    j: () => control.skip(-skipSeconds),
    l: () => control.skip(skipSeconds),
    ArrowLeft: onControl || onField ? undefined : () => control.skip(-skipSeconds),
    ArrowRight: onControl || onField ? undefined : () => control.skip(skipSeconds),
    ArrowUp: onControl || onField ? undefined : () => control.setVolume(volume + 0.1),
    ArrowDown: onControl || onField ? undefined : () => control.setVolume(volume - 0.1),
    '<': () => control.setSpeed(neighbouringSpeed(speeds, speed, -1)),
    '>': () => control.setSpeed(neighbouringSpeed(speeds, speed, 1)),
    m: control.toggleMute,
    c: hasCaptions ? control.toggleCaptions : undefined,
    f: control.toggleFullScreen,
    p: document.pictureInPictureEnabled ? control.togglePictureInPicture : undefined,
    ...keys,
  }
  return acts[key.length === 1 ? key.toLowerCase() : key]
}

function chapterOfKey(key: string, chapters: readonly PlayerChapter[], time: number): number | undefined {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  return chapterStart(chapters, time, key === 'ArrowRight' ? 1 : -1)
}

export function handleKey(event: KeyboardEvent, target: KeyTarget): void {
  const act = actionOfKey(event, target)
  if (!act) return
  event.preventDefault()
  act()
}
