import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const positions = new Map<string, number>()

/** A new page starts at its top or its #fragment; going back returns to where one was. */
export function useScrollMemory(): void {
  const { key, pathname, hash } = useLocation()
  const kind = useNavigationType()
  const shown = useRef(pathname)

  // In one step with the page's swap: a scroll that the swap causes must not count for the page before.
  useIsomorphicLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => {
      positions.set(key, window.scrollY)
    }
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])

  useIsomorphicLayoutEffect(() => {
    const isSamePage = shown.current === pathname
    shown.current = pathname
    const kept = positions.get(key)
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    if (kind === 'POP' && kept !== undefined) window.scrollTo(0, kept)
    else if (target) target.scrollIntoView()
    else if (!isSamePage) window.scrollTo(0, 0)
  }, [key, pathname, hash, kind])
}

const useIsomorphicLayoutEffect = import.meta.env.SSR ? useEffect : useLayoutEffect
