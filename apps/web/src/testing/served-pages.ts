/** The documents that the server renders, one for each page of the route table. */
import { prepare } from '#web/app/entry-server.tsx'
import { ManagersOnly, SignedInOnly } from '#web/app/guards.tsx'
import { routeTable } from '#web/app/route-table.ts'
import { articles } from '#web/features/articles/articles.ts'
import type { PageRoute } from '#web/framework/page-module.ts'
import type { Preferences } from '#web/platform/preferences.tsx'
import { answerAnonymously } from './public-answers.ts'

export const english: Preferences = { language: 'en', theme: 'space', offered: null }

/** Of objects that `answerAnonymously` knows; other parameters are 1. */
const parameters: Record<string, string> = { courseId: '7', slug: articles[0]?.slug ?? '' }

const isGuard = ({ Component }: PageRoute) => Component === SignedInOnly || Component === ManagersOnly

function pagesBelow(routes: readonly PageRoute[], parent: string, isOpen: boolean): [string, boolean][] {
  return routes.flatMap((route) => {
    const path = [parent, ...(route.path ? [route.path] : [])].join('/')
    const children = pagesBelow(route.children ?? [], path, isOpen && !isGuard(route))
    if (!route.handle?.source) return children
    const filled = path.replaceAll(/:(\w+)\??/g, (_all, name: string) => parameters[name] ?? '1')
    return [[filled === '' ? '/' : filled, isOpen], ...children]
  })
}

/** The addresses of all pages: of those that are open to everybody, and of those that need a session. */
export async function servedPages(): Promise<{ open: string[]; guarded: string[] }> {
  const pages = pagesBelow(await routeTable.complete(), '', true)
  const pathsOf = (isWanted: boolean) =>
    pages.filter(([, isOpen]) => isOpen === isWanted).map(([path]) => path)
  return { open: pathsOf(true), guarded: pathsOf(false) }
}

/** The page of an address, whose course list has these titles. */
export const pageOf = (
  path: string,
  {
    preferences = english,
    titles = ['One'],
    origin = 'https://school.example',
  }: { preferences?: Preferences; titles?: readonly string[]; origin?: string } = {},
) => prepare({ url: origin + path, preferences, transport: answerAnonymously({ titles }) })
