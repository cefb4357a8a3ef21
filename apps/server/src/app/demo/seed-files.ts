import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { mediaFolder, type DemoMedium } from '../../../demo/media/index.ts'
import type { DemoSchool } from '../../../demo/school.ts'
import type { FileStorage, StoredFile } from '#server/adapters/storage/port.ts'
import type { Parts } from '../parts.ts'

/** Stored copies by 'seller/file': two sellers never share a file, as they would not in life. */
export type DemoFiles = Map<string, StoredFile>

const atOnce = 8

/** Copies what the school's courses show into the storage. Files that are not there are left out. */
export async function storeDemoFiles(
  { storage }: Pick<Parts, 'storage'>,
  school: DemoSchool,
  media: Record<string, DemoMedium>,
  files: DemoFiles,
): Promise<void> {
  const wanted = new Set(
    school.courses.flatMap(({ seller, outline }) =>
      outline.flatMap(({ resources }) =>
        resources.flatMap((resource) =>
          filesOf(media[resource.media])
            .filter((file) => existsSync(join(mediaFolder, file)))
            .map((file) => `${seller}/${file}`),
        ),
      ),
    ),
  )
  const waiting = [...wanted].values()
  await Promise.all(Array.from({ length: atOnce }, () => copyAll(storage, waiting, files)))
}

function filesOf(medium: DemoMedium | undefined): string[] {
  if (!medium) return []
  if (medium.kind === 'pdf') return [medium.file]
  const { en, ms } = medium.captions
  return [medium.file, en, ...(ms === null ? [] : [ms])]
}

async function copyAll(storage: FileStorage, waiting: Iterator<string>, files: DemoFiles): Promise<void> {
  for (let next = waiting.next(); !next.done; next = waiting.next()) {
    const file = next.value.slice(next.value.indexOf('/') + 1)
    const source = createReadStream(join(mediaFolder, file))
    files.set(next.value, await storage.keep(source, { maxBytes: Number.MAX_SAFE_INTEGER }))
  }
}

/** Takes the copies back when the rows that name them were not kept. */
export async function removeCopies(storage: FileStorage, files: DemoFiles): Promise<void> {
  for (const { key } of files.values()) await storage.remove(key)
}
