/** `npm run dev` runs the product on the same data, with pages that reload when a source changes. */
import { watchForStop } from '../apps/server/src/app/stop-signal.mjs'

const stop = watchForStop()
const { run } = await import('../apps/server/src/app/main.ts')
await run('dev', stop)
