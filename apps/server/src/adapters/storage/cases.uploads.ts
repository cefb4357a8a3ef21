/** These cases cover uploads whose parts browsers send directly to the storage. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { FileMissing } from './port.ts'
import type { S3Config } from './s3-client.ts'
import type { S3Storage } from './s3.ts'

export interface BucketUnderTest {
  storage: S3Storage
  config: S3Config
  /** Returns a storage with the same objects whose configuration differs by `overrides`. */
  reconfigured: (overrides: Partial<S3Config>) => S3Storage
}
type Start = () => Promise<BucketUnderTest>

const mebibyte = 1024 ** 2
const content = Buffer.alloc(5 * mebibyte + 3, 'parts')
const parts = [
  { number: 1, bytes: 5 * mebibyte, content: content.subarray(0, 5 * mebibyte) },
  { number: 2, bytes: 3, content: content.subarray(5 * mebibyte) },
]

async function shared(start: Start) {
  const { config, reconfigured } = await start()
  const storage = reconfigured({ publicEndpoint: config.endpoint, browserUploads: true })
  if (!storage.browserUploads) throw new Error('browsers send nothing here')
  const { browserUploads } = storage
  const addressOf = async (...given: Parameters<typeof browserUploads.addressOf>): Promise<string> => {
    const address = await browserUploads.addressOf(...given)
    if (address === null) throw new Error('browsers send the parts to us')
    return address
  }
  return { storage, config, reconfigured, uploads: { ...browserUploads, addressOf } }
}

const inQuery = (text: string) => String(new URLSearchParams({ text })).replace('text=', '')
const put = async (address: string, body: Buffer) => {
  const answer = await fetch(address, { method: 'PUT', body: new Uint8Array(body) })
  await answer.arrayBuffer()
  return answer.status
}

export function browserUploadCases(start: Start): void {
  fromPartsToFile(start)
  ends(start)
}

function fromPartsToFile(start: Start): void {
  test('without both settings no browser sends a file', async () => {
    const { storage, config, reconfigured } = await start()
    expect(storage.browserUploads).toBeNull()
    expect(reconfigured({ publicEndpoint: config.endpoint }).browserUploads).toBeNull()
    expect(reconfigured({ browserUploads: true }).browserUploads).toBeNull()
  })

  test('parts that are sent to signed addresses become a file, which is inspected as any other', async () => {
    const { storage, uploads, config } = await shared(start)
    const upload = await uploads.begin()
    expect(await uploads.parts(upload)).toEqual([])
    for (const part of parts) {
      const address = await uploads.addressOf(upload, part)
      expect(new URL(address).origin).toBe(uploads.origin)
      expect(address).not.toContain(config.secretAccessKey)
      expect(await put(address, part.content)).toBe(200)
    }
    expect(await uploads.parts(upload)).toEqual(parts.map(({ number, bytes }) => ({ number, bytes })))
    await uploads.join(upload)
    let inspected = ''
    const file = await uploads.inspect(upload.key, {
      maxBytes: content.length,
      inspect: async (path) => {
        inspected = path
      },
    })
    expect(inspected).not.toBe('')
    expect(file).toEqual({ bytes: content.length, sha256: createHash('sha256').update(content).digest() })
    expect((await buffer(await storage.open(upload.key))).equals(content)).toBe(true)
  })

  test('an address takes one part of one upload, with its length, and gives nothing', async () => {
    const { uploads, reconfigured } = await shared(start)
    const [upload, other] = [await uploads.begin(), await uploads.begin()]
    const address = await uploads.addressOf(upload, { number: 1, bytes: 3 })
    expect(address).toContain('X-Amz-Expires=900&')
    expect(await put(address, Buffer.from('four'))).toBe(403)
    for (const changed of [
      address.replace('partNumber=1', 'partNumber=2'),
      address.replace(upload.key, other.key),
      address.replace(inQuery(upload.id), inQuery(other.id)),
      address.replace('X-Amz-Expires=900', 'X-Amz-Expires=9000'),
      address.replace(/&?(?:partNumber|uploadId)=[^&]*/g, ''),
    ]) {
      expect(changed).not.toBe(address)
      expect(await put(changed, Buffer.from('one')), changed).toBe(403)
    }
    for (const method of ['GET', 'DELETE', 'POST'])
      expect((await fetch(address, { method })).status, method).toBe(403)
    expect(await uploads.parts(upload)).toEqual([])
    expect(await Array.fromAsync(reconfigured({}).keys(-1))).toEqual([])
    for (const one of [upload, other]) await uploads.abandon(one)
  })
}

function ends(start: Start): void {
  test('after its end an upload takes no part, so nobody replaces a file', async () => {
    const { storage, uploads } = await shared(start)
    const upload = await uploads.begin()
    const address = await uploads.addressOf(upload, { number: 1, bytes: 3 })
    expect(await put(address, Buffer.from('one'))).toBe(200)
    await uploads.join(upload)
    expect(await put(address, Buffer.from('two'))).toBe(404)
    await expect(uploads.parts(upload)).rejects.toBeInstanceOf(FileMissing)
    await expect(uploads.join(upload)).rejects.toBeInstanceOf(FileMissing)
    expect((await buffer(await storage.open(upload.key))).toString()).toBe('one')
  })

  test('unfinished uploads are swept when they are old, with their parts', async () => {
    const { uploads } = await shared(start)
    const [one, two, three] = [await uploads.begin(), await uploads.begin(), await uploads.begin()]
    await uploads.abandon(three)
    await uploads.abandon(three)
    expect(await uploads.sweep(3_600_000)).toBe(0)
    expect(await uploads.sweep(-60_000)).toBe(2)
    for (const upload of [one, two]) await expect(uploads.parts(upload)).rejects.toBeInstanceOf(FileMissing)
    expect(await uploads.sweep(-60_000)).toBe(0)
  })

  test('the proof of the start begins and ends an upload, and leaves none', async () => {
    const { storage, uploads } = await shared(start)
    await storage.prove()
    expect(await uploads.sweep(-60_000)).toBe(0)
  })
}
