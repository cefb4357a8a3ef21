import type { ComponentType, ReactNode } from 'react'

/**
 * Describes an entry of a route table. `path` continues the path of the parent: names, `:parameter`, `:parameter?` at the end, or
 * `*` for the rest. An entry without a path only wraps its children; `index` marks the page at the parent's own path.
 */
export interface Route<Handle = unknown> {
  path?: string
  index?: true
  /** The component renders its child with <Outlet>. */
  Component?: ComponentType
  element?: ReactNode
  handle?: Handle
  children?: readonly Route<Handle>[]
}

export type Params = Readonly<Record<string, string | undefined>>

/** Describes one matched route. Matches are ordered from the outermost route to the page. */
export interface Match<Handle = unknown> {
  routes: readonly Route<Handle>[]
  params: Params
}

/** Holds a page with all its parent routes. */
interface Branch {
  routes: readonly Route[]
  pattern: RegExp
  names: readonly string[]
  weight: number
}

/** Caches the branches of each table, because compiling them takes longer than matching. */
const compiled = new WeakMap<readonly Route[], readonly Branch[]>()

/** Returns the most specific page of a path: names before parameters before `*`, an index before its parent. */
export function matchRoutes<Handle>(table: readonly Route<Handle>[], pathname: string): Match<Handle> | null {
  let branches = compiled.get(table)
  if (!branches) {
    branches = branchesOf(table, [], '').sort((first, second) => second.weight - first.weight)
    compiled.set(table, branches)
  }
  const path = decoded(pathname)
  for (const { pattern, names, routes } of branches) {
    const values = pattern.exec(path)?.slice(1)
    if (!values) continue
    const params = Object.fromEntries(
      names.map((name, index) => [name, values[index]?.replaceAll('%2F', '/')]),
    )
    return { routes: routes as readonly Route<Handle>[], params }
  }
  return null
}

function branchesOf(table: readonly Route[], parents: readonly Route[], base: string): Branch[] {
  return table.flatMap((route) => {
    const routes = [...parents, route]
    const path = route.path === undefined ? base : `${base}/${route.path}`
    const below = branchesOf(route.children ?? [], routes, path)
    return route.path === undefined && !route.index ? below : [...below, branch(routes, path, route.index)]
  })
}

function branch(routes: readonly Route[], path: string, isIndex = false): Branch {
  const names: string[] = []
  let weight = isIndex ? 2 : 0
  const pattern = path
    .split('/')
    .slice(1)
    .map((segment) => {
      const [, name, isOptional] = /^:([\w-]+)(\?)?$/.exec(segment) ?? []
      weight += segment === '*' ? -1 : name ? 4 : 11
      if (segment === '*') return '(?:/.*)?'
      if (!name) return `/${segment}`
      names.push(name)
      return isOptional ? '(?:/([^/]+))?' : '/([^/]+)'
    })
    .join('')
  return { routes, pattern: new RegExp(`^${pattern}/*$`, 'i'), names, weight }
}

/** Decodes each segment separately, because an encoded slash does not separate. A malformed path is matched unchanged. */
function decoded(pathname: string): string {
  try {
    return pathname
      .split('/')
      .map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    return pathname
  }
}
