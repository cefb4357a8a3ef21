import { pressedKey } from '@apogee/ui/pressed-key.ts'
import type { Chapter } from '@apogee/contracts/courses/chapters.ts'
import { chapterLead, type TextPlace, type TranscriptLine } from '@apogee/domain/text/transcript.ts'
import { Button } from '@apogee/ui/button.tsx'
import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { clockLength } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { transcriptMessages } from '../../messages/transcript.en.ts'
import { playFrom, showLine, useCurrentLine, useFollowing } from '../../use-transcript.ts'
import { MarkedText } from '../marked-text.tsx'
import './transcript.css'

export interface LineMatch {
  line: number
  place: TextPlace
}

/** Returns the index to which a key moves the focus, or undefined. */
function targetOf(key: string, place: number, last: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowDown: Math.min(last, place + 1),
    ArrowUp: Math.max(0, place - 1),
    Home: 0,
    End: last,
  }
  return targets[key]
}

/** Lists the lines of a transcript as one Tab stop, with arrow keys between them. */
export function TranscriptLines({
  lines,
  chapters,
  language,
  video,
  matches,
  active,
  isSearching,
}: {
  lines: readonly TranscriptLine[]
  chapters: readonly Chapter[]
  language: string
  video: RefObject<HTMLVideoElement | null>
  matches: readonly LineMatch[]
  active: LineMatch | undefined
  isSearching: boolean
}) {
  const list = useRef<HTMLOListElement>(null)
  const current = useCurrentLine(video, lines)
  const { follows, pause, follow } = useFollowing(list, current, isSearching)
  const [focused, setFocused] = useState<number | null>(null)
  const { places, headings } = useMarks(lines, matches, chapters)
  useEffect(() => {
    if (active) showLine(list.current, active.line)
  }, [active])
  const start = (place: number) => {
    playFrom(video.current, lines[place]?.start ?? 0)
    follow()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeOf(event.target)
    if (place === null || event.ctrlKey || event.metaKey || event.altKey) return
    const key = pressedKey(event)
    if (key === 'Enter' || key === ' ') start(place)
    else {
      const target = targetOf(key, place, lines.length - 1)
      // Page Up and Page Down scroll natively.
      if (target !== undefined || key.startsWith('Page')) pause()
      if (target === undefined) return
      list.current?.children[target]
        ?.querySelector<HTMLElement>('[data-line]')
        ?.focus({ preventScroll: true })
      showLine(list.current, target)
    }
    event.preventDefault()
  }
  return (
    <div className="transcript-body">
      <ol
        ref={list}
        className="transcript-lines"
        lang={language}
        onKeyDown={onKeyDown}
        onFocus={(event) => setFocused(placeOf(event.target))}
        onClick={(event) => {
          const place = placeOf(event.target)
          // A press that ends a text selection does not start playback.
          if (place !== null && (getSelection()?.isCollapsed ?? true)) start(place)
        }}
        onWheel={pause}
        onTouchMove={pause}
        // A press on the list itself is a press on its scroll bar.
        onPointerDown={(event) => event.target === list.current && pause()}
      >
        {lines.map((line, place) => (
          <Line
            key={`${place}-${line.start}`}
            line={line}
            place={place}
            heading={headings.get(place)}
            isCurrent={place === current}
            isStop={place === (focused ?? Math.max(0, current))}
            places={places.get(place) ?? noPlaces}
            activeFrom={active?.line === place ? active.place[0] : null}
          />
        ))}
      </ol>
      {follows || isSearching ? null : <FollowButton onClick={follow} />}
    </div>
  )
}

function FollowButton({ onClick }: { onClick: () => void }) {
  const text = useText(transcriptMessages)
  return (
    <Button className="transcript-follow" size="sm" icon="play" onClick={onClick}>
      {text.follow}
    </Button>
  )
}

/** Returns for each line its search matches, and the chapter that starts with it. */
function useMarks(
  lines: readonly TranscriptLine[],
  matches: readonly LineMatch[],
  chapters: readonly Chapter[],
) {
  const places = useMemo(() => placesByLine(matches), [matches])
  const headings = useMemo(() => headingsByLine(lines, chapters), [lines, chapters])
  return { places, headings }
}

/** Returns for each line the title of the chapter that starts with it. A chapter without its own line has no heading. */
function headingsByLine(
  lines: readonly TranscriptLine[],
  chapters: readonly Chapter[],
): ReadonlyMap<number, string> {
  return new Map(
    chapters.map(({ atSeconds, title }) => [
      lines.findIndex(({ start }) => start > atSeconds - chapterLead),
      title,
    ]),
  )
}

const noPlaces: readonly TextPlace[] = []

/** Returns stable lists by line while the search is unchanged, so that only changed lines render again. */
function placesByLine(matches: readonly LineMatch[]): Map<number, TextPlace[]> {
  const places = new Map<number, TextPlace[]>()
  for (const { line, place } of matches) places.set(line, [...(places.get(line) ?? []), place])
  return places
}

function placeOf(target: EventTarget): number | null {
  const line = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null
  return line ? Number(line.dataset['line']) : null
}

/** The element is not a `<button>`, because browsers do not allow selecting a button's text. */
const Line = memo(function Line({
  line,
  place,
  heading,
  isCurrent,
  isStop,
  places,
  activeFrom,
}: {
  line: TranscriptLine
  place: number
  heading: string | undefined
  isCurrent: boolean
  isStop: boolean
  places: readonly TextPlace[]
  activeFrom: number | null
}) {
  return (
    <li>
      {heading === undefined ? null : <h3 className="transcript-chapter">{heading}</h3>}
      <div
        role="button"
        className="transcript-line"
        tabIndex={isStop ? 0 : -1}
        data-line={place}
        aria-current={isCurrent ? 'true' : undefined}
      >
        <span className="transcript-time">{clockLength(Math.floor(line.start))}</span>{' '}
        <span>
          {line.speaker ? <strong>{line.speaker}: </strong> : null}
          <MarkedText text={line.text} places={places} activeFrom={activeFrom} />
        </span>
      </div>
    </li>
  )
})
