/** Starts background work when the first page is live and the browser is idle. */
import { setPartImports } from '#web/framework/load-part.ts'
import { readPartImports } from '#web/framework/part-imports.ts'
import { startBackgroundWork, type BackgroundWork } from '#web/framework/background-work.ts'
import { keepMovedPresses } from '#web/platform/page/moved-presses.ts'
import { pauseWhenIdle } from '#web/platform/page/pause-when-idle.ts'
import { trustedScript } from '#web/platform/page/trusted-script.ts'
import { routeTable } from './route-table.ts'

/** Runs until the page is closed. */
export function startBackground(work: Omit<BackgroundWork, 'table'>): void {
  void readPartImports().then(setPartImports, () => undefined)
  // Links may soon need the complete route table. If it fails to load, the next address that needs it loads it again.
  void routeTable.complete().catch(() => undefined)
  startBackgroundWork({ ...work, table: routeTable })
  keepCourseOfLearner(work)
  keepMovedPresses()
  pauseWhenIdle()
  if (document.readyState === 'complete') registerServiceWorker()
  else addEventListener('load', registerServiceWorker, { once: true })
}

/** Stores the course that a learner has opened last, so that it opens offline. The code loads for signed-in people only. */
function keepCourseOfLearner(work: Omit<BackgroundWork, 'table'>): void {
  const { store } = work.session
  let isStarted = false
  const start = () => {
    if (isStarted || store.getState().state !== 'signed-in') return
    isStarted = true
    void import('./offline/keep-course.ts').then(
      ({ keepLastCourse }) => keepLastCourse(work),
      () => undefined,
    )
  }
  start()
  store.subscribe(start)
}

/** A browser without service workers shows the same site without offline support. */
function registerServiceWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  navigator.serviceWorker
    .register(trustedScript('/service-worker.js'))
    .catch((error: unknown) => console.warn('The service worker was not registered', error))
}
