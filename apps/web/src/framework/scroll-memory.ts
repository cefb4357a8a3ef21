import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationKind } from '#web/platform/router/router.tsx'

/** Positions are stored by history entry in the tab, so that they survive a reload and the return from the payment page. */
const storeName = 'scroll-positions'
const entriesKept = 50
let positions: Map<string, number> | undefined

/**
 * A typed address or a link from another site is a new visit, although its URL may have a position from an earlier one. Back leads
 * from there only to entries of its own document, so the stored positions are not read: the first use of the tab's storage waits
 * for another process of the browser, while the page becomes live.
 */
const firstPositions = () => (isNewVisit() ? new Map<string, number>() : readPositions())

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storeName) ?? '[]') as [string, number][])
  } catch {
    // Storage is blocked or invalid, so pages start at the top.
    return new Map()
  }
}

function keepPositions(): void {
  const earlier = [...readPositions()].filter(([entry]) => !positions?.has(entry))
  try {
    const newest = [...earlier, ...(positions ?? [])].slice(-entriesKept)
    sessionStorage.setItem(storeName, JSON.stringify(newest))
  } catch {
    // Storage is blocked or full, so positions are lost with the document.
  }
}

/** A document's first entry has no key; its URL distinguishes it from earlier entries of the tab. */
const nameOf = (
  key: string,
  { pathname, search, hash }: { pathname: string; search: string; hash: string },
) => (key === 'default' ? pathname + search + hash : key + hash)

/**
 * Returns the name of the current history entry, while the page on screen may still be the previous one. The entry of a plain link
 * to a #fragment has no key.
 */
const entryNow = (): string => nameOf((history.state as { key?: string } | null)?.key ?? 'default', location)

function isNewVisit(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'navigate'
}

/** Scrolls a new page to its top or #fragment; restores the position after Back and reload. */
export function useScrollMemory(): void {
  const place = useLocation()
  const { key, pathname, hash } = place
  const entry = nameOf(key, place)
  const kind = useNavigationKind()
  const shown = useRef(pathname)

  // The effect runs in the same step as the change of the page. Otherwise, a scroll that the change causes would be recorded for
  // the previous page.
  useIsomorphicLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const known = (positions ??= firstPositions())
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
    // A page that was left without scrolling is restored to its current position.
    if (positions?.has(entry) === false) positions.set(entry, window.scrollY)
    return stop

    function arriveAt(): (() => void) | undefined {
      if (kept !== undefined) return goTo(() => scrollToPlace(kept), drawWhole())
      if (hash) return goTo(() => scrollToFragment(hash, isSamePage && kind !== 'POP'))
      if (!isSamePage) window.scrollTo(0, 0)
      return undefined
    }
  }, [entry, pathname, hash, kind])
}

/** Returns false while the page is still too short. */
function scrollToPlace(top: number): boolean {
  window.scrollTo(0, top)
  return document.documentElement.scrollHeight - window.innerHeight >= top
}

/** A fragment with an invalid percent escape is used as it is written. */
function fragmentOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

/**
 * Returns false while no element has that name. `takesFocus` moves the focus to a form's first field, or to an element that can have
 * it, because the link that was pressed may disappear with its part of the page.
 */
function scrollToFragment(hash: string, takesFocus: boolean): boolean {
  const target = document.getElementById(fragmentOf(hash))
  target?.scrollIntoView()
  if (takesFocus)
    (target?.querySelector<HTMLElement>(':scope:is(form) :is(input, select, textarea)') ?? target)?.focus({
      preventScroll: true,
    })
  return target !== null
}

/** A fragment that names nothing is not looked for any longer, in ms. */
const fragmentMs = 10_000

const handsOn = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/**
 * Renders content far below the window (.ap-below), so that the page has its real height. The returned function ends this after the
 * next frame; by then the browser has remembered the heights.
 */
function drawWhole(): () => void {
  const { dataset } = document.documentElement
  dataset['whole'] = ''
  return () => requestAnimationFrame(() => requestAnimationFrame(() => delete dataset['whole']))
}

/**
 * Scrolls immediately, or as soon as the page is long enough; stops when the person scrolls meanwhile. `end` is called in both
 * cases.
 */
function goTo(arrive: () => boolean, end?: () => void): (() => void) | undefined {
  if (arrive() || typeof ResizeObserver === 'undefined') {
    end?.()
    return undefined
  }
  const check = () => {
    if (arrive()) stop()
  }
  // A stored position, which has an `end`, needs the height. The target of a fragment may replace a placeholder of its height.
  const growth = end ? new ResizeObserver(check) : new MutationObserver(check)
  const stop = () => {
    clearTimeout(limit)
    growth.disconnect()
    for (const name of handsOn) window.removeEventListener(name, stop)
    end?.()
  }
  const limit = end ? undefined : setTimeout(stop, fragmentMs)
  growth.observe(document.body, { childList: true, subtree: true })
  for (const name of handsOn) window.addEventListener(name, stop, { passive: true })
  return stop
}

const useIsomorphicLayoutEffect = import.meta.env.SSR ? useEffect : useLayoutEffect
