/*
 * `npm start` builds the pages and the server when their sources have changed, then serves the product. The script is plain
 * JavaScript, because a process that strips TypeScript types needs 20 MB more memory.
 */
import { spawn } from 'node:child_process'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { watchForStop } from '../apps/server/src/app/stop-signal.mjs'

const stop = watchForStop()
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node-compile'))

const { hasPages, isBuilt, serverBuild } = await import('./build/build-state.mjs')
if (!hasPages()) await buildOrExit('pages', 'build/build-web.ts')
const server = serverBuild()
if (!isBuilt(server)) await buildOrExit('server', 'build/build-server.ts')

const { run } = await import(pathToFileURL(join(server, 'main.js')).href)
await run('built', stop)

/**
 * @param {string} what
 * @param {string} script
 */
async function buildOrExit(what, script) {
  console.error(`Building the ${what}; this takes some seconds …`)
  const built = await buildAside(script)
  if (stop.asked.aborted) process.exit(0)
  if (!built) {
    console.error(`Apogee could not start: its ${what} could not be built (see above).`)
    process.exit(1)
  }
}

/**
 * Builds in a separate process, so that the build's memory is released.
 * @param {string} script
 */
function buildAside(script) {
  return new Promise((resolve, reject) => {
    const build = spawn(process.execPath, [join(import.meta.dirname, script)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const end = () => build.kill()
    if (stop.asked.aborted) end()
    stop.asked.addEventListener('abort', end, { once: true })
    build.once('error', reject)
    build.once('exit', (code) => resolve(code === 0))
  })
}
