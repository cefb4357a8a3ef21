/**
 * Writes archives with generated texts. The texts are on disk before the first byte is sent, so that a slow reader holds none of
 * them in memory.
 */
import type { FileHandle } from 'node:fs/promises'
import { FileRange } from '../resources/file-range.ts'
import { openNamelessFile } from '../resources/nameless-file.ts'
import { writeZip, type WrittenZip, type ZipSource } from './write-zip.ts'

export interface ZipText {
  path: string
  /** Returns the parts of the text. It is called only once. */
  text: () => Iterable<string>
}

/** Writes the archive. The texts are stored in `directory` until the stream closes. */
export async function writeZipWithTexts(
  directory: string,
  entries: readonly (ZipSource | ZipText)[],
): Promise<WrittenZip> {
  const file = await openNamelessFile(directory)
  try {
    const zip = writeZip(await sourcesOf(file, entries))
    zip.stream.once('close', () => void file.close())
    return zip
  } catch (error) {
    await file.close()
    throw error
  }
}

async function sourcesOf(file: FileHandle, entries: readonly (ZipSource | ZipText)[]): Promise<ZipSource[]> {
  const sources: ZipSource[] = []
  let start = 0
  for (const entry of entries) {
    if ('open' in entry) {
      sources.push(entry)
      continue
    }
    let bytes = 0
    for (const piece of joined(entry.text())) {
      const content = Buffer.from(piece)
      await file.writeFile(content)
      bytes += content.length
    }
    sources.push(partOf(file, entry.path, { start, bytes }))
    start += bytes
  }
  return sources
}

const writtenAtOnce = 256 * 1024

/** Joins parts until they are large enough for an efficient write. */
function* joined(pieces: Iterable<string>): Generator<string> {
  let held = ''
  for (const piece of pieces) {
    held += piece
    if (held.length < writtenAtOnce) continue
    yield held
    held = ''
  }
  yield held
}

const partOf = (
  file: FileHandle,
  path: string,
  { start, bytes }: { start: number; bytes: number },
): ZipSource => ({
  path,
  bytes,
  open: async () => new FileRange(file, { start, end: start + bytes - 1 }, () => undefined),
})
