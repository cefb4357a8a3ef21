import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationKind } from '#web/platform/router/router.tsx'

/** By history entry; stored in the tab, so that a reload and the return from the payment page find it too. */
const storeName = 'scroll-positions'
const entriesKept = 50
let positions: Map<string, number> | undefined

function readPositions(): Map<string, number> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storeName) ?? '[]')
    return new Map(Array.isArray(kept) ? (kept as [string, number][]) : [])
  } catch {
    // Storage is blocked or invalid: pages start at their top.
    return new Map()
  }
}

function keepPositions(): void {
  try {
    sessionStorage.setItem(storeName, JSON.stringify([...(positions ?? [])].slice(-entriesKept)))
  } catch {
    // Storage is blocked or full: positions are lost with the document.
  }
}

/** A document's first entry has no key: its address distinguishes it from earlier ones of the tab. */
const nameOf = (
  key: string,
  { pathname, search, hash }: { pathname: string; search: string; hash: string },
) => (key === 'default' ? pathname + search + hash : key + hash)

/**
 * The current history entry; the page on screen may still be the previous one. A plain link to a #fragment has no key.
 */
const entryNow = (): string => nameOf((history.state as { key?: string } | null)?.key ?? 'default', location)

/** A new page starts at its top or its #fragment; Back and reload restore the scroll position. */
export function useScrollMemory(): void {
  const place = useLocation()
  const { key, pathname, hash } = place
  const entry = nameOf(key, place)
  const kind = useNavigationKind()
  const shown = useRef(pathname)

  // In the same step as the page's swap: a scroll caused by the swap must not count for the previous page.
  useIsomorphicLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const known = (positions ??= readPositions())
    const remember = () => {
      if (entryNow() !== entry) return
      known.delete(entry)
      known.set(entry, window.scrollY)
    }
    window.addEventListener('scroll', remember, { passive: true })
    window.addEventListener('pagehide', keepPositions)
    return () => {
      window.removeEventListener('scroll', remember)
      window.removeEventListener('pagehide', keepPositions)
    }
  }, [entry])

  useIsomorphicLayoutEffect(() => {
    const isSamePage = shown.current === pathname
    shown.current = pathname
    const kept = kind === 'POP' ? positions?.get(entry) : undefined
    const stop = arriveAt()
    // A page left without scrolling is restored to its current position.
    if (positions?.has(entry) === false) positions.set(entry, window.scrollY)
    return stop

    function arriveAt(): (() => void) | undefined {
      if (kept !== undefined) return goTo(() => scrollToPlace(kept), drawWhole())
      if (hash) return goTo(() => scrollToFragment(hash))
      if (!isSamePage) window.scrollTo(0, 0)
      return undefined
    }
  }, [entry, pathname, hash, kind])
}

/** False while the page is still too short. */
function scrollToPlace(top: number): boolean {
  window.scrollTo(0, top)
  return document.documentElement.scrollHeight - window.innerHeight >= top
}

/** False while no element has that name. */
function scrollToFragment(hash: string): boolean {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)))
  target?.scrollIntoView()
  return target !== null
}

const handsOn = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/**
 * Draws also what is far below the window (.ap-below), so that the page has its real height. The returned function ends
 * that after the next frame, in which the browser remembers the heights.
 */
function drawWhole(): () => void {
  const { dataset } = document.documentElement
  dataset['whole'] = ''
  return () => requestAnimationFrame(() => requestAnimationFrame(() => delete dataset['whole']))
}

/**
 * Scrolls now, or as soon as the page is long enough; stops when the person scrolls meanwhile. `end` is called after
 * either.
 */
function goTo(arrive: () => boolean, end?: () => void): (() => void) | undefined {
  if (arrive() || typeof ResizeObserver === 'undefined') {
    end?.()
    return undefined
  }
  const growth = new ResizeObserver(() => {
    if (arrive()) stop()
  })
  const stop = () => {
    growth.disconnect()
    for (const name of handsOn) window.removeEventListener(name, stop)
    end?.()
  }
  growth.observe(document.body)
  for (const name of handsOn) window.addEventListener(name, stop, { passive: true })
  return stop
}

const useIsomorphicLayoutEffect = import.meta.env.SSR ? useEffect : useLayoutEffect
