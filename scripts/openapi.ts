/** Writes the description of all calls as OpenAPI 3.1 to the path in the arguments, or to the standard output. */
import { writeFileSync } from 'node:fs'
import { openApiDocument } from '../apps/server/src/app/http/openapi.ts'

const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`
const [path] = process.argv.slice(2)
if (path === undefined) process.stdout.write(text)
else writeFileSync(path, text)
