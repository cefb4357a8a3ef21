/** Connects to the real service that `npm run test:s3` configures. */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe } from 'vitest'
import { s3Cases } from './cases.s3.ts'
import { S3Client, type S3Config } from './s3-client.ts'
import { createS3Storage } from './s3.ts'

const service = JSON.parse(process.env['S3_SERVICE'] ?? '') as S3Config

const undo: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})

async function start() {
  const config = { ...service, publicEndpoint: null }
  const client = new S3Client(config)
  const prefix = `apogee-test-${randomBytes(8).toString('hex')}/`
  const folder = await mkdtemp(join(tmpdir(), 'apogee-s3-service-'))
  const incoming = join(folder, 'incoming')
  await mkdir(incoming)
  undo.push(async () => {
    for await (const { name } of client.list(prefix)) await client.remove(name)
    await rm(folder, { recursive: true, force: true })
  })
  /** The service sets the times of objects, so the tests subtract an age when they read a time. */
  const aged = new Map<string, number>()
  const options = {
    prefix,
    modifiedAt: ({ name, modifiedAt }: { name: string; modifiedAt: Date }) =>
      // The clock of the service may be ahead.
      new Date(Math.min(modifiedAt.getTime(), Date.now()) - (aged.get(name) ?? 0)),
  }
  return {
    config,
    storage: createS3Storage(config, folder, options),
    reconfigured: (overrides: Partial<S3Config>) =>
      createS3Storage({ ...config, ...overrides }, folder, options),
    temporaries: async () => (await readdir(incoming)).length,
    age: async (ms: number) => {
      const then = new Date(Date.now() - ms)
      for (const name of await readdir(incoming)) await utimes(join(incoming, name), then, then)
      for await (const { name } of client.list(prefix)) aged.set(name, ms)
    },
    crashDuringUpload: () => writeFile(join(incoming, 'f'.repeat(32)), 'half a file'),
  }
}

describe('files in the bucket that the environment names', () => {
  s3Cases(start)
})
