/**
 * `seen` means that the link is on the screen. `meant` means that the pointer rests on the link, or that it has the focus or is
 * touched.
 */
export type PrefetchTrigger = 'seen' | 'meant'

/** A pointer must rest on a link for this long, in ms, because a pointer that only passes over a link stays for a shorter time. */
const restMs = 80
/** Links on the screen are collected when scrolling has stopped for this long, in ms. */
const stillMs = 600

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Returns whether prefetching is off because of data saving or a slow connection. */
function isSaving(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true
}

/** Reports links to own pages that open in this window, with one set of listeners. Returns the function that stops it. */
export function watchLinks(page: Document, tell: (url: URL, interest: PrefetchTrigger) => void): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const seen = new Set<string>()
  let resting: ReturnType<typeof setTimeout> | undefined
  let looking: ReturnType<typeof setTimeout> | undefined

  const meant = (target: EventTarget | null) => {
    const url = pageUnder(target)
    if (url && !isSaving()) tell(url, 'meant')
  }
  const look = () => {
    if (isSaving()) return
    for (const link of page.links) {
      const url = pageUnder(link)
      if (!url || seen.has(url.pathname) || !isOnScreen(link)) continue
      seen.add(url.pathname)
      tell(url, 'seen')
    }
  }
  // Prefetching starts with the first interaction, because it must not compete with the first load.
  const lookSoon = () => {
    clearTimeout(looking)
    looking = setTimeout(() => whenIdle(() => !signal.aborted && look()), stillMs)
  }

  const options = { signal, passive: true }
  page.addEventListener(
    'pointerover',
    ({ target, pointerType }) => {
      clearTimeout(resting)
      lookSoon()
      if (pointerType === 'mouse') resting = setTimeout(() => meant(target), restMs)
    },
    options,
  )
  page.addEventListener('pointerout', () => clearTimeout(resting), options)
  // A press may move the focus to a link. Its own frame must not wait for the requests of that link's page.
  page.addEventListener(
    'focusin',
    ({ target }) => afterFrame(() => !signal.aborted && meant(target)),
    options,
  )
  page.addEventListener('touchstart', ({ target }) => meant(target), options)
  page.addEventListener('scroll', lookSoon, options)
  page.addEventListener('keydown', lookSoon, options)
  return () => {
    stopped.abort()
    clearTimeout(resting)
    clearTimeout(looking)
  }
}

/** Returns the URL of the link around this element, if it opens another own page in this window. */
function pageUnder(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.hasAttribute('download') || (link.target !== '' && link.target !== '_self')) return null
  const url = new URL(link.href, location.href)
  return url.origin === location.origin && url.pathname !== location.pathname ? url : null
}

function isOnScreen(link: Element): boolean {
  const { top, bottom, width, height } = link.getBoundingClientRect()
  return width > 0 && height > 0 && bottom > 0 && top < innerHeight
}

const afterFrame = (work: () => void) => requestAnimationFrame(() => setTimeout(work))

const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work)
