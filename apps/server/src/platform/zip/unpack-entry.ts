/** Unpacks an entry that was located before (`ZipArchive.locate`), or a range of it. */
import { pipeline, Readable, type TransformOptions } from 'node:stream'
import { createInflateRaw, type ZlibOptions } from 'node:zlib'

/** Node's default is 64 kB for each step, which adds up when a hundred readers wait. */
const heldBytes = 16 * 1024

/**
 * Unpacks the deflated bytes `packed` of an entry that has `bytes` bytes when unpacked. The stream fails for another length.
 * `range` contains the first and the last byte to return, counted from 0.
 */
export function unpackEntry(
  packed: Readable,
  { bytes, range }: { bytes: number; range: { start: number; end: number } },
): Readable {
  // Streams of zlib accept the options of every stream, which their types do not list.
  const options: ZlibOptions & TransformOptions = { chunkSize: heldBytes, highWaterMark: heldBytes }
  const inflated = createInflateRaw(options)
  // The reader of `inflated` receives the error.
  pipeline(packed, inflated, () => undefined)
  return Readable.from(within(inflated, bytes, range), { objectMode: false, highWaterMark: heldBytes })
}

async function* within(
  source: Readable,
  bytes: number,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  let at = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
    at += chunk.length
    if (at > bytes) throw new Error('an entry of an archive is longer than declared')
    if (part.length > 0) yield part
    if (at > end && end < bytes - 1) return
  }
  if (at < bytes) throw new Error('an entry of an archive is shorter than declared')
}
