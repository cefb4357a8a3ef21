/**
 * Defines which modules of the client share a file: those of libraries that every page loads, and the product's own that every
 * page, or several of the front pages, load before they are shown. All other files follow from the routes
 * (docs/decisions/first-load.md).
 */
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const inSource = (path: string) => fileURLToPath(new URL(`../src/app/${path}`, import.meta.url))
const entry = inSource('entry-client.tsx')
const frontRoutes = inSource('front-routes.tsx')
const pagesFolder = inSource('pages/')

/** The set holds the modules that the entry imports directly or indirectly, so that every page loads them. */
let ofEveryPage: ReadonlySet<string> = new Set()
/** The set holds the modules that several front pages import so. */
let ofFrontPages: ReadonlySet<string> = new Set()

/** A module of fewer front pages costs the others more than its own file does. */
const leastFrontPages = 4

export const findSharedModules: Plugin = {
  name: 'find-shared-modules',
  applyToEnvironment: ({ name }) => name === 'client',
  buildEnd() {
    const importedFrom = (start: string): Set<string> => {
      const found = new Set<string>()
      const add = (id: string) => {
        if (found.has(id)) return
        found.add(id)
        this.getModuleInfo(id)?.importedIds.forEach(add)
      }
      add(start)
      return found
    }
    const isFrontPage = (id: string) =>
      id.startsWith(pagesFolder) && this.getModuleInfo(id)?.dynamicImporters.includes(frontRoutes)
    const pages = new Map<string, number>()
    for (const page of [...this.getModuleIds()].filter(isFrontPage))
      for (const id of importedFrom(page)) pages.set(id, (pages.get(id) ?? 0) + 1)
    ofEveryPage = importedFrom(entry)
    ofFrontPages = new Set([...pages].flatMap(([id, count]) => (count >= leastFrontPages ? [id] : [])))
  },
}

/** Recognises parts of the query client that its index exports but no first page needs: mutations and infinite lists. */
const isForLater = (id: string) =>
  /@tanstack\/.*\/(?:mutationObserver|infiniteQueryObserver|use(?!Query\.|BaseQuery)\w+)\.js$/.test(id)

/** The folder names the files of all pages and so changes with each of them. */
const isOfApp = (id: string) => id.includes('/web/src/app/')
const isOfLibrary = (id: string) => id.includes('/node_modules/')

/**
 * Chromium compiles the functions of these files in the background while it loads them (docs/decisions/first-paint.md).
 * Otherwise the functions that hydration calls are compiled on the page's thread, one at a time.
 */
export const compiledWhole: ReadonlySet<string> = new Set([
  'entry-client',
  'vendor',
  'shared',
  'landing',
  'marketplace',
  'course-sales',
])

/** The first matching group takes a module; a group also takes the imports of its modules, unless another group has them. */
export const chunkGroups = [
  // These modules rarely change, so browsers cache them over releases.
  { name: 'vendor', test: (id: string) => isOfLibrary(id) && ofEveryPage.has(id) && !isForLater(id) },
  {
    name: 'shared',
    test: (id: string) => (ofEveryPage.has(id) || ofFrontPages.has(id)) && !isOfApp(id) && !isOfLibrary(id),
  },
]
