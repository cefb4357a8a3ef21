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
  /** Loads all other routes. */
  loadFurther: () => Promise<PageRoute[]>
  /** Source file of the other routes, to find its chunk. */
  fullRoutesSource: string
}

/** The route table of browser and server: the front routes at once, all others when an address needs them. */
export class RouteTable {
  readonly fullRoutesSource: string
  readonly #parts: RouteParts
  readonly #listeners = new Set<() => void>()
  readonly #front: PageRoute[]
  /** Matches an address without a front route: loads the other routes and then its page. */
  readonly #elsewhere: PageRoute
  #current: PageRoute[]
  #complete: PageRoute[] | undefined

  constructor(parts: RouteParts) {
    this.#parts = parts
    this.fullRoutesSource = parts.fullRoutesSource
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

  /** The table with this address; rendering continues with the same one. */
  async routesFor(pathname: string): Promise<PageRoute[]> {
    if (!this.isFront(pathname)) await this.complete()
    return this.#current
  }

  /** Loads the other routes before the first address that needs them. */
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
    const further = await this.#parts.loadFurther()
    return (this.#complete ??= this.#below([...this.#parts.front, ...further]))
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
