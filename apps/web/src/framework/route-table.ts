import { startTransition, useEffect, useState, type ComponentType } from 'react'
import { lazyPage } from './lazy-page.tsx'
import { matchesOf } from './matches.ts'
import type { PageRoute } from './page-module.ts'
import { handleOf } from './route-handle.ts'

interface RouteParts {
  /** Renders the matched page. */
  Root: ComponentType
  /** Routes of a first visit, in the first load. */
  front: PageRoute[]
  /** All other routes. The last table also has the route of unknown addresses. */
  further: readonly FurtherTable[]
}

interface FurtherTable {
  load: () => Promise<PageRoute[]>
  /** Source file, to find its chunk. */
  source: string
}

/** The place of the front routes, which are in none of the further tables. */
const inFront = -1

/** The route table of browser and server: the front routes at once, the others when an address needs them. */
export class RouteTable {
  readonly #parts: RouteParts
  readonly #listeners = new Set<() => void>()
  /** Matches an address without a known route: loads the other routes and then its page. */
  readonly #elsewhere: PageRoute
  #current: PageRoute[]
  #complete: PageRoute[] | undefined

  constructor(parts: RouteParts) {
    this.#parts = parts
    const { Page } = lazyPage(async () => {
      const complete = await this.#loadAll()
      await handleOf(matchesOf(complete, location.pathname)).load?.()
      this.#replace(complete)
      return { Component: () => null }
    })
    this.#elsewhere = { path: '*', Component: Page }
    this.#current = this.#below([...parts.front, this.#elsewhere])
  }

  /** Which of the further tables has this address, for `routesAt` and `sourcesAt`. Loads all of them: the server knows it. */
  async placeOf(pathname: string): Promise<number> {
    const [, route] = matchesOf(await this.#loadAll(), pathname)?.routes ?? []
    const tables = await Promise.all(this.#parts.further.map(({ load }) => load()))
    return route ? tables.findIndex((table) => table.includes(route)) : inFront
  }

  /** The source files of the table at this place. */
  sourcesAt(place: number): string[] {
    const table = this.#parts.further[place]
    return table ? [table.source] : []
  }

  /** The front routes with those of the table at this place; rendering continues with the same. */
  async routesAt(place: number): Promise<PageRoute[]> {
    const further = await this.#parts.further[place]?.load()
    if (further && !this.#complete)
      this.#replace(this.#below([...this.#parts.front, ...further, this.#elsewhere]))
    return this.#current
  }

  /** Loads all other routes before the first address that needs them. */
  async complete(): Promise<PageRoute[]> {
    const complete = await this.#loadAll()
    if (this.#current !== complete) this.#replace(complete)
    return complete
  }

  /** The routes that are known now. */
  current(): PageRoute[] {
    return this.#current
  }

  /** Calls the listener after each change until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async #loadAll(): Promise<PageRoute[]> {
    if (this.#complete) return this.#complete
    const further = await Promise.all(this.#parts.further.map(({ load }) => load()))
    return (this.#complete ??= this.#below([...this.#parts.front, ...further.flat()]))
  }

  #below(children: PageRoute[]): PageRoute[] {
    return [{ Component: this.#parts.Root, children }]
  }

  #replace(complete: PageRoute[]): void {
    this.#current = complete
    for (const listener of this.#listeners) listener()
  }
}

/** A changed table is shown in a transition: parts whose code is still loading keep the server's markup. */
export function useRouteTable(table: RouteTable): PageRoute[] {
  const [routes, setRoutes] = useState(() => table.current())
  useEffect(() => {
    const follow = () => startTransition(() => setRoutes(table.current()))
    follow()
    return table.subscribe(follow)
  }, [table])
  return routes
}
