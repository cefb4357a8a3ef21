/** Writes zip archives as streams of a known length. The same entries produce the same bytes, at any time and on any machine. */
import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipSource {
  /** The path is relative, with `/` between its segments. */
  path: string
  bytes: number
  /** Opens the content when its entry is written, so that only one file is open at a time. The stream must have exactly `bytes`. */
  open: () => Promise<Readable>
}

export interface WrittenZip {
  stream: Readable
  bytes: number
}

/**
 * Writes an archive. Entries are stored uncompressed: media do not shrink, the bytes do not depend on a version of zlib, and the
 * length is known beforehand. The stream fails when a source fails or has another length than declared. Beyond 4 GB the archive is
 * a Zip64.
 */
export function writeZip(sources: readonly ZipSource[]): WrittenZip {
  const zip = new ZipFile()
  const stream = new PassThrough()
  // The format stores local times. A fixed local time gives the same bytes in every time zone.
  const options = { ...storedFile, mtime: new Date(2000, 0, 1) }
  let current: Readable | null = null
  zip.on('error', (error: Error) => stream.destroy(error))
  stream.once('close', () => current?.destroy())
  zip.outputStream.on('error', (error: Error) => stream.destroy(error))
  for (const { path, bytes, open } of sources) {
    zip.addReadStreamLazy(path, { ...options, size: bytes }, (pump) => {
      open().then(
        (source) => {
          current = source
          source.on('error', (error) => stream.destroy(error))
          if (stream.destroyed) source.destroy()
          else pump(null, source)
        },
        (error: Error) => stream.destroy(error),
      )
    })
  }
  let total = 0
  zip.end({ forceZip64Format: false, comment: '' }, (...sizes: number[]) => {
    total = sizes[0] ?? 0
  })
  zip.outputStream.pipe(stream)
  return { stream, bytes: total }
}

const storedFile = { mode: 0o100644, compress: false, forceDosTimestamp: true }
