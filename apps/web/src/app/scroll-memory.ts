import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const positions = new Map<string, number>()

/** A new page starts at its top or its #fragment; going back returns to where one was. */
export function useScrollMemory(): void {
  const { key, pathname, hash } = useLocation()
  const kind = useNavigationType()
  const shown = useRef(pathname)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => positions.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])

  useIsomorphicLayoutEffect(() => {
    const isSamePage = shown.current === pathname
    shown.current = pathname
    const kept = positions.get(key)
    if (kind === 'POP' && kept !== undefined) return window.scrollTo(0, kept)
    const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)))
    if (target) return target.scrollIntoView()
    if (!isSamePage) window.scrollTo(0, 0)
  }, [key, pathname, hash, kind])
}

const useIsomorphicLayoutEffect = import.meta.env.SSR ? useEffect : useLayoutEffect
