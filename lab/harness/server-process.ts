/** Runs the built product as one process, like `npm start`, but does not check the build. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { watchForStop } from '../../apps/server/src/app/stop-signal.mjs'

const stop = watchForStop()
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node-compile'))
const { run } = await import('../../apps/server/src/app/main.ts')
await run('built', stop)
