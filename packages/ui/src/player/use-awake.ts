import { useCallback, useEffect, useRef, useState } from 'react'
import type { PointerEvent } from 'react'

const restMs = 3000

const byFinger = (event: PointerEvent) => event.pointerType === 'touch'

/**
 * Tells whether the controls are visible: always while the video does not play, otherwise for three seconds after an action of the
 * viewer. `signs` are event handlers for the frame. Taps on a touch screen must call `wake` themselves.
 */
export function useAwake(playing: boolean) {
  const [stirred, setStirred] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wake = useCallback(() => {
    clearTimeout(timer.current)
    setStirred(true)
    timer.current = setTimeout(() => setStirred(false), restMs)
  }, [])
  const rest = () => {
    clearTimeout(timer.current)
    setStirred(false)
  }

  useEffect(() => {
    if (playing) wake()
    return () => clearTimeout(timer.current)
  }, [playing, wake])

  return {
    awake: !playing || stirred,
    wake,
    signs: {
      onFocus: wake,
      onPointerMove: (event: PointerEvent) => {
        if (!byFinger(event)) wake()
      },
      onPointerLeave: (event: PointerEvent) => {
        if (!byFinger(event)) rest()
      },
    },
  }
}
