import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useViewer } from '#web/platform/session/session.tsx'
import { useCartCode } from '#web/shared/buying/cart-code.ts'
import { giftQuoteQuery } from './api/gifts.ts'
import type { GivenCourses } from './given-courses.ts'

/** Provides the prices of a gift, with the code of the cart unless the buyer types another one. */
export function useGiftQuote(given: GivenCourses) {
  const viewer = useViewer()
  const [code, setCode] = useState(useCartCode())
  const typedCode = useRef(code)
  const [isCodeFirst, setCodeFirst] = useState(false)
  const asked = useQuery(giftQuoteQuery(given, code, viewer))
  // After too many attempts with codes, the server refuses quotes with a code, but still answers quotes without one.
  const isCodeRefused = asked.isError && code !== ''
  const plain = useQuery({ ...giftQuoteQuery(given, '', viewer), enabled: isCodeRefused })
  const { data: quote, isPlaceholderData } = isCodeRefused ? plain : asked
  return {
    quote,
    code,
    error: asked.error,
    isFetching: asked.isFetching,
    retry: () => void asked.refetch(),
    /** True means that the last press has applied a typed code instead of paying. */
    isCodeFirst,
    type: (typed: string) => {
      typedCode.current = typed.trim()
    },
    apply: (applied: string) => {
      typedCode.current = applied
      setCode(applied)
    },
    /** Applies a typed code. Returns whether the shown total is not final yet. */
    applyTypedCode: (): boolean => {
      const isHeld = typedCode.current !== code || isPlaceholderData
      setCodeFirst(isHeld)
      setCode(typedCode.current)
      return isHeld
    },
  }
}

export type GiftPrices = ReturnType<typeof useGiftQuote>
