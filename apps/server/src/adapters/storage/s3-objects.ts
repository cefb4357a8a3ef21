/** Stores files of any size in a bucket under names that the caller chooses. Copies of backups use it. */
import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { S3Client, type S3Body, type S3ClientOptions, type S3Config, type S3Object } from './s3-client.ts'
import { abandonUpload, beginUpload, joinParts } from './s3-uploads.ts'

export interface S3Objects {
  /** Stores a file, completely or not at all. */
  put(name: string, path: string): Promise<void>
  /** Reads an object. Throws FileMissing when it does not exist. */
  get(name: string): Promise<Readable>
  list(prefix: string): AsyncIterable<S3Object>
  /** Removes an object. Removing one that does not exist succeeds. */
  remove(name: string): Promise<void>
}

interface S3ObjectsOptions extends S3ClientOptions {
  /** Longer files are sent in parts of at least this size. S3 requires at least 5 MB for every part but the last one. */
  partBytes?: number
}

/** Joining the parts of a large file may take a service this long. */
const patienceMs = 120_000
const usualPartBytes = 16 * 1024 ** 2
/** One answer lists at most this many parts. */
const mostParts = 1_000
const chunkBytes = 64 * 1024

/** @param prefix is the prefix of all names in the bucket, such as `backups/` */
export function createS3Objects(
  config: S3Config,
  prefix: string,
  { partBytes = usualPartBytes, ...options }: S3ObjectsOptions = {},
): S3Objects {
  const client = new S3Client(config, { patienceMs, ...options })
  return {
    async put(name, path) {
      const file = await open(path)
      try {
        const { size } = await file.stat()
        if (size <= partBytes) await client.put(prefix + name, bodyOf(await read(file, 0, size)))
        else await putInParts(client, prefix + name, { file, size, partBytes })
      } finally {
        await file.close()
      }
    },
    get: (name) => client.get(prefix + name),
    async *list(within) {
      for await (const { name, modifiedAt } of client.list(prefix + within))
        yield { name: name.slice(prefix.length), modifiedAt }
    },
    remove: (name) => client.remove(prefix + name),
  }
}

async function putInParts(
  client: S3Client,
  name: string,
  { file, size, partBytes }: { file: FileHandle; size: number; partBytes: number },
): Promise<void> {
  const bytes = Math.max(partBytes, Math.ceil(size / mostParts))
  const id = await beginUpload(client, name)
  try {
    for (let number = 1; (number - 1) * bytes < size; number += 1) {
      const start = (number - 1) * bytes
      await client.exchange({
        method: 'PUT',
        name,
        query: { partNumber: String(number), uploadId: id },
        body: bodyOf(await read(file, start, Math.min(bytes, size - start))),
      })
    }
    await joinParts(client, name, id)
  } catch (error) {
    // The bucket's own lifecycle rule removes uploads that cannot be abandoned here.
    await abandonUpload(client, name, id).catch(() => undefined)
    throw error
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const content = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(content, filled, length - filled, position + filled)
    if (bytesRead === 0) throw new Error('the file became shorter while it was read')
    filled += bytesRead
  }
  return content
}

/** Returns the content as small chunks, so that a slow transfer still counts as progress. */
function bodyOf(content: Buffer): S3Body {
  const sha256 = createHash('sha256').update(content).digest()
  return { bytes: content.length, sha256, read: () => Readable.from(chunksOf(content)) }
}

function* chunksOf(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += chunkBytes)
    yield content.subarray(start, start + chunkBytes)
}
