/** `npm start`: builds the pages when their sources have changed, then serves the product. */
import { spawnSync } from 'node:child_process'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node-compile'))

const { isBuilt } = await import('./build-web.ts')
if (!(await isBuilt())) {
  // In a process of its own: what a build needs must not stay in the server's memory.
  const build = spawnSync(process.execPath, [join(import.meta.dirname, 'build-web.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (build.status !== 0) {
    console.error('Apogee could not start: its pages could not be built (see above).')
    process.exit(1)
  }
}

const { run } = await import('../apps/server/src/app/main.ts')
await run('built')
