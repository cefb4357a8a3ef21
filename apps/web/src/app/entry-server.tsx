/**
 * Renders a document's parts on the server. apps/server loads the built file and calls `render` and the other exports.
 */
import { languages } from '@apogee/domain/languages.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import { StrictMode, type ReactNode } from 'react'
import { fixedHistory } from '#web/platform/router/fixed-history.ts'
import { Router } from '#web/platform/router/router.tsx'
import { setTransport, type Transport } from '#web/platform/transfer/client.ts'
import { loadTexts, setTextLoader } from '#web/platform/language/messages.ts'
import { type Preferences, type Theme } from '#web/platform/language/preferences.tsx'
import { createServerQueryClient } from '#web/platform/transfer/queries.ts'
import { createSessionStore } from '#web/platform/session/session.tsx'
import { App } from './app.tsx'
import { bootQueriesOf } from '#web/framework/boot-queries.ts'
import { matchesOf } from '#web/framework/matches.ts'
import { Providers } from '#web/framework/providers.tsx'
import { handleOf } from '#web/framework/route-handle.ts'
import { renderMarkup } from '#web/framework/render-markup.ts'
import { hasOnlyListedValues } from './page-parameters.ts'
import { routeTable } from './route-table.ts'
import { loadTextsOf } from './texts/load-texts.ts'

export { coverSvg } from '@apogee/ui/art/cover-art.ts'
export { blogFeed } from './blog-feed.ts'
export { pageParameters } from './page-parameters.ts'
export { earlyEventsScript, earlyEventsTexts } from '#web/framework/early-events/document-part.ts'
export { publicAddresses } from './public-addresses.ts'

export interface RenderRequest {
  /** The address is absolute, on the site's public origin. */
  url: string
  preferences: Preferences
  /** The transport makes anonymous calls inside the server's own process. */
  transport: Transport
}

/** Holds a page whose data is loaded but which is not rendered yet. */
export interface PreparedPage {
  /** `content` is JSON with everything that the page shows. Two pages of one build with equal content have equal markup. */
  content: string
  /** True means that other visitors may request the same address, because it contains no secret and no typed text. */
  isShared: boolean
  /** `render` may be called only once. */
  render: (toMarkup?: (tree: ReactNode) => Promise<string>) => Promise<Rendered>
}

export interface Rendered {
  status: number
  /** `html` is the content of #root, preceded by the elements that React puts into the head. */
  html: string
  /** `boot` is the JSON from which the browser hydrates. */
  boot: string
  jsonLd: object[]
  theme: Theme
  /** `sources` lists the source files of the matched pages, whose chunks the document preloads. */
  sources: string[]
}

const currentTransport = new AsyncLocalStorage<Transport>()
setTransport((request) => {
  const transport = currentTransport.getStore()
  if (!transport) throw new Error('A call was made on the server outside of a render')
  return transport(request)
})
setTextLoader(loadTextsOf)
await Promise.all(languages.map(loadTexts))

/** Returns the redirect target of this address, or null for a page. It neither reads data nor renders. */
export async function redirectOf(address: string): Promise<string | null> {
  const url = new URL(address)
  const matches = matchesOf(await routeTable.complete(), url.pathname)
  const params = matches?.params ?? {}
  const location = matches?.routes
    .map(({ handle }) => handle?.redirect?.({ params, url }))
    .find((target) => typeof target === 'string')
  if (location === undefined) return null
  // A parameter of the route is decoded, and a header holds no line break and no letter beyond ASCII.
  const { pathname, search } = new URL(location, url)
  return pathname + search
}

export async function prepare({
  url: address,
  preferences,
  transport,
}: RenderRequest): Promise<PreparedPage> {
  const url = new URL(address)
  const matches = matchesOf(await routeTable.complete(), url.pathname)
  const handle = handleOf(matches)
  const params = matches?.params ?? {}
  const queries = createServerQueryClient()
  const page = await handle.load?.()
  const {
    status = 200,
    jsonLd = [],
    isShared = false,
  } = (await currentTransport.run(transport, () =>
    page?.load?.({ params, url, queries, language: preferences.language }),
  )) ?? {}
  const boot = JSON.stringify({ origin: url.origin, preferences, queries: bootQueriesOf(queries) })
  return {
    content: JSON.stringify([url.pathname, url.search, status]) + boot,
    isShared: hasOnlyListedValues(url.searchParams) && (isShared || Object.keys(params).length === 0),
    render: async (toMarkup = renderMarkup) => ({
      status,
      html: await toMarkup(
        <StrictMode>
          <Providers
            origin={url.origin}
            preferences={preferences}
            queries={queries}
            session={createSessionStore(queries)}
          >
            <Router history={fixedHistory(url.pathname + url.search)}>
              <App />
            </Router>
          </Providers>
        </StrictMode>,
      ),
      boot,
      jsonLd: typeof jsonLd === 'function' ? await jsonLd() : jsonLd,
      // With the Auto theme, a script in the document reads the theme of the device.
      theme: preferences.theme === 'auto' ? 'space' : preferences.theme,
      sources: [routeTable.partOf(url.pathname)?.source, handle.source].filter(
        (source) => source !== undefined,
      ),
    }),
  }
}
