import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const frame = join(import.meta.dirname, '../drills/drill.ts')

test.for(['SIGINT', 'SIGTERM'] as const)(
  'a drill that gets %s undoes what it has done, the last step first, and fails',
  async (signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'apogee drill '))
    onTestFinished(() => rm(folder, { recursive: true }))
    const [program, list] = [join(folder, 'drill.ts'), join(folder, 'undone')]
    await writeFile(
      program,
      `import { appendFileSync } from 'node:fs'
      import { runDrill } from ${JSON.stringify(frame)}
      await runDrill(async (drill) => {
        for (const step of ['folder', 'mount'])
          drill.atEnd(async () => appendFileSync(${JSON.stringify(list)}, step + ' '))
        console.log('begun')
        await new Promise((resolve) => setTimeout(resolve, 60_000))
      })`,
    )
    const drill = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(drill, 'exit')
    await once(drill.stdout, 'data')
    drill.kill(signal)
    expect(await ended).toEqual([1, null])
    expect(await readFile(list, 'utf8')).toBe('mount folder ')
  },
)
