/** `npm start`: builds the pages when their sources have changed, then serves the product. */
import { spawn } from 'node:child_process'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { watchForStop } from '../apps/server/src/app/stop-signal.ts'

const stop = watchForStop()
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node-compile'))

const { isBuilt } = await import('./build-web.ts')
if (!(await isBuilt())) {
  console.error('Building the pages; this takes some seconds …')
  const built = await buildAside()
  if (stop.asked.aborted) process.exit(0)
  if (!built) {
    console.error('Apogee could not start: its pages could not be built (see above).')
    process.exit(1)
  }
}

const { run } = await import('../apps/server/src/app/main.ts')
await run('built', stop)

/** In a separate process, so that the build's memory is released. */
function buildAside(): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const build = spawn(process.execPath, [join(import.meta.dirname, 'build-web.ts')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const end = () => build.kill()
    if (stop.asked.aborted) end()
    stop.asked.addEventListener('abort', end, { once: true })
    build.once('error', reject)
    build.once('exit', (code) => resolve(code === 0))
  })
}
