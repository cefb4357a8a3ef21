/** Renders the server's documents, one for each page of the route table. */
import { prepare } from '#web/app/entry-server.tsx'
import { ManagersOnly, SignedInOnly, SuperadminOnly } from '#web/app/guards.tsx'
import { routeTable } from '#web/app/route-table.ts'
import { articles } from '#web/features/articles/articles.ts'
import type { PageRoute } from '#web/framework/page-module.ts'
import type { Preferences } from '#web/platform/language/preferences.tsx'
import { answerAnonymously, isAnswered } from './public-answers.ts'

export const english: Preferences = { language: 'en', theme: 'space', offered: null }

/** These parameters name objects that `answerAnonymously` knows. All other parameters are 1. */
const parameters: Record<string, string> = { courseId: '7', slug: articles[0]?.slug ?? '' }

const guards = { members: SignedInOnly, managers: ManagersOnly, superadmins: SuperadminOnly }

type Readers = 'everybody' | keyof typeof guards

const readersOf = ({ Component }: PageRoute, outside: Readers): Readers =>
  (Object.entries(guards).find(([, guard]) => guard === Component)?.[0] as Readers | undefined) ?? outside

function pagesBelow(routes: readonly PageRoute[], parent: string, outside: Readers): [string, Readers][] {
  return routes.flatMap((route) => {
    const path = [parent, ...(route.path ? [route.path] : [])].join('/')
    const readers = readersOf(route, outside)
    const children = pagesBelow(route.children ?? [], path, readers)
    if (!route.handle?.source) return children
    const filled = path.replaceAll(/:(\w+)\??/g, (_all, name: string) => parameters[name] ?? '1')
    return [[filled === '' ? '/' : filled, readers], ...children]
  })
}

/** Returns the URLs of the route table's pages that only these people may open. */
export const pagesOf = async (readers: Readers): Promise<string[]> =>
  pagesBelow(await routeTable.complete(), '', 'everybody')
    .filter(([, ofPage]) => ofPage === readers)
    .map(([path]) => path)

/** Renders the page of a URL. The courses in its lists have these titles. */
export const pageOf = (
  path: string,
  {
    preferences = english,
    titles = ['One'],
    origin = 'https://school.example',
  }: { preferences?: Preferences; titles?: readonly string[]; origin?: string } = {},
) => prepare({ url: origin + path, preferences, transport: answerAnonymously({ titles }) })

/** Returns the texts of a page in its language, without code, dates, mail addresses and data that came from calls. */
export const textsOf = (html: string): string[] =>
  html
    .replaceAll(/<(code|time)\b.*?<\/\1>/gs, '')
    // React escapes this character in attributes, so it is decoded.
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll('&amp;', '&').trim())
    .filter((text) => /[A-Za-z]{2}/.test(text) && !/^\S+@\S+$/.test(text) && !isAnswered(text))
