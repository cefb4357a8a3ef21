/**
 * Defines which modules of the client share a file. A first visit loads few files: three that every page needs, those shared by
 * several first pages, and its own (docs/decisions/first-load.md).
 */
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const entry = fileURLToPath(new URL('src/app/entry-client.tsx', import.meta.url))

/** The set holds the modules that the entry imports directly or indirectly, so that every page loads them. */
const ofEveryPage = new Set<string>()

export const findModulesOfEveryPage: Plugin = {
  name: 'find-modules-of-every-page',
  applyToEnvironment: ({ name }) => name === 'client',
  buildEnd() {
    ofEveryPage.clear()
    const add = (id: string) => {
      if (ofEveryPage.has(id)) return
      ofEveryPage.add(id)
      this.getModuleInfo(id)?.importedIds.forEach(add)
    }
    add(entry)
  },
}

/** Recognises parts of the query client that its index exports but no first page needs: mutations and infinite lists. */
const isForLater = (id: string) =>
  /@tanstack\/.*\/(?:mutationObserver|infiniteQueryObserver|use(?!Query\.|BaseQuery)\w+)\.js$/.test(id)

/**
 * Chromium compiles the functions of these files in the background while it loads them (docs/decisions/first-paint.md).
 * Otherwise the functions that hydration calls are compiled on the page's thread, one at a time.
 */
export const compiledWhole: ReadonlySet<string> = new Set([
  'entry-client',
  'vendor',
  'shared',
  'cover',
  'courses',
  'tabs',
  'landing',
  'marketplace',
  'course-sales',
])

/** The first matching group takes a module; a group also takes the imports of its modules, unless another group has them. */
export const chunkGroups = [
  {
    // These modules rarely change, so browsers cache them over releases.
    name: 'vendor',
    test: (id: string) => id.includes('/node_modules/') && ofEveryPage.has(id) && !isForLater(id),
  },
  {
    name: 'shared',
    // app/ names the files of all pages and so changes with each of them.
    test: (id: string) =>
      (ofEveryPage.has(id) && !/\/web\/src\/app\/|node_modules/.test(id)) ||
      /(?:platform|shared)\/(?:[\w-]+\/)*(?:needs-script\.tsx|external-redirect\.ts)$/.test(id),
  },
  {
    name: 'cover',
    test: /packages\/ui\/src\/(?:[\w-]+\/)*(?:cover|use-image-fallback|price|badge)\.tsx?$|malaysia-time\.ts$|(?:platform|shared)\/(?:[\w-]+\/)*(?:dates|time-zone)\.ts$/,
  },
  {
    name: 'courses',
    test: /packages\/ui\/src\/(?:[\w-]+\/)*(?:rating|card)\.tsx$|(?:platform|shared)\/(?:[\w-]+\/)*(?:course-price|course-cards|category-names)\.tsx?$|catalogue\/(?:api\/catalogue|code-price)\.ts$|contracts\/src\/course-choices\.ts$/,
  },
  { name: 'tabs', test: /packages\/ui\/src\/(?:[\w-]+\/)*(?:avatar|breadcrumb|tabs)\.tsx$/ },
  {
    name: 'lists',
    test: /packages\/ui\/src\/(?:[\w-]+\/)*(?:field|search-field|use-focus-on-unmount)\.tsx?$|(?:platform|shared)\/(?:[\w-]+\/)*(?:use-debounced-value|search-address|failure-text)\.ts$|@tanstack\/.*nfiniteQuery(?:Observer)?\.js$/,
  },
  {
    name: 'changes',
    test: /@tanstack\/.*\/(?:mutationObserver|useMutation\w*)\.js$/,
  },
  {
    name: 'fields',
    test: /packages\/ui\/src\/(?:[\w-]+\/)*(?:text-field|checkbox|password-field)\.tsx$|(?:platform|shared)\/(?:[\w-]+\/)*use-save\.ts$/,
  },
  {
    name: 'certificates',
    test: /achievements\/(?:certificate-address\.ts|components\/certificate-art\.tsx)$/,
  },
  // These small modules serve the pages of sellers and teachers.
  {
    name: 'helpers',
    test: /(?:platform|shared)\/(?:[\w-]+\/)*(?:download-with-token|email-text|focus)\.tsx?$/,
  },
  { name: 'money', test: /money-(?:nav|screen)\.tsx?$/ },
  {
    name: 'dialogs',
    test: /packages\/ui\/src\/(?:[\w-]+\/)*dialog\.tsx$|(?:platform|shared)\/(?:[\w-]+\/)*form-dialog\.tsx$/,
  },
  // This group precedes `schemas`, which would take these modules: pages without forms need single numbers of them.
  { name: 'limits', test: /contracts\/src\/(?:limits|access)\.ts$/ },
  { name: 'schemas', test: /node_modules\/zod\/|contracts\/src\/(?:texts|email-address)\.ts$/ },
  {
    name: 'forms',
    test: /(?:platform|shared)\/(?:[\w-]+\/)*(?:page-form|forms)\.ts$|node_modules\/(?:react-hook-form|@hookform)\//,
  },
  // This group precedes `purchase`, which would take these modules: the cart and the sales page need no purchase buttons.
  { name: 'starts', test: /(?:platform|shared)\/(?:[\w-]+\/)*chosen-starts\.ts$/ },
  { name: 'first', test: /(?:platform|shared)\/(?:[\w-]+\/)*complete-first(?:\.en)?\.tsx?$/ },
  {
    name: 'quote',
    test: /(?:platform|shared)\/(?:[\w-]+\/)*(?:quote|awaited)\.ts$|contracts\/src\/(?:courses\/shown-access|prerequisites\/shown-first)\.ts$/,
  },
  {
    // One file contains everything that a press on Buy Now needs, because each further import adds a round trip.
    name: 'purchase',
    test: /purchase-actions\.tsx$|catalogue\/(?:use-purchase|messages\/purchase\.en)\.ts$|(?:platform|shared)\/(?:[\w-]+\/)*(?:buy-course|payment-page|use-is-mutating)\.ts$/,
  },
]
