/** First-load JavaScript of each page, in brotli bytes, beside its budget; the same check stands in `npm test`. */
import { buildWeb } from '../scripts/build-web.ts'

await buildWeb()
await import('../scripts/bundle-size.ts')
