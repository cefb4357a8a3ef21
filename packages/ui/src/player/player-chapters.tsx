import { useId } from 'react'
import { clockTime } from './clock-time.ts'
import type { PlaybackControl } from './use-playback.ts'
import './player.css'

/** A chapter starts at a whole second and ends where the next one starts. Chapters are sorted by time. */
export type PlayerChapter = { atSeconds: number; title: string }

/** Returns the index of the current chapter, or -1 before the first one. */
const placeAt = (chapters: readonly PlayerChapter[], seconds: number): number =>
  chapters.findLastIndex(({ atSeconds }) => atSeconds <= seconds)

export const chapterTitle = (chapters: readonly PlayerChapter[], seconds: number): string | undefined =>
  chapters[placeAt(chapters, seconds)]?.title

/** During the first seconds of a chapter, Back goes to the previous chapter. Afterwards it goes to the start of the current one. */
const restartSeconds = 3

/** Returns the start of the next, the current or the previous chapter in seconds; undefined when no such chapter exists. */
export function chapterStart(
  chapters: readonly PlayerChapter[],
  seconds: number,
  step: -1 | 1,
): number | undefined {
  const place = placeAt(chapters, step === 1 ? seconds : seconds - restartSeconds)
  return (step === 1 ? chapters[place + 1] : chapters[Math.max(0, place)])?.atSeconds
}

/** Renders gaps in the seek bar where chapters start. */
export function ChapterGaps({
  chapters,
  duration,
}: {
  chapters: readonly PlayerChapter[]
  duration: number
}) {
  return chapters
    .filter(({ atSeconds }) => atSeconds > 0 && atSeconds < duration)
    .map(({ atSeconds }) => (
      <rect
        key={atSeconds}
        className="ap-player-gap"
        x={`${(atSeconds / duration) * 100}%`}
        y="-1"
        width="3"
        height="6"
      />
    ))
}

/** Lists the chapters in the settings, for narrow screens and keyboards. */
export function ChapterChoice({
  chapters,
  seconds,
  label,
  control,
}: {
  chapters: readonly PlayerChapter[]
  seconds: number
  label: string
  control: PlaybackControl
}) {
  const id = useId()
  const place = placeAt(chapters, seconds)
  return (
    <div className="ap-player-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="ap-player-choice"
        value={place}
        onChange={(event) => {
          const chosen = chapters[Number(event.currentTarget.value)]
          if (chosen) control.seek(chosen.atSeconds)
        }}
      >
        {place === -1 && <option value={-1} />}
        {chapters.map(({ atSeconds, title }, at) => (
          <option key={atSeconds} value={at}>
            {clockTime(atSeconds)} {title}
          </option>
        ))}
      </select>
    </div>
  )
}
