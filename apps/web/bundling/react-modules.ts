/**
 * Gives the bundler React's production files as ES modules (docs/decisions/first-load.md), so that unused exports are removed
 * and calls of the others are plain names.
 */
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

/** React's packages select these files by NODE_ENV, in wrappers that the bundler would have to keep as functions. */
const files: ReadonlyMap<string, string> = new Map(
  Object.entries({
    react: 'react/cjs/react.production.js',
    'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
    'react-dom': 'react-dom/cjs/react-dom.production.js',
    'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
    scheduler: 'scheduler/cjs/scheduler.production.js',
  }).map(([name, file]) => [name, pathOf(file)]),
)

/** Resolves files that the `exports` fields of the packages do not allow to import. */
function pathOf(file: string): string {
  const name = file.slice(0, file.indexOf('/'))
  return require.resolve(`${name}/package.json`).replace(/package\.json$/, file.slice(name.length + 1))
}

const imports = /^var (?<list>\w+ = require\("[\w-]+"\)(?:,\s*\w+ = require\("[\w-]+"\))*);$/m
const assigned = /^exports\.(\w+) =/gm

/** The pattern matches react-hook-form's import of the whole of React, which as a module has no default export. */
const wholeReact = /^import (\w+) from (['"])react\2/m

/** Converts a CommonJS file whose exports are assigned one by one to an ES module. */
export function asModule(code: string, id: string): string {
  const names = new Set([...code.matchAll(assigned)].map(([, name = '']) => name))
  const converted = code
    .replace(imports, (_statement, list: string) =>
      list.replaceAll(/(\w+) = require\(("[\w-]+")\),?/g, 'import * as $1 from $2;'),
    )
    .replaceAll(assigned, 'var exported_$1 =')
    .replaceAll(/\bexports\.(\w+)/g, 'exported_$1')
  if (names.size === 0 || /\b(?:require\(|module\.|exports\b(?!_))/.test(converted)) {
    throw new Error(`${id} is not a CommonJS file of the known form`)
  }
  return `${converted}\nexport { ${[...names].map((name) => `exported_${name} as ${name}`).join(', ')} }\n`
}

export const reactModules: Plugin = {
  name: 'react-modules',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (name) => {
    const id = files.get(name)
    return id === undefined ? null : { id, moduleSideEffects: false }
  },
  // React DOM reads two optional exports of the scheduler that exist only in its development build, so the bundler's warning is
  // ignored.
  onLog: (_level, { code, id }) =>
    code === 'IMPORT_IS_UNDEFINED' && id?.endsWith('/react-dom-client.production.js') ? false : null,
  transform: {
    filter: { id: /\/node_modules\/(?:(?:react|react-dom|scheduler)\/cjs|react-hook-form)\// },
    handler: (code, id) => ({
      code: id.includes('/cjs/')
        ? asModule(code, id)
        : code.replace(wholeReact, 'import * as $1 from "react"'),
      map: null,
    }),
  },
}
