import type { Language } from '@apogee/domain/languages.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { act, cleanup, render, type RenderResult } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { App } from '#web/app/app.tsx'
import { loadTextsOf } from '#web/app/texts/load-texts.ts'
import { Providers } from '#web/framework/providers.tsx'
import type { PageRoute } from '#web/framework/page-module.ts'
import { routeTable } from '#web/app/route-table.ts'
import { restoreCart } from '#web/shared/buying/cart.ts'
import { loadTexts, setTextLoader } from '#web/platform/language/messages.ts'
import { createBrowserQueryClient } from '#web/platform/transfer/queries.ts'
import { useLocation, useNavigate, type NavigateFunction } from '#web/platform/router/router.tsx'
import { createSessionStore } from '#web/platform/session/session.tsx'
import { MemoryRouter } from './memory-router.tsx'
import { answer } from './mock-api.ts'
import { openKeptCourse } from '#web/shared/lesson/kept-course/open-kept-course.ts'

export interface RouteOptions {
  /** The client is signed in as this person. */
  user?: CurrentUser
  language?: Language
}

export interface RenderedRoute extends RenderResult {
  press: UserEvent
  /** Returns the current path and query of the router. */
  address: () => string
  goBack: () => Promise<void>
}

/**
 * Renders the whole client at `path`, as a browser would show it. API answers come from mock-api.ts. Unmounts a previous rendering,
 * as a page reload does.
 */
export async function renderRoute(path: string, options: RouteOptions = {}): Promise<RenderedRoute> {
  const { user, language = 'en' } = options
  setTextLoader(loadTextsOf)
  await loadTexts(language)
  if (user) {
    localStorage.setItem(storageKeys.token, `token-of-${user.id}`)
    answer('verifySession', { success: true, data: { decoded: user } })
  }
  restoreCart()
  const queries = createBrowserQueryClient()
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } })
  let address = path
  let navigate: NavigateFunction | undefined
  function Address() {
    const { pathname, search } = useLocation()
    address = pathname + search
    navigate = useNavigate()
    return null
  }
  await loadAllPages(await routeTable.complete())
  cleanup()
  const rendered = await act(async () =>
    render(
      <Providers
        origin="http://localhost:3000"
        preferences={{ language, theme: 'space', offered: null }}
        queries={queries}
        session={createSessionStore(queries, (token) => openKeptCourse(token, queries))}
      >
        <MemoryRouter address={path}>
          <App />
          <Address />
        </MemoryRouter>
      </Providers>,
    ),
  )
  const goBack = () => act(async () => navigate?.(-1))
  return { ...rendered, press: userEvent.setup(), address: () => address, goBack }
}

/** Loads all pages before the test, because React must be able to handle a press in one synchronous step. */
async function loadAllPages(table: readonly PageRoute[]): Promise<void> {
  for (const { handle, children } of table) {
    await handle?.load?.()
    if (children) await loadAllPages(children)
  }
}
