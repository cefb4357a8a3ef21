/** Implements multipart uploads. Browsers send the parts; this process makes all other requests. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  FileMissing,
  StorageUnavailable,
  type BrowserUploads,
  type FileFacts,
  type KeepOptions,
  type UploadPart,
} from './port.ts'
import { bucketAddress, elementOf, type S3Body, type S3Client, type S3Config } from './s3-client.ts'
import { isStorageKey, newStorageKey } from './storage-keys.ts'

interface UploadDependencies {
  client: S3Client
  nameOf: (key: string) => string
  prefix: string
  isOlder: (object: { name: string; modifiedAt: Date }, ms: number) => boolean
  receive: (key: string, options: KeepOptions) => Promise<FileFacts>
}

const partAddressSeconds = 900

interface Stored extends UploadPart {
  etag: string
}

/** Returns null unless browsers may send files to the service. */
export function createS3Uploads(
  config: S3Config,
  { client, nameOf, prefix, isOlder, receive }: UploadDependencies,
): BrowserUploads | null {
  if (config.publicEndpoint === null || !config.browserUploads) return null
  const storedParts = (upload: { key: string; id: string }) => partsOf(client, nameOf(upload.key), upload.id)
  return {
    origin: new URL(bucketAddress(config.publicEndpoint, config)).origin,
    async begin() {
      const key = newStorageKey()
      return { key, id: await beginUpload(client, nameOf(key)) }
    },
    addressOf: ({ key, id }, { number, bytes }) =>
      client.addressForPut(nameOf(key), {
        query: { partNumber: String(number), uploadId: id },
        bytes,
        seconds: partAddressSeconds,
      }),
    parts: async (upload) => (await storedParts(upload)).map(({ number, bytes }) => ({ number, bytes })),
    join: ({ key, id }) => joinParts(client, nameOf(key), id),
    inspect: receive,
    abandon: ({ key, id }) => abandonUpload(client, nameOf(key), id),
    async sweep(olderThanMs) {
      let removed = 0
      for (const upload of await Array.fromAsync(unfinished(client, prefix))) {
        if (!isStorageKey(upload.name.slice(prefix.length)) || !isOlder(upload, olderThanMs)) continue
        await abandonUpload(client, upload.name, upload.id)
        removed += 1
      }
      return removed
    },
  }
}

/** Joins those parts that have arrived into an object. */
export async function joinParts(client: S3Client, name: string, id: string): Promise<void> {
  const body = bodyOf(completionOf(await partsOf(client, name, id)))
  const answer = await client.exchange({ method: 'POST', name, query: { uploadId: id }, body })
  // The service may answer 200 before it joins the parts, and report a failure in the body.
  if (answer.includes('<Error>'))
    throw new StorageUnavailable(`S3 did not join the parts: ${elementOf(answer, 'Code')}`)
}

/** Begins an upload and returns its id. */
export async function beginUpload(client: S3Client, name: string): Promise<string> {
  const id = elementOf(await client.exchange({ method: 'POST', name, query: { uploads: '' } }), 'UploadId')
  if (id === '') throw new StorageUnavailable('S3 began an upload without an id')
  return id
}

/** Returns the parts in order. A file has at most 1,000 parts, which fit into one answer. */
async function partsOf(client: S3Client, name: string, id: string): Promise<Stored[]> {
  const answer = await client.exchange({ method: 'GET', name, query: { uploadId: id } })
  return [...answer.matchAll(/<Part>(.*?)<\/Part>/gs)]
    .map(([, part = '']) => ({
      number: Number(elementOf(part, 'PartNumber')),
      bytes: Number(elementOf(part, 'Size')),
      etag: elementOf(part, 'ETag'),
    }))
    .toSorted((one, other) => one.number - other.number)
}

const completionOf = (parts: readonly Stored[]): string => {
  const lines = parts.map(
    ({ number, etag }) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>${etag.replaceAll(/[&<>]/g, '')}</ETag></Part>`,
  )
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${lines.join('')}</CompleteMultipartUpload>`
}

function bodyOf(text: string): S3Body {
  const content = Buffer.from(text)
  const sha256 = createHash('sha256').update(content).digest()
  return { bytes: content.length, sha256, read: () => Readable.from([content]) }
}

/** Ends the upload and removes its parts. Abandoning an upload that has ended succeeds. */
export async function abandonUpload(client: S3Client, name: string, id: string): Promise<void> {
  try {
    await client.exchange({ method: 'DELETE', name, query: { uploadId: id } })
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
  }
}

interface Unfinished {
  name: string
  id: string
  modifiedAt: Date
}

async function* unfinished(client: S3Client, prefix: string): AsyncGenerator<Unfinished> {
  let next: Record<string, string> = {}
  for (;;) {
    const page = await client.exchange({ method: 'GET', name: '', query: { uploads: '', prefix, ...next } })
    for (const [, upload = ''] of page.matchAll(/<Upload>(.*?)<\/Upload>/gs)) {
      yield {
        name: elementOf(upload, 'Key'),
        id: elementOf(upload, 'UploadId'),
        modifiedAt: new Date(elementOf(upload, 'Initiated')),
      }
    }
    if (elementOf(page, 'IsTruncated') !== 'true') return
    next = {
      'key-marker': elementOf(page, 'NextKeyMarker'),
      'upload-id-marker': elementOf(page, 'NextUploadIdMarker'),
    }
    if (next['key-marker'] === '') throw new StorageUnavailable('S3 listed uploads without the next ones')
  }
}

/** Verifies the permissions that uploads of browsers need: to begin, read, list and abandon an upload. */
export async function proveUploads(client: S3Client, name: string): Promise<void> {
  const id = await beginUpload(client, name)
  await partsOf(client, name, id)
  const listed = await Array.fromAsync(unfinished(client, name))
  await abandonUpload(client, name, id)
  if (!listed.some((upload) => upload.id === id))
    throw new StorageUnavailable('S3 does not list the upload that was begun')
}
