import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe } from 'vitest'
import { storageCases } from './cases.ts'
import { createMemoryStorage, leaveHalfAnUpload } from './memory.testing.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

describe('files in memory', () => {
  storageCases(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'apogee-memory-storage-'))
    folders.push(folder)
    const storage = createMemoryStorage(folder)
    return {
      storage,
      temporaries: async () => (await readdir(folder)).length,
      async age(ms: number) {
        const then = new Date(Date.now() - ms)
        for (const name of await readdir(folder)) await utimes(join(folder, name), then, then)
        storage.age(ms)
      },
      crashDuringUpload: () => leaveHalfAnUpload(folder),
    }
  })
})
