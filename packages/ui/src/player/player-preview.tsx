import { pressedKey } from '../pressed-key.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { clockTime } from './clock-time.ts'
import type { PlayerStoryboard } from './player-stream.ts'
import './player.css'

/** A preview after a key is hidden after this time, because the key also moves the video, which then shows the same picture. */
const shownMs = 1500

interface PreviewProps {
  storyboard: PlayerStoryboard
  /** The preview follows the pointer over the slider and the slider's keys. */
  slider: RefObject<HTMLInputElement | null>
  duration: number
}

/** Shows a small picture of the video above the seek bar. The code is loaded only with videos that have a storyboard. */
export function Preview({ storyboard, slider, duration }: PreviewProps) {
  const second = usePreviewedSecond(slider, duration)
  return second === null || duration <= 0 ? null : (
    <Tile storyboard={storyboard} second={second} duration={duration} />
  )
}

function usePreviewedSecond(slider: RefObject<HTMLInputElement | null>, duration: number): number | null {
  const [second, setSecond] = useState<number | null>(null)
  useEffect(() => {
    const input = slider.current
    if (!input) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (next: number | null) => {
      clearTimeout(timer)
      setSecond(next)
    }
    const follow = ({ clientX, pointerType }: PointerEvent) => {
      const { left, width } = input.getBoundingClientRect()
      if (width <= 0 || pointerType === 'touch') return
      show(Math.min(1, Math.max(0, (clientX - left) / width)) * duration)
    }
    const hide = () => show(null)
    const showMoved = (event: KeyboardEvent) => {
      if (!/^(?:Arrow|Page|Home|End)/.test(pressedKey(event))) return
      show(input.valueAsNumber)
      timer = setTimeout(hide, shownMs)
    }
    input.addEventListener('pointermove', follow)
    input.addEventListener('pointerleave', hide)
    input.addEventListener('blur', hide)
    input.addEventListener('keyup', showMoved)
    return () => {
      clearTimeout(timer)
      input.removeEventListener('pointermove', follow)
      input.removeEventListener('pointerleave', hide)
      input.removeEventListener('blur', hide)
      input.removeEventListener('keyup', showMoved)
    }
  }, [slider, duration])
  return second
}

function Tile({
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
    // The content policy refuses style attributes but allows style properties.
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
