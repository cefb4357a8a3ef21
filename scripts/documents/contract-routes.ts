/**
 * Writes the lists name → 'METHOD /path' that browsers load from the entries of the contract. Run the script to write the files; a
 * test compares them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyEndpoint } from '../../packages/contracts/src/endpoint.ts'
import { endpoints } from '../../packages/contracts/src/endpoints.ts'

const source = join(import.meta.dirname, '../../packages/contracts/src')

interface RouteList {
  path: string
  written: string
  right: string
}

function routeList(
  file: string,
  constant: string,
  summary: string,
  isListed: (entry: AnyEndpoint) => boolean,
) {
  const lines = Object.entries<AnyEndpoint>(endpoints)
    .filter(([, entry]) => isListed(entry))
    .map(([name, { call }]) => `  ${name}: '${call}',\n`)
  const path = join(source, file)
  const right = `// Written by \`npm run contracts:routes\` from the entries of the contract. Do not edit.
import type { RouteLine } from './endpoint.ts'

/** ${summary} */
export const ${constant} = {
${lines.join('')}} as const satisfies Record<string, RouteLine>
`
  return { path, written: readFileSync(path, 'utf8'), right }
}

/** Returns each list as stored and as the current contract generates it. */
export function routeLists(): RouteList[] {
  const front = 'Calls of the page frame and of several pages of a first visit: every page loads this list.'
  const further = 'All other calls: the build writes their addresses where they are made (call-addresses.ts).'
  return [
    routeList('routes.front.ts', 'frontRoutes', front, ({ isInFirstLoad = false }) => isInFirstLoad),
    routeList('routes.further.ts', 'furtherRoutes', further, ({ isInFirstLoad = false }) => !isInFirstLoad),
  ]
}

if (import.meta.main) for (const { path, right } of routeLists()) writeFileSync(path, right)
