/** `npm start`: builds the pages when their sources have changed, then serves the product. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node-compile'))

const { buildWeb, isBuilt } = await import('./build-web.ts')
if (!(await isBuilt())) await buildWeb()

const { run } = await import('../apps/server/src/app/main.ts')
await run('built')
