/** Tests that damaged archives and captions are either read without losing a character or refused with a reason. */
import { damage, lostIn } from '@apogee/domain/damaged-file.testing.ts'
import * as fc from 'fast-check'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCaptions } from '#server/features/media/captions/webvtt.ts'
import { withZip } from '#server/platform/zip/read-zip.ts'
import { ArchiveContents } from './archive-contents.ts'
import { readCartridge } from './cartridge/read-cartridge.ts'
import { archiveLimits, examine } from './examine.ts'
import { linksOf, problemOf } from './examiner.ts'
import { filesIn, zipOf, type Files } from './testing.ts'

const archives = 4_000
const captions = 2_500
const folder = fileURLToPath(new URL('../../../../../fixtures/real-files', import.meta.url))

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'apogee-fuzzed-'))
})
afterAll(async () => rm(directory, { recursive: true }))

async function filesOf(kinds: readonly string[]): Promise<Buffer[]> {
  const found: Buffer[] = []
  for (const kind of kinds)
    for (const name of await readdir(join(folder, kind))) found.push(await readFile(join(folder, kind, name)))
  return found
}

/** Returns everything that an import of the archive would store or show. */
async function readWhole(zip: Buffer): Promise<unknown> {
  const path = join(directory, 'course.zip')
  await writeFile(path, zip)
  try {
    return await withZip(path, archiveLimits, async (archive) => {
      const found = await examine(archive, 'Course')
      if (!('plan' in found)) return found
      const { manifest, root, form } = found.plan
      const shown = (await readCartridge(archive, manifest.course.title))?.archive ?? archive
      const contents = new ArchiveContents(shown, root)
      const read: unknown[] = [found.plan]
      for (const item of manifest.modules.flatMap(({ items }) => items)) {
        if (item.kind === 'text')
          read.push(await contents.lessonText(item, { form, links: linksOf(manifest) }))
        if (item.kind === 'quiz') read.push(await contents.quiz(item))
      }
      return read
    })
  } catch (error) {
    // Errors that are not refusals are thrown again, so the test fails.
    return problemOf(error)
  }
}

/** Unpacks an archive. Returns no files for an archive that cannot be packed again, such as one with a link. */
async function unpacked(zip: Buffer): Promise<Files[]> {
  try {
    return [await filesIn(zip)]
  } catch (error) {
    problemOf(error)
    return []
  }
}

test('damaged archives of courses are read without a lost character, or refused', async () => {
  const zips = await filesOf(['folder', 'zip', 'cartridge', 'scorm'])
  const contents = (await Promise.all(zips.map(unpacked))).flat()
  const inside = fc.tuple(fc.constantFrom(...contents), fc.nat(), damage).map(([files, chosen, change]) => {
    const paths = Object.keys(files)
    const path = paths[chosen % paths.length] ?? ''
    return zipOf({ ...files, [path]: Buffer.from(change(Buffer.from(files[path] ?? ''))) })
  })
  const outside = fc
    .tuple(fc.constantFrom(...zips), damage)
    .map(([zip, change]) => Promise.resolve(Buffer.from(change(zip))))
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 3, arbitrary: inside }, { weight: 1, arbitrary: outside }),
      async (zip) => {
        expect(lostIn(await readWhole(await zip))).toEqual([])
      },
    ),
    { numRuns: archives },
  )
})

test('damaged captions are read without a lost character, or refused', async () => {
  const files = await filesOf(['captions'])
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), damage, async (bytes, change) => {
      expect(lostIn(await readCaptions(change(bytes)))).toEqual([])
    }),
    { numRuns: captions },
  )
})
