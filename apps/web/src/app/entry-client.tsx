import './styles.css'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { tolerateForeignNodes } from '#web/framework/foreign-nodes/tolerate-foreign-nodes.ts'
import { fillQueries, readAtOf, type BootQueries } from '#web/framework/boot-queries.ts'
import { matchesOf } from '#web/framework/matches.ts'
import { loadTexts, setTextLoader } from '#web/platform/language/messages.ts'
import type { Preferences } from '#web/platform/language/preferences.tsx'
import { setBareReader } from '#web/platform/transfer/client.ts'
import { createBrowserQueryClient } from '#web/platform/transfer/queries.ts'
import { createBrowserHistory } from '#web/platform/router/history.ts'
import { Router } from '#web/platform/router/router.tsx'
import { createSessionStore, type Session } from '#web/platform/session/session.tsx'
import { App } from './app.tsx'
import { prepareReplay } from '#web/framework/early-events/replay-early-events.tsx'
import { Providers } from '#web/framework/providers.tsx'
import { handleOf } from '#web/framework/route-handle.ts'
import { routeTable } from './route-table.ts'
import { loadTextsOf } from './texts/load-texts.ts'

/** The server embeds this data in the document. Hydration needs the same data that the server rendered with. */
interface Boot {
  origin: string
  preferences: Preferences
  queries: BootQueries
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  const bootText = document.getElementById('boot')?.textContent
  if (!root || !bootText) throw new Error('The document lacks its root or its boot data')
  const boot = JSON.parse(bootText) as Boot
  setTextLoader(loadTextsOf)
  setBareReader(() => import('#web/shared/other-servers/other-servers.ts'))
  // The code of the rendered page must be loaded before hydration. Otherwise React would render a different tree.
  const { load } = handleOf(matchesOf(await routeTable.routesFor(location.pathname), location.pathname))
  const queries = createBrowserQueryClient()
  const session = createSessionStore(queries, (token) =>
    import('#web/shared/lesson/kept-course/open-kept-course.ts').then(({ openKeptCourse }) =>
      openKeptCourse(token, queries),
    ),
  )
  prepareReplay(() => isKnown(session.rendered.getState()))
  await Promise.all([load?.(), loadTexts(boot.preferences.language)])

  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  fillQueries(queries, boot.queries, readAtOf(visit))
  tolerateForeignNodes()
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <Providers origin={boot.origin} preferences={boot.preferences} queries={queries} session={session}>
          <Router history={createBrowserHistory()}>
            <App />
          </Router>
        </Providers>
      </StrictMode>,
    )
  })
  // If the background work fails to load, pages still load when they are opened, but none opens offline.
  whenIdle(() => {
    void import(/* first wave */ './background.ts').then(
      ({ startBackground }) => startBackground({ queries, session }),
      () => undefined,
    )
  })
}

const isKnown = (session: Session): boolean => session.state !== 'unknown' || session.unreachable

const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 2000)

start().catch((error: unknown) => {
  window.apogeeEarly?.fail()
  throw error
})
