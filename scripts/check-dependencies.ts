/**
 * Checks the dependencies in the lockfile, without the network: exactly pinned, with integrity hashes, from the registry, under a
 * licence that Apogee can ship, and few. `npm run audit` asks the registry for known vulnerabilities.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  link?: boolean
  dev?: boolean
}

const root = join(import.meta.dirname, '..')
/**
 * Four dependencies make traces and are loaded only for these (docs/decisions/processes.md). Twelve are for texts: ProseMirror and
 * markdown-it (docs/decisions/texts.md). Two, by one author, read and write zip archives. One each reads XML, reads HTML,
 * plays SCORM, runs SQL, runs Python and guesses encodings. Two colour code, and one draws formulas (docs/decisions/dependencies.md).
 */
const mostDirect = 63
const allowed =
  /^(?:MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|Apache 2\.0|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|Python-2\.0|OFL-1\.1|MPL-2\.0|Unlicense|PostgreSQL|LGPL-3\.0-or-later|WTFPL|Zlib)$/

/** The manifest of this package names no licence. Its LICENSE file contains the MIT licence. */
const licencesRead: Record<string, string> = { 'node_modules/png-js': 'MIT' }

const read = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T
const lock = read<{ packages: Record<string, LockedPackage> }>('package-lock.json')
const manifests = [
  'package.json',
  'packages/domain/package.json',
  'packages/contracts/package.json',
  'packages/ui/package.json',
  'apps/server/package.json',
  'apps/web/package.json',
]
const problems: string[] = []

const direct = new Set<string>()
for (const path of manifests) {
  const manifest = read<Record<string, Record<string, string> | undefined>>(path)
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
      if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
        problems.push(`${path}: ${name} is not pinned (${version})`)
      if (kind === 'dependencies' && !name.startsWith('@apogee/')) direct.add(name)
    }
  }
}
if (direct.size > mostDirect)
  problems.push(`${direct.size} direct production dependencies; at most ${mostDirect}`)

for (const [path, entry] of Object.entries(lock.packages)) {
  if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) continue
  if (entry.link) continue
  if (!entry.integrity) problems.push(`${path} has no integrity in the lockfile`)
  if (entry.resolved) problems.push(`${path} names a download address in the lockfile`)
  const licences = (entry.license ?? licencesRead[path] ?? 'none').replace(/[()]/g, '').split(/ OR | AND /)
  if (!entry.dev && !licences.some((licence) => allowed.test(licence))) {
    problems.push(`${path} has the licence '${entry.license ?? 'none'}'`)
  }
}

for (const problem of problems) console.error(problem)
console.log(`${Object.keys(lock.packages).length} packages locked, ${direct.size} direct in production`)
process.exit(problems.length === 0 ? 0 : 1)
