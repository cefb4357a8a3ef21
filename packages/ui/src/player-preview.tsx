import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { clockTime } from './clock-time.ts'
import type { PlayerStoryboard } from './player-stream.ts'
import './player.css'

/** After a key: it moves the video itself, so the picture soon shows the same. */
const shownMs = 1500

/** Which second of the video the seek bar's preview shows; null: none. */
export function usePreview(duration: number) {
  const [second, setSecond] = useState<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = (next: number | null) => {
    clearTimeout(timer.current)
    setSecond(next)
  }
  return {
    second,
    signs: {
      onPointerMove: ({ currentTarget, clientX, pointerType }: PointerEvent<HTMLElement>) => {
        const { left, width } = currentTarget.getBoundingClientRect()
        if (width <= 0 || duration <= 0 || pointerType === 'touch') return
        show(Math.min(1, Math.max(0, (clientX - left) / width)) * duration)
      },
      onPointerLeave: () => show(null),
      onBlur: () => show(null),
      onKeyUp: ({ currentTarget, key }: KeyboardEvent<HTMLInputElement>) => {
        if (!/^(?:Arrow|Page|Home|End)/.test(key)) return
        show(currentTarget.valueAsNumber)
        timer.current = setTimeout(() => setSecond(null), shownMs)
      },
    },
  }
}

/** A small picture of the video above the seek bar. */
export function Preview({
  storyboard: { url, everySeconds, columns, tiles, width, height },
  second,
  duration,
}: {
  storyboard: PlayerStoryboard
  second: number
  duration: number
}) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const room = box.current?.parentElement?.clientWidth ?? 0
    const left = (second / duration) * room - width / 2
    // The policy of pages refuses style attributes, not properties.
    box.current?.style.setProperty('left', `${Math.min(Math.max(0, left), Math.max(0, room - width))}px`)
  }, [second, duration, width])
  const tile = Math.min(tiles - 1, Math.floor(second / everySeconds))
  const x = (tile % columns) * width
  const y = Math.floor(tile / columns) * height
  return (
    <div ref={box} className="ap-player-preview" aria-hidden="true">
      <svg viewBox={`${x} ${y} ${width} ${height}`} width={width} height={height}>
        <image href={url} width={columns * width} height={Math.ceil(tiles / columns) * height} />
      </svg>
      <span>{clockTime(second)}</span>
    </div>
  )
}
