/** `npm run dev`: the product on the same data, with pages that reload as they are written. */
import { run } from '../apps/server/src/app/main.ts'

await run('dev')
