/** Renders a document's parts on the server. apps/server loads the built file and calls `render`. */
import { dehydrate } from '@tanstack/react-query'
import { AsyncLocalStorage } from 'node:async_hooks'
import { Writable } from 'node:stream'
import { StrictMode, type ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router'
import { setTransport, type Transport } from '#web/platform/client.ts'
import { loadMalay, setMalayLoader } from '#web/platform/messages.ts'
import { themeFor, type Preferences, type Theme } from '#web/platform/preferences.tsx'
import { createServerQueryClient } from '#web/platform/queries.ts'
import { createSessionStore } from '#web/platform/session.tsx'
import { malay } from './malay.ts'
import type { PageAnswer } from './page-module.ts'
import { Providers } from './providers.tsx'
import { handleOf } from './route-handle.ts'
import { routes } from './routes.tsx'
import { serverContext } from './server-context.ts'

export interface RenderRequest {
  /** Absolute, on the site's public origin. */
  url: string
  preferences: Preferences
  /** Anonymous calls inside the server's own process. */
  transport: Transport
}

export type Rendered =
  | { kind: 'redirect'; status: number; location: string }
  | {
      kind: 'page'
      status: number
      /** Markup of #root, with the head elements React put in front of it. */
      html: string
      boot: object
      jsonLd: object[]
      theme: Theme
      /** Source files of the matched pages, to preload their chunks. */
      sources: string[]
    }

const handler = createStaticHandler(routes)
const renderTimeoutMs = 5000

const currentTransport = new AsyncLocalStorage<Transport>()
setTransport((request) => {
  const transport = currentTransport.getStore()
  if (!transport) throw new Error('A call was made on the server outside of a render')
  return transport(request)
})
setMalayLoader(() => Promise.resolve(malay))

export async function render({ url, preferences, transport }: RenderRequest): Promise<Rendered> {
  const queries = createServerQueryClient()
  const answer: PageAnswer = {}
  const requestContext = new RouterContextProvider()
  requestContext.set(serverContext, { queries, language: preferences.language, answer })
  await loadMalay()
  const context = await currentTransport.run(transport, () =>
    handler.query(new Request(url), { requestContext }),
  )
  if (context instanceof Response) {
    return { kind: 'redirect', status: context.status, location: context.headers.get('location') ?? '/' }
  }
  const failure = Object.values(context.errors ?? {})[0]
  if (failure !== undefined) throw failure

  const origin = new URL(url).origin
  const html = await markupOf(
    <StrictMode>
      <Providers
        origin={origin}
        preferences={preferences}
        queries={queries}
        session={createSessionStore(queries)}
      >
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </Providers>
    </StrictMode>,
  )
  const handle = handleOf(context.matches)
  return {
    kind: 'page',
    status: answer.status ?? 200,
    html,
    boot: { origin, preferences, queries: dehydrate(queries) },
    jsonLd: answer.jsonLd ?? [],
    theme: themeFor(preferences.theme, handle.theme ?? 'space'),
    sources: handle.source ? [handle.source] : [],
  }
}

/** Whole pages: public ones wait for their data anyway, and the status must be known before the first byte. */
const markupOf = (tree: ReactNode): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(Buffer.from(chunk))
        done()
      },
      final(done) {
        clearTimeout(timer)
        resolve(Buffer.concat(chunks).toString())
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(tree, {
      onAllReady: () => pipe(sink),
      onError: reject,
      onShellError: reject,
    })
    const timer = setTimeout(() => abort(new Error('Rendering took too long')), renderTimeoutMs)
  })
