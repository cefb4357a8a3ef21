/**
 * Defines which modules of the client share a file. Libraries that every page loads share files, and so do modules of the product
 * that every page, or several front pages, load before they are shown. All other files follow from the routes
 * (docs/decisions/first-load.md).
 */
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { marksOf } from './first-wave-marks.ts'
import { importsOnly, numbersIn } from './inlined-constants.ts'
import { closureOf, findModuleUsers, isSheet, type SourceModule } from './module-users.ts'
import { shareFiles } from './shared-files.ts'

const inSource = (path: string) => fileURLToPath(new URL(`../src/app/${path}`, import.meta.url))
const entry = inSource('entry-client.tsx')
const frontRoutes = inSource('front-routes.tsx')
const pagesFolder = inSource('pages/')

/** Holds the modules that the entry imports directly or indirectly, so that every page loads them. */
let ofEveryPage: ReadonlySet<string> = new Set()
/** Holds the modules that several front pages import directly or indirectly. */
let ofFrontPages: ReadonlySet<string> = new Set()

/** Holds all modules of the client by id. */
const modules = new Map<string, SourceModule>()
export const modulesOfClient: ReadonlyMap<string, SourceModule> = modules
/** Maps each remaining module of the product to the name of its file. */
let fileOfModule: ReadonlyMap<string, string> = new Map()

/** A byte of source becomes about this many bytes in the compressed file. */
const compression = { code: 0.2, sheet: 0.12 } as const
/** Bytes on front pages count most, because these pages are visited most, often without a cache. Few people load a later part. */
const weights = { frontPage: 4, page: 1, part: 0.01 } as const
/** Each number is the cost of waiting for a byte that is loaded anyway. The unit is the cost of a byte that is loaded in vain. */
const waitCosts = { frontPage: 1, page: 0.8, part: 1 } as const
/** A page or part may load at most this many bytes that it does not need. */
const mostWaste = { frontPage: 150, page: 600, part: 4000 } as const

/** A module of fewer front pages gets a file of its own, because loading it on the other front pages would cost more. */
const leastFrontPages = 4

const isPage = (id: string) => id.startsWith(pagesFolder)

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
      isPage(id) && this.getModuleInfo(id)?.dynamicImporters.includes(frontRoutes)
    const pages = new Map<string, number>()
    for (const page of [...this.getModuleIds()].filter(isFrontPage))
      for (const id of importedFrom(page)) pages.set(id, (pages.get(id) ?? 0) + 1)
    ofEveryPage = importedFrom(entry)
    ofFrontPages = new Set([...pages].flatMap(([id, count]) => (count >= leastFrontPages ? [id] : [])))
    readModules(this)
    const kindOf = (id: string) => (isFrontPage(id) ? 'frontPage' : isPage(id) ? 'page' : 'part')
    const ofPages = new Set([...modules.keys()].filter(isPage).flatMap((id) => [...closureOf(modules, id)]))
    const users = findModuleUsers(modules, { start: entry, first: ofEveryPage.union(ofFrontPages), isPage })
    const isPart = (id: string) => (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
    const files = shareFiles(modules, users, {
      // The bundler leaves out most of what the indexes of these libraries import, such as the grammars that load one by one.
      isLeftToBundler: (id) => isOfLibrary(id) && (ofPages.has(id) || isPart(id)),
      weightOf: (id) => weights[kindOf(id)],
      waitCostOf: (id) => waitCosts[kindOf(id)],
      wasteOf: (id) => mostWaste[kindOf(id)],
      leastSize: 2000,
      requestCost: 800,
    })
    fileOfModule = namesOf(files, isPart)
  },
}

/** Collects the modules when all of them are read. */
function readModules(context: Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>): void {
  // The modules are sorted, because the bundler reads them in parallel and their order decides between files of equal cost.
  const ids = [...context.getModuleIds()].sort()
  const codeOf = (id: string) => context.getModuleInfo(id)?.code ?? ''
  const numbersOf = new Map(ids.map((id) => [id, numbersIn(codeOf(id))]))
  for (const id of ids) {
    const info = context.getModuleInfo(id)
    if (!info) continue
    const code = codeOf(id)
    modules.set(id, {
      size: isSheet(id) ? statSync(fileOf(id)).size * compression.sheet : code.length * compression.code,
      imports: info.importedIds.filter(
        (other) => !importsOnly(numbersOf.get(other) ?? new Set(), code, other),
      ),
      laterImports: info.dynamicallyImportedIds,
      firstWave: marksOf(id),
    })
  }
}

/** Names each file by its page, otherwise by its largest part, otherwise by the largest module of the product. */
function namesOf(files: readonly string[][], isPart: (id: string) => boolean): Map<string, string> {
  const names = new Map<string, string>()
  const used = new Map<string, number>()
  const rankOf = (id: string) => (isPage(id) ? 3 : isPart(id) ? 2 : isOfLibrary(id) ? 0 : 1)
  const sizeOf = (id: string) => modules.get(id)?.size ?? 0
  for (const file of files) {
    const [id = ''] = file.toSorted((a, b) => rankOf(b) - rankOf(a) || sizeOf(b) - sizeOf(a))
    const name = basename(id).replace(/\.\w+(?:\?.*)?$/, '')
    const count = (used.get(name) ?? 0) + 1
    used.set(name, count)
    for (const module of file) names.set(module, count === 1 ? name : `${name}-${count}`)
  }
  return names
}

/** Recognises parts of the query client that its index exports but no first page needs: mutations and infinite lists. */
const isForLater = (id: string) =>
  /@tanstack\/.*\/(?:mutationObserver|infiniteQueryObserver|use(?!Query\.|BaseQuery)\w+)\.js$/.test(id)

/** Modules of this folder contain the file names of all pages, so their files change with each of those files. */
const isOfApp = (id: string) => id.includes('/web/src/app/')
const fileOf = (id: string) => id.replace(/\?.*$/, '')
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
  // These modules rarely change, so browsers keep them in the cache over several releases.
  { name: 'vendor', test: (id: string) => isOfLibrary(id) && ofEveryPage.has(id) && !isForLater(id) },
  {
    name: 'shared',
    test: (id: string) => (ofEveryPage.has(id) || ofFrontPages.has(id)) && !isOfApp(id) && !isOfLibrary(id),
  },
  {
    name: (id: string) => fileOfModule.get(id) ?? null,
    debugName: 'parts',
    // Every module has a file already, so a group must not also take the imports of its modules.
    includeDependenciesRecursively: false,
  },
]
