/** Runs every drill of this folder, or the named ones: `npm run drill -- rolling-restart`. Each has its own process. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const names = ['rolling-restart', 'update', 'restore', 'silence', 'database-restart', 'full-disk', 'pooler']
const given = process.argv.slice(2)
const wanted = given.filter((argument) => !argument.startsWith('--'))
const options = given.filter((argument) => argument.startsWith('--'))
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`No drill is called ${unknown.join(', ')}. There are: ${names.join(', ')}`)
  process.exit(1)
}

let failed = 0
for (const name of wanted.length > 0 ? wanted : names) {
  console.log(`\n== ${name}`)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...options], {
    stdio: 'inherit',
  })
  if (status !== 0) failed += 1
}
process.exit(failed === 0 ? 0 : 1)
