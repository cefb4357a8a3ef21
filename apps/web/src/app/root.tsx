import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { Outlet, useLocation } from '#web/platform/router/router.tsx'
import { useCartAcrossTabs } from '#web/shared/buying/cart.ts'
import { EditConflicts } from '#web/platform/edit-conflicts/edit-conflicts.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { usePreferences } from '#web/platform/language/preferences.tsx'
import { useHasUploads } from '#web/platform/transfer/upload-signal.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { Notices } from '#web/framework/providers.tsx'
import { CrashBoundary } from '#web/framework/crash.tsx'
import { ReplayEarlyEvents } from '#web/framework/early-events/replay-early-events.tsx'
import { useArea, useFrame } from '#web/framework/route-handle.ts'
import { useScrollMemory } from '#web/framework/scroll-memory.ts'
import { BottomBar } from './shell/bottom-bar.tsx'
import { Footer } from './shell/footer.tsx'
import { shellMessages } from './shell/messages/messages.en.ts'
import { SellersBarContext, useSellersBar } from './shell/studio-places.ts'
import { TopBar } from './shell/top-bar.tsx'

// The bar loads when the page is live, and not only when the connection is lost, so that its code is available offline.
const ConnectionBar = lazyWithRetry(
  async () => (await import(/* first wave */ './shell/connection-bar.tsx')).ConnectionBar,
)

// The offer loads on demand, because few browsers prefer another language than the page's.
const LanguageOffer = lazyWithRetry(async () => (await import('./shell/language-offer.tsx')).LanguageOffer)

// The tray loads only in tabs that are uploading or have uploaded files.
const UploadTray = lazyWithRetry(
  async () => (await import('#web/features/courses/components/materials/upload-tray.tsx')).UploadTray,
)

/** Renders the frame of every page: skip link, navigation, main, footer, notices. */
export function Root() {
  const text = useText(shellMessages)
  const area = useArea()
  const frame = useFrame()
  const { pathname, search } = useLocation()
  const { offered } = usePreferences()
  const hasSellersBar = useSellersBar(search)
  useTheme()
  useRevealWhenSignedOut()
  useCartAcrossTabs()
  useScrollMemory()
  const announcement = useRouteAnnouncement()
  return (
    <Notices>
      <a className="skip" href={frame ? '#studio-page' : '#main'}>
        {text.skip}
      </a>
      {offered === null ? null : (
        <Suspense>
          <LanguageOffer />
        </Suspense>
      )}
      <TopBar />
      <Suspense>
        <ConnectionBar />
      </Suspense>
      <main id="main" tabIndex={-1} data-own-bar={area.hasOwnBar || undefined}>
        <CrashBoundary resetKey={pathname}>
          <Suspense>
            <SellersBarContext value={hasSellersBar}>
              <Outlet />
            </SellersBarContext>
            <ReplayEarlyEvents />
          </Suspense>
        </CrashBoundary>
      </main>
      {frame ? null : <Footer isSlim={area.nav === 'app'} />}
      {hasSellersBar ? null : <BottomBar />}
      <p ref={announcement} className="vh" role="status" />
      {useHasUploads() ? (
        <Suspense>
          <UploadTray />
        </Suspense>
      ) : null}
      <EditConflicts />
    </Notices>
  )
}

/** Applies the chosen theme, and on Auto that of the device. A script of the document has set data-theme before the first paint. */
function useTheme() {
  const { theme } = usePreferences()
  useIsomorphicLayoutEffect(() => {
    const device = theme === 'auto' ? matchMedia('(prefers-color-scheme: light)') : null
    const show = () => {
      document.documentElement.dataset['theme'] = device ? (device.matches ? 'daylight' : 'space') : theme
      // The browser's own frame takes the background colour of the page.
      const ground = getComputedStyle(document.body).backgroundColor
      document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground)
    }
    show()
    device?.addEventListener('change', show)
    return () => device?.removeEventListener('change', show)
  }, [theme])
}

/** Shows `/` again when no user is signed in. The document's first script hides the page while a token is being verified. */
function useRevealWhenSignedOut() {
  const { session } = useSession()
  const { pathname } = useLocation()
  const undecided = session.state === 'unknown' && !session.unreachable
  const leaving = session.state === 'signed-in' && pathname === '/'
  useEffect(() => {
    if (!undecided && !leaving) delete document.documentElement.dataset['verifying']
  }, [undecided, leaving])
}

/** Moves the focus to the page's start after navigation and announces its title. */
function useRouteAnnouncement() {
  const { pathname } = useLocation()
  const announcement = useRef<HTMLParagraphElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const focused = document.activeElement
    if (!focused || focused === document.body || !focused.closest('main [autofocus], dialog')) {
      document.getElementById('main')?.focus({ preventScroll: true })
    }
    if (announcement.current) announcement.current.textContent = document.title
  }, [pathname])
  return announcement
}

const useIsomorphicLayoutEffect = import.meta.env.SSR ? useEffect : useLayoutEffect
