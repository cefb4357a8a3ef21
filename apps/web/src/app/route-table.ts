/** The one route table of both sides: the front at once, everything else as soon as an address asks for it. */
import { startTransition, useEffect, useState } from 'react'
import { matchRoutes, type RouteObject } from 'react-router'
import { frontPages } from './front-routes.tsx'
import { lazyPage } from './lazy-page.tsx'
import { Root } from './root.tsx'
import { handleOf } from './route-handle.ts'

/** Source file of the table's second part, to find its chunk. */
export const furtherSource = 'src/app/routes.tsx'

const below = (children: RouteObject[]): RouteObject[] => [{ Component: Root, children }]

/** Stands where an address is not in the front: brings the rest of the table, and the page the address names in it. */
const further = lazyPage(async () => {
  const whole = await wholeTable()
  await handleOf(matchRoutes(whole, location)).load?.()
  show(whole)
  return { Component: () => null }
})
const elsewhere: RouteObject = { path: '*', Component: further.Page }

const front = below([...frontPages, elsewhere])
let table = front
const listeners = new Set<() => void>()

function show(whole: RouteObject[]): void {
  table = whole
  for (const listener of listeners) listener()
}

let whole: RouteObject[] | undefined
async function wholeTable(): Promise<RouteObject[]> {
  const { pages } = await import('./routes.tsx')
  return (whole ??= below([...frontPages, ...pages]))
}

export const isFront = (pathname: string): boolean =>
  matchRoutes(front, pathname)?.every(({ route }) => route !== elsewhere) ?? false

/** The table that knows this address; rendering goes on with the same one. */
export async function routesFor(pathname: string): Promise<RouteObject[]> {
  if (!isFront(pathname)) await completeRoutes()
  return table
}

/** Brings the rest of the table ahead of the first address that needs it. */
export async function completeRoutes(): Promise<RouteObject[]> {
  const complete = await wholeTable()
  if (table !== complete) show(complete)
  return table
}

const current = () => table

/** A further table comes in a transition: parts whose code is still on its way keep what the server drew of them. */
export function useRouteTable(): RouteObject[] {
  const [routes, setRoutes] = useState(current)
  useEffect(() => {
    const follow = () => startTransition(() => setRoutes(current))
    follow()
    listeners.add(follow)
    return () => void listeners.delete(follow)
  }, [])
  return routes
}
