/**
 * Runs every measurement of this folder, or the named ones: `npm run bench -- course-list`. Each has its own process.
 */
import { spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'

const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.ts') && file !== 'run.ts')
const names = files.map((file) => basename(file, '.ts')).toSorted()
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`No measurement is called ${unknown.join(', ')}. There are: ${names.join(', ')}`)
  process.exit(1)
}

let failed = 0
for (const name of wanted.length > 0 ? wanted : names) {
  console.log(`\n== ${name}`)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    stdio: 'inherit',
  })
  if (status !== 0) failed += 1
}
process.exit(failed === 0 ? 0 : 1)
