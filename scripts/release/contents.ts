/** Selects the files of the repository that a release contains. */
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, normalize, relative } from 'node:path'

/** Lists the folders and files of the repository that a release contains. Scripts are selected by their imports instead. */
const included = [
  'package.json',
  'package-lock.json',
  'README.md',
  'CHANGELOG.md',
  'bin',
  'docs',
  'ops',
  'content/demo-school',
  'apps/server/package.json',
  'apps/server/migrations',
  'apps/server/src',
  // npm compares the manifests of all workspaces with the lockfile.
  'apps/web/package.json',
  'packages/ui/package.json',
  ...['chip-simulator', 'contracts', 'domain', 'local-postgres'].flatMap((name) => [
    `packages/${name}/package.json`,
    `packages/${name}/src`,
  ]),
]

/** The release excludes tests, modules that only tests import, and files that operators do not read. */
const excluded =
  /\.test\.(?:tsx?|yml)$|\.testing\.ts$|\/testing(?:-[\w-]+)?\.ts$|\/testing\/|\/cases(?:\.\w+)?\.ts$|(?:migrate|jobs|engine)-child\.ts$|^docs\/images\/|^ops\/[\w.-]+\.ts$|\.tsbuildinfo$|(?:^|\/)node_modules\//

const installer = 'scripts/install.mjs'

async function filesBelow(root: string, path: string): Promise<string[]> {
  if ((await stat(join(root, path))).isFile()) return [path]
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

const importOf = /(?:from|import)\s*\(?\s*'([^']+)'|new URL\('(\.[^']+)', import\.meta\.url\)/g

/** Returns the files that a module names by a path, `#server/` or a workspace. */
export function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(importOf)].flatMap(([, imported, url]) => {
    const name = imported ?? url ?? ''
    if (name.startsWith('.')) return [normalize(join(dirname(path), name))]
    if (name.startsWith('#server/')) return [join('apps/server/src', name.slice('#server/'.length))]
    const workspace = /^@apogee\/([\w-]+)\/(.+)$/.exec(name)
    return workspace ? [`packages/${workspace[1]}/src/${workspace[2]}`] : []
  })
}

const isModule = (path: string) => /\.[cm]?[jt]s$/.test(path)

/** Returns the scripts that `bin/apogee` and the npm commands of a release start, with the scripts that they import. */
async function scriptsOf(root: string): Promise<string[]> {
  const program = await readFile(join(root, 'bin/apogee'), 'utf8')
  const waiting = [
    installer,
    ...[...program.matchAll(/\$root\/(scripts\/[\w./-]+)/g)].map(([, path = '']) => path),
  ]
  const found = new Set<string>()
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    found.add(path)
    const imported = importsOf(path, await readFile(join(root, path), 'utf8'))
    waiting.push(...imported.filter((each) => each.startsWith('scripts/')))
  }
  return [...found]
}

/** Copies the files into an empty folder. @throws when one of them imports an excluded file. */
export async function copyContents(root: string, folder: string): Promise<void> {
  const paths = (await Promise.all(included.map((path) => filesBelow(root, path)))).flat()
  const chosen = [...paths.filter((path) => !excluded.test(path)), ...(await scriptsOf(root))]
  for (const path of chosen) await cp(join(root, path), join(folder, path))
  const missing: string[] = []
  for (const path of chosen.filter(isModule))
    for (const imported of importsOf(path, await readFile(join(folder, path), 'utf8')))
      if (!existsSync(join(folder, imported)) && imported !== 'apps/web/dist')
        missing.push(`${path} imports ${imported}`)
  if (missing.length > 0) throw new Error(`The release lacks files:\n${missing.join('\n')}`)
}
