import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { shownTrack } from './use-playback.ts'
import type { CaptionSize } from './player-preferences.ts'
import './player.css'

const textOf = (cue: TextTrackCue): string =>
  cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? '') : ''

const linesOf = (track: TextTrack): string[] =>
  [...(track.activeCues ?? [])]
    .flatMap((cue) => textOf(cue).split('\n'))
    .map((line) => line.trim())
    .filter(Boolean)

/**
 * Shows the current captions, above the controls while these are visible. The browser draws the captions where the frame is not
 * visible, as in full screen on an iPhone.
 */
export function Captions({
  video,
  language,
  size,
}: {
  video: RefObject<HTMLVideoElement | null>
  /** The language is that of the visible track. Null means that no track is visible. */
  language: string | null
  size: CaptionSize
}) {
  const [lines, setLines] = useState<readonly string[]>([])
  useEffect(() => {
    const element = video.current
    const track = element && language !== null ? shownTrack(element) : undefined
    if (!element || !track) return
    const show = () => setLines(linesOf(track))
    const drawnBy = (mode: 'showing' | 'hidden') => () => {
      track.mode = mode
    }
    const byBrowser = drawnBy('showing')
    const byPlayer = drawnBy('hidden')
    show()
    track.addEventListener('cuechange', show)
    element.addEventListener('webkitbeginfullscreen', byBrowser)
    element.addEventListener('webkitendfullscreen', byPlayer)
    return () => {
      setLines([])
      track.removeEventListener('cuechange', show)
      element.removeEventListener('webkitbeginfullscreen', byBrowser)
      element.removeEventListener('webkitendfullscreen', byPlayer)
    }
  }, [video, language])

  if (lines.length === 0) return null
  return (
    <div className="ap-player-captions" data-size={size} lang={language ?? undefined}>
      {lines.map((line, index) => (
        <p key={`${index}-${line}`}>
          <span>{line}</span>
        </p>
      ))}
    </div>
  )
}
