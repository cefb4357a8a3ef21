/** Brings pages that a person is about to open: their code, and where a page says how, what it reads first. */
import type { QueryClient } from '@tanstack/react-query'
import { matchRoutes } from 'react-router'
import type { Viewer } from '#web/platform/session.tsx'
import { watchLinks } from './link-watch.ts'
import { handleOf } from './route-handle.ts'
import { completeRoutes } from './route-table.ts'

export interface Reader {
  queries: QueryClient
  viewer: () => Viewer
}

/** From now on, for as long as the page lives. */
export function prefetchLikelyRoutes(reader: Reader): void {
  watchLinks(document, (url, interest) => {
    // What does not come now is asked for, and its absence told, when the page is opened.
    bring(url, interest === 'meant' ? reader : null).catch(() => undefined)
  })
}

async function bring({ pathname }: URL, reader: Reader | null): Promise<void> {
  const matches = matchRoutes(await completeRoutes(), pathname)
  const page = await handleOf(matches).load?.()
  const viewer = reader?.viewer()
  if (!reader || !page?.prefetch || viewer === undefined || viewer === 'unknown') return
  await page.prefetch({ params: matches?.at(-1)?.params ?? {}, queries: reader.queries, viewer })
}
