import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { notRunCode } from '../../lab/harness/drill.ts'

const frame = join(import.meta.dirname, '../../lab/harness/drill.ts')

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

test('a drill that this machine cannot run says why, undoes what it has done, and ends with a code of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'apogee drill '))
  onTestFinished(() => rm(folder, { recursive: true }))
  const program = join(folder, 'drill.ts')
  await writeFile(
    program,
    `import { CannotRun, runDrill } from ${JSON.stringify(frame)}
    await runDrill(async (drill) => {
      drill.atEnd(async () => console.log('undone'))
      throw new CannotRun('It needs root: sudo npm run drill -- disk')
    })`,
  )
  const drill = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(drill, 'exit')
  expect(await text(drill.stdout)).toContain('undone\nNOT RUN  It needs root: sudo npm run drill -- disk\n')
  expect(await ended).toEqual([notRunCode, null])
})

/** With this preload, the process believes that it does not run as root. */
const withoutRoot = ['--import', 'data:text/javascript,process.getuid = () => 1000']

test('the drills that need root or a package name what is missing to whoever has neither', async () => {
  const messageOf = async (file: string, ...options: string[]) => {
    const program = join(import.meta.dirname, '../../lab/drills', file)
    const drill = spawn(process.execPath, [...withoutRoot, program, '--short', ...options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(drill, 'exit')
    const printed = await text(drill.stdout)
    expect(await ended).toEqual([notRunCode, null])
    return printed
  }
  expect(await messageOf('full-disk.ts')).toContain('which only root may do: sudo npm run drill -- full-disk')
  expect(await messageOf('pooler.ts', '--pgbouncer=/absent')).toContain(
    'needs PgBouncer. Run: sudo apt-get install --no-install-recommends pgbouncer',
  )
})
