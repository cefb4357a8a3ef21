/**
 * `node lab/drills/support/s3-service.ts PORT FOLDER`: runs the tests' S3 server as a separate process. Its objects stay in the
 * folder after it has ended.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { startS3Server } from '../../../apps/server/src/adapters/storage/s3-server.testing.ts'
import type { StoredObject } from '../../../apps/server/src/adapters/storage/s3-server-uploads.testing.ts'

const unfinished = '.new'

class StoredObjects extends Map<string, StoredObject> {
  readonly #folder: string

  constructor(folder: string) {
    super()
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
    for (const file of readdirSync(folder)) {
      if (file.endsWith(unfinished)) continue
      const [name, object] = deserialize(readFileSync(join(folder, file))) as [string, StoredObject]
      super.set(name, object)
    }
  }

  override set(name: string, object: StoredObject): this {
    const file = this.#fileOf(name)
    writeFileSync(`${file}${unfinished}`, serialize([name, object]))
    renameSync(`${file}${unfinished}`, file)
    return super.set(name, object)
  }

  override delete(name: string): boolean {
    rmSync(this.#fileOf(name), { force: true })
    return super.delete(name)
  }

  #fileOf(name: string): string {
    return join(this.#folder, createHash('sha256').update(name).digest('hex'))
  }
}

const [port = '0', folder = ''] = process.argv.slice(2)
const { config } = await startS3Server({}, { port: Number(port), objects: new StoredObjects(folder) })
console.log(`The S3 server is ready at ${config.endpoint}`)
