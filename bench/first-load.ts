/** First-load JavaScript of each page in brotli bytes, with its budget; `npm test` has the same check. */
import { buildWeb } from '../scripts/build-web.ts'

await buildWeb()
await import('../scripts/bundle-size.ts')
