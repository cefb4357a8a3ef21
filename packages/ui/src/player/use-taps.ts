import { useEffect, useRef, useState } from 'react'
import type { MouseEvent, PointerEvent } from 'react'
import { skipSeconds } from './player-keys.ts'
import type { PlaybackControl } from './use-playback.ts'

/** Two taps within this number of milliseconds are a double tap. */
const doubleTapMs = 300
/** The skipped seconds are visible for this time. */
const shownMs = 700
/** A double tap skips in this share of the picture's width at each side. */
const sideShare = 0.35

type Side = -1 | 0 | 1

/** The seconds are the sum of a series of taps; a negative side means backwards. */
export type Skipped = { seconds: number; side: -1 | 1 }

function sideOf(event: MouseEvent<HTMLElement>): Side {
  const { left, width } = event.currentTarget.getBoundingClientRect()
  const share = width > 0 ? (event.clientX - left) / width : 0.5
  if (share < sideShare) return -1
  return share > 1 - sideShare ? 1 : 0
}

/**
 * Handles presses on the picture. A mouse click plays or pauses; a double click toggles full screen. The first touch tap shows the
 * controls, the second plays or pauses. A double tap at a side skips ten seconds, and each further tap ten more.
 */
export function useTaps(awake: boolean, wake: () => void, control: PlaybackControl) {
  const [skipped, setSkipped] = useState<Skipped | null>(null)
  // Records at the press whether the controls are visible, because the focus that the press causes shows them before the click.
  const press = useRef({ pointer: 'mouse', awake })
  const last = useRef<{ at: number; side: Side }>({ at: -Infinity, side: 0 })
  const toggling = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(toggling.current), [])
  useEffect(() => {
    if (!skipped) return
    const timer = setTimeout(() => setSkipped(null), shownMs)
    return () => clearTimeout(timer)
  }, [skipped])

  const tap = (event: MouseEvent<HTMLElement>) => {
    const side = sideOf(event)
    const at = event.timeStamp
    const isDouble = side !== 0 && side === last.current.side && at - last.current.at < doubleTapMs
    last.current = { at, side }
    clearTimeout(toggling.current)
    wake()
    if (isDouble) {
      control.skip(side * skipSeconds)
      setSkipped((before) => ({
        side,
        seconds: (before?.side === side ? before.seconds : 0) + side * skipSeconds,
      }))
    } else if (press.current.awake) {
      if (side === 0) control.toggle()
      else toggling.current = setTimeout(control.toggle, doubleTapMs)
    }
  }

  return {
    skipped,
    onPointerDown: (event: PointerEvent) => {
      press.current = { pointer: event.pointerType, awake }
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (press.current.pointer === 'touch') tap(event)
      else control.toggle()
    },
    onDoubleClick: () => {
      if (press.current.pointer !== 'touch') control.toggleFullScreen()
    },
  }
}
