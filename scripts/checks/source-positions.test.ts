import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { repository } from '../build/build-state.mjs'
import { withSourcePositions } from '../source-positions.ts'

test('a position in a built file becomes the line of its source, any other stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'apogee positions '))
  onTestFinished(() => rm(folder, { recursive: true }))
  const built = join(folder, 'main.js')
  await writeFile(built, '')
  // The map says that the second line of the built file comes from the third line of the source.
  const map = { version: 3, sources: ['src/order.ts'], names: [], mappings: ';AAEA' }
  await writeFile(`${built}.map`, JSON.stringify(map))
  const source = relative(repository, join(folder, 'src/order.ts'))
  const { href } = pathToFileURL(built)
  expect(withSourcePositions(String.raw`{"stack":"Error\n    at settle (${href}:2:1)\n    at x"}`)).toBe(
    String.raw`{"stack":"Error\n    at settle (${source}:3)\n    at x"}`,
  )
  for (const other of ['node:events:518:28', `file://${folder}/other.js:1:1`, '2026-11-22T10:00:00'])
    expect(withSourcePositions(other)).toBe(other)
})
