/** Tests the options and reports of the measurements. lab/bench/run.ts runs no measurement in these tests. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hasEnded } from '@apogee/local-postgres/postmaster.ts'
import { measurementNames, measurements } from '../../lab/bench/measurements.ts'
import { markdownOf, placesOn, replacePlace } from '../../lab/bench/support/places.ts'
import { runOne, stopAll } from '../../lab/bench/support/run-one.ts'

const bench = join(import.meta.dirname, '../../lab/bench')
const frameFiles = ['run.ts', 'measurements.ts']

test('every file of a measurement runs in the frame, with the numbers of its own name', () => {
  const files = readdirSync(bench).filter((file) => file.endsWith('.ts') && !frameFiles.includes(file))
  expect(files.toSorted()).toEqual(measurementNames.map((name) => `${name}.ts`).toSorted())
  const without = files.filter(
    (file) =>
      !readFileSync(join(bench, file), 'utf8').includes(`runMeasurement('${file.replace('.ts', '')}'`),
  )
  expect(without).toEqual([])
})

test('every measurement states its time, and its tiny form has no larger number than its whole form', () => {
  const wrong = measurementNames.filter((name) => {
    const { seconds, whole, tiny } = measurements[name]
    const numbers = new Map<string, unknown>(Object.entries(whole))
    const isLarger = Object.entries(tiny).some(([key, value]) => Number(value) > Number(numbers.get(key)))
    return !(seconds > 0) || isLarger
  })
  expect(wrong).toEqual([])
})

test('every measurement has one place in docs/performance.md, and every place a measurement', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/performance.md'), 'utf8')
  expect(placesOn(page).toSorted()).toEqual(measurementNames.toSorted())
})

test('a measurement replaces the text between its own marks, and only that', () => {
  const page = 'A\n<!-- bench: one -->\nold\n<!-- end -->\nB\n<!-- bench: other -->\nkept\n<!-- end -->\nC\n'
  expect(placesOn(page)).toEqual(['one', 'other'])
  expect(replacePlace(page, 'one', 'new $& text')).toBe(page.replace('old', () => 'new $& text'))
  expect(() => replacePlace(page, 'third', 'new')).toThrow('needs one place for third')
  expect(() => replacePlace('<!-- bench: one -->\nold\n', 'one', 'new')).toThrow('needs one place for one')
  expect(placesOn('<!-- bench: one -->\nold\n')).toEqual([])
})

test('a table on the page has its heading, and a pipe in a cell does not end the cell', () => {
  expect(markdownOf({ heading: 'Sizes', rows: [{ what: 'a | b', MB: 3 }] })).toBe(
    'Sizes:\n\n| what | MB |\n|---|---|\n| a \\| b | 3 |',
  )
})

async function program(text: (folder: string) => string): Promise<{ folder: string; file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'apogee-bench-frame-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'program.ts')
  await writeFile(file, text(folder))
  return { folder, file }
}

test('a measurement that is interrupted ends together with the processes that it has started', async () => {
  const { folder, file } = await program(
    (own) => `import { spawn } from 'node:child_process'
    import { writeFileSync, renameSync } from 'node:fs'
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 600_000)'])
    writeFileSync(${JSON.stringify(join(own, 'draft'))}, String(child.pid))
    renameSync(${JSON.stringify(join(own, 'draft'))}, ${JSON.stringify(join(own, 'pid'))})`,
  )
  const running = runOne([file], { limitSeconds: 600, environment: {}, isCollected: true })
  await expect.poll(() => existsSync(join(folder, 'pid')), { timeout: 120_000 }).toBe(true)
  stopAll()
  expect(await running).toMatchObject({ isOk: false, isStopped: false })
  expect(hasEnded(Number(await readFile(join(folder, 'pid'), 'utf8')))).toBe(true)
})

test('a measurement that takes longer than its limit is stopped and has failed', async () => {
  const { file } = await program(() => 'setTimeout(() => {}, 600_000)')
  const run = await runOne([file], { limitSeconds: 0.1, environment: {}, isCollected: true })
  expect(run).toMatchObject({ isOk: false, isStopped: true })
})
