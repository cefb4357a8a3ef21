import { startTransition, useEffect, useState, type ComponentType } from 'react'
import { lazyPage } from './lazy-page.tsx'
import { matchesOf } from './matches.ts'
import type { PageRoute } from './page-module.ts'
import { handleOf } from './route-handle.ts'

/** Describes a part of the table that loads later. */
interface FurtherRoutes {
  /** `source` is the source file of these routes and identifies their chunk. */
  source: string
  load: () => Promise<PageRoute[]>
  has: (pathname: string) => boolean
}

interface RouteParts {
  Root: ComponentType
  /** `front` holds the routes of a first visit, which every page loads. */
  front: PageRoute[]
  /** The first part that `has` a path contains its route. */
  further: FurtherRoutes[]
  /** Matches the paths that no other route matches. */
  unknown: PageRoute
}

/** Holds the routes of browser and server: the front routes immediately, all others when a URL needs them. */
export class RouteTable {
  readonly #parts: RouteParts
  readonly #listeners = new Set<() => void>()
  readonly #front: PageRoute[]
  /** This route matches every URL whose route is not loaded. It loads all routes and then the page. */
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
    this.#front = this.#below([...parts.front, this.#elsewhere])
    this.#current = this.#front
  }

  isFront(pathname: string): boolean {
    return matchesOf(this.#front, pathname)?.routes.every((route) => route !== this.#elsewhere) ?? false
  }

  /** Returns the part with this URL, or undefined for a front page. */
  partOf(pathname: string): FurtherRoutes | undefined {
    return this.isFront(pathname) ? undefined : this.#parts.further.find(({ has }) => has(pathname))
  }

  /** Returns a table with the part that contains the first URL. Rendering begins with this table. */
  async routesFor(pathname: string): Promise<PageRoute[]> {
    const part = this.partOf(pathname)
    if (part) this.#current = this.#below([...this.#parts.front, ...(await part.load()), this.#elsewhere])
    return this.#current
  }

  /** Loads the other routes before the first URL that needs them. */
  async complete(): Promise<PageRoute[]> {
    const complete = await this.#loadAll()
    if (this.#current !== complete) this.#replace(complete)
    return complete
  }

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
    const { front, further, unknown } = this.#parts
    const loaded = await Promise.all(further.map(({ load }) => load()))
    return (this.#complete ??= this.#below([...front, ...loaded.flat(), unknown]))
  }

  #below(children: PageRoute[]): PageRoute[] {
    return [{ Component: this.#parts.Root, children }]
  }

  #replace(complete: PageRoute[]): void {
    this.#current = complete
    for (const listener of this.#listeners) listener()
  }
}

/** Shows a changed table in a transition, so that parts whose code is still loading keep the server's markup. */
export function useRouteTable(table: RouteTable): PageRoute[] {
  const [routes, setRoutes] = useState(() => table.current())
  useEffect(() => {
    const follow = () => startTransition(() => setRoutes(table.current()))
    follow()
    return table.subscribe(follow)
  }, [table])
  return routes
}
