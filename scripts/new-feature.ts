/**
 * `npm run new:feature NAME` writes the skeleton of a feature with one table, a call that reads, a call that writes and a page, and
 * enters it into the files that list features, calls and pages. NAME is a plural noun such as `study-plans`.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { reasonAgainst } from './new-feature/names.ts'
import { planOf, root, taken } from './new-feature/plan.ts'

/** @throws when the program fails. */
function run(program: string, parameters: readonly string[]): void {
  const { status, error } = spawnSync(program, parameters, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${program} ended with ${status}`)
}

function write(name: string): void {
  const { folders, skeleton, entries, outside } = planOf(name)
  const written = [...skeleton, ...entries]
  for (const { path, text } of written) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  run(process.execPath, ['scripts/documents/contract-routes.ts'])
  const code = written.map(({ path }) => path).filter((path) => /\.tsx?$/.test(path))
  run(join(root, 'node_modules/.bin/oxfmt'), code)
  console.log(`The feature ${name} is written, in its folders:
${linesOf(folders)}
and in these files:
${linesOf(outside)}

Next:
  1. Say what the feature holds of a person, in which topic of the privacy page and part of the export: ${name}.tables.ts
  2. Say who may make its calls: access in the contract, then the letters in ${name}.cells.txt
  3. Say how often they may be made: bound in the contract
  4. Write its texts: messages/${name}.en.ts and ${name}.ms.ts, whose nouns are general
  5. Add a link to /${name}, for example in apps/web/src/app/shell
  6. Check it: oxlint --type-aware; npm test -- ${name}; npm test`)
}

const linesOf = (paths: readonly string[]): string => paths.map((path) => `  ${path}`).join('\n')

const [name] = process.argv.slice(2)
const reason = reasonAgainst(name, taken())
if (reason === null) write(name ?? '')
else {
  console.error(reason)
  process.exitCode = 1
}
