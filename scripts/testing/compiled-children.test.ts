import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepCompiledCode } from './compiled-children.ts'

test('processes of a test keep their compiled code until the test file ends', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'apogee-children-'))
  try {
    const file = join(folder, 'child.mjs')
    await writeFile(
      file,
      `import { getCompileCacheDir } from 'node:module'
       process.send({ keeps: getCompileCacheDir() !== undefined, word: process.env.WORD, parameters: process.argv.slice(2) })
       process.disconnect()`,
    )
    const answers = async (parameters?: string[]) => {
      const options = { env: { WORD: 'a' }, execArgv: [] }
      const child = parameters ? fork(file, parameters, options) : fork(file, options)
      return (await once(child, 'message'))[0]
    }
    const end = keepCompiledCode()
    try {
      expect(await answers()).toEqual({ keeps: true, word: 'a', parameters: [] })
      expect(await answers(['one'])).toEqual({ keeps: true, word: 'a', parameters: ['one'] })
    } finally {
      end()
    }
    expect(await answers()).toEqual({ keeps: false, word: 'a', parameters: [] })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
