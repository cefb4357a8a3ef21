import './styles.css'
import { hydrate, type DehydratedState } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { loadMalay, setMalayLoader } from '#web/platform/messages.ts'
import type { Preferences } from '#web/platform/preferences.tsx'
import { createBrowserQueryClient } from '#web/platform/queries.ts'
import { createSessionStore } from '#web/platform/session.tsx'
import { Providers } from './providers.tsx'
import { routes } from './routes.tsx'

/** What the server rendered with; the browser starts from the same. */
interface Boot {
  origin: string
  preferences: Preferences
  queries: DehydratedState
}

/** Lazy routes of the rendered page must be there before hydration, else React sees another tree. */
async function resolveMatchedRoutes(): Promise<void> {
  const matched = matchRoutes(routes, location) ?? []
  await Promise.all(
    matched.map(async ({ route }: { route: RouteObject }) => {
      if (typeof route.lazy !== 'function') return
      const load = route.lazy
      delete route.lazy
      Object.assign(route, await load())
    }),
  )
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  const bootText = document.getElementById('boot')?.textContent
  if (!root || !bootText) throw new Error('The document lacks its root or its boot data')
  const boot = JSON.parse(bootText) as Boot
  setMalayLoader(async () => (await import('./malay.ts')).malay)
  await Promise.all([resolveMatchedRoutes(), boot.preferences.language === 'ms' ? loadMalay() : undefined])

  const queries = createBrowserQueryClient()
  hydrate(queries, boot.queries)
  const session = createSessionStore(queries)
  const router = createBrowserRouter(routes, { hydrationData: { loaderData: {} } })
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <Providers origin={boot.origin} preferences={boot.preferences} queries={queries} session={session}>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    )
  })
}

void start()
