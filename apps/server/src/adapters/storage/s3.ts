import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  FileMissing,
  ownerMarkName,
  type FileFacts,
  type KeepOptions,
  type MovableStorage,
  type OwnerMark,
} from './port.ts'
import {
  bucketAddress,
  S3Client,
  S3Refusal,
  type S3Body,
  type S3ClientOptions,
  type S3Config,
  type S3Object,
} from './s3-client.ts'
import { createS3Uploads, proveUploads } from './s3-uploads.ts'
import { checkedKey, isStorageKey, newStorageKey } from './storage-keys.ts'
import {
  checkFacts,
  createTemporaryFiles,
  isWritableFolder,
  needRoomForUpload,
  usualSpace,
  type SpaceLimits,
} from './temporary-files.ts'

export interface S3Storage extends MovableStorage {
  /**
   * Writes, reads, lists and removes a small object. If the service refuses an operation, throws a sentence that names the
   * operation and the variable to check.
   */
  prove(): Promise<void>
}

interface S3StorageOptions extends S3ClientOptions {
  /** Tests put all objects below this prefix. The options below are for tests, too. */
  prefix?: string
  spaceFor?: SpaceLimits
  modifiedAt?: (object: S3Object) => Date
}

const proofs = 'start-checks/'

/** `directory` contains running uploads and copies for tools. An upload is inspected there before it is sent. */
export function createS3Storage(
  config: S3Config,
  directory: string,
  {
    prefix = '',
    spaceFor = usualSpace,
    modifiedAt = (object) => object.modifiedAt,
    ...options
  }: S3StorageOptions = {},
): S3Storage {
  const temporaries = createTemporaryFiles(join(directory, 'incoming'))
  const client = new S3Client(config, options)
  const nameOf = (key: string) => prefix + checkedKey(key)
  const isOlder = (object: S3Object, ms: number) => Date.now() - modifiedAt(object).getTime() > ms

  const put = (name: string, path: string, file: FileFacts) =>
    client.put(name, { ...file, read: () => createReadStream(path) })

  async function receive(key: string, options: KeepOptions): Promise<FileFacts> {
    await needRoomForUpload(directory, spaceFor)
    return temporaries.receive(await client.get(nameOf(key)), options, async (_path, file) => file)
  }

  async function removeOldProofs(olderThanMs: number): Promise<number> {
    let removed = 0
    for await (const object of client.list(prefix + proofs)) {
      if (!isOlder(object, olderThanMs)) continue
      await client.remove(object.name)
      removed += 1
    }
    return removed
  }

  return {
    async keep(source, options) {
      await needRoomForUpload(directory, spaceFor)
      return temporaries.receive(source, options, async (path, file) => {
        const key = newStorageKey()
        await put(nameOf(key), path, file)
        return { key, ...file }
      })
    },
    async open(key, range) {
      return client.get(nameOf(key), range)
    },
    proxyAddress: () => null,
    browserAddress: (key, headers) => client.addressFor(nameOf(key), headers),
    browserOrigin:
      config.publicEndpoint === null ? null : new URL(bucketAddress(config.publicEndpoint, config)).origin,
    browserUploads: createS3Uploads(config, { client, nameOf, prefix, isOlder, receive }),
    async withLocalCopy(key, work) {
      const content = await client.get(nameOf(key))
      return temporaries.receive(content, { maxBytes: Number.MAX_SAFE_INTEGER }, work)
    },
    async remove(key) {
      await client.remove(nameOf(key))
    },
    async sweep(olderThanMs) {
      return (await temporaries.sweep(olderThanMs)) + (await removeOldProofs(olderThanMs))
    },
    claim: (identity) => markBucket(client, config, prefix + ownerMarkName, identity),
    readNote: (name) => readText(client, `${prefix}notes/${name}`),
    writeNote: (name, text) => client.put(`${prefix}notes/${name}`, textBody(text)),
    async *keys(olderThanMs) {
      for await (const object of client.list(prefix)) {
        const key = object.name.slice(prefix.length)
        // The bucket may contain objects of other programs.
        if (isStorageKey(key) && isOlder(object, olderThanMs)) yield key
      }
    },
    isWritable: () => isWritableFolder(directory, spaceFor),
    space: async () => null,
    async copyIn(key, source, expected) {
      const name = nameOf(key)
      await temporaries.receive(source, { maxBytes: expected.bytes }, async (path, file) => {
        checkFacts(file, expected)
        await put(name, path, file)
      })
    },
    async describe(key) {
      return client.describe(nameOf(key))
    },
    prove: () => prove(client, config, prefix + proofs + randomBytes(8).toString('hex')),
  }
}

async function markBucket(
  client: S3Client,
  config: S3Config,
  name: string,
  identity: string,
): Promise<OwnerMark> {
  const read = async () => (await buffer(await client.get(name))).toString().trim()
  const found = await read().catch(async (error: unknown) => {
    if (!(error instanceof FileMissing)) throw error
    await client.put(name, textBody(identity))
    // When two databases mark the bucket concurrently, both then read the mark that was written later.
    return read()
  })
  const storage = `The bucket '${config.bucket}' at ${config.endpoint}`
  return { identity: found, storage, mark: `its object ${name}` }
}

/** Null means that the object does not exist. */
async function readText(client: S3Client, name: string): Promise<string | null> {
  try {
    return (await buffer(await client.get(name))).toString()
  } catch (error) {
    if (error instanceof FileMissing) return null
    throw error
  }
}

function textBody(text: string): S3Body {
  const content = Buffer.from(text)
  const sha256 = createHash('sha256').update(content).digest()
  return { bytes: content.length, sha256, read: () => Readable.from([content]) }
}

async function prove(client: S3Client, config: S3Config, name: string): Promise<void> {
  const written = 'Apogee wrote this at its start.'
  const step = async <T>(verb: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw new Error(
        `STORAGE=s3 cannot ${verb} the bucket '${config.bucket}' at ${config.endpoint}: ${messageOf(error)}. ${adviceFor(error)}`,
        { cause: error },
      )
    }
  }
  await step('write to', () => client.put(name, textBody(written)))
  const found = await step('read from', async () => buffer(await client.get(name)))
  if (found.toString() !== written)
    throw new Error(`STORAGE=s3: the bucket '${config.bucket}' answered other bytes than were written`)
  const listed = await step('list', () => Array.fromAsync(client.list(name)))
  if (listed.length !== 1)
    throw new Error(`STORAGE=s3: the bucket '${config.bucket}' does not list what was written`)
  await step('delete from', () => client.remove(name))
  if (config.browserUploads) await step('begin and end uploads in parts in', () => proveUploads(client, name))
}

const advice: Readonly<Record<string, string>> = {
  NoSuchBucket: 'Check S3_BUCKET',
  InvalidAccessKeyId: 'Check S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'Check S3_SECRET_ACCESS_KEY',
  AuthorizationHeaderMalformed: 'Check S3_REGION',
  PermanentRedirect: 'Check S3_ENDPOINT and S3_REGION',
  RequestTimeTooSkewed: 'Check the clock of this machine',
  AccessDenied:
    'The key needs the rights to put, get and delete objects of the bucket and to list it; for S3_BROWSER_UPLOADS also to list and abort multipart uploads',
}

const adviceFor = (error: unknown) =>
  error instanceof S3Refusal
    ? (advice[error.code] ?? 'Check S3_BUCKET, S3_REGION, S3_PATH_STYLE and the keys')
    : 'Check S3_ENDPOINT'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
