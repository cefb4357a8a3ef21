/** These cases run against the test server in every run, and against real S3-compatible services with `npm run test:s3`. */
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { storageCases, type StorageUnderTest } from './cases.ts'
import { movableCases } from './cases.movable.ts'
import { browserUploadCases, type BucketUnderTest } from './cases.uploads.ts'
import type { S3Storage } from './s3.ts'

export type S3UnderTest = StorageUnderTest & BucketUnderTest

const most = { maxBytes: 1000 }
const video = {
  contentType: 'video/mp4',
  contentDisposition: `inline; filename="Minggu 1 _a+b_.mp4"; filename*=UTF-8''Minggu%201%20%28a%2Bb%29.mp4`,
  cacheControl: 'private, max-age=3600',
}

export function s3Cases(start: () => Promise<S3UnderTest>): void {
  storageCases(start)
  movableCases(start)
  proof(start)
  signedAddresses(start)
  browserUploadCases(start)

  test('a size and digest are known without reading the file', async () => {
    const { storage } = await start()
    const { key, ...facts } = await storage.keep(Readable.from([Buffer.from('known')]), most)
    expect(await storage.describe(key)).toEqual(facts)
  })
}

function proof(start: () => Promise<S3UnderTest>): void {
  const problemOf = (storage: S3Storage) =>
    storage.prove().then(
      () => 'none',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    )

  test('the proof of the start writes, reads, lists and removes, and leaves nothing', async () => {
    const { storage } = await start()
    await storage.prove()
    expect(await storage.sweep(-1)).toBe(0)
  })

  test('the proof of the start says in one sentence what is refused, without the keys', async () => {
    const { config, reconfigured } = await start()
    const secretAccessKey = 'not-the-secret-of-the-key'
    const wrongSecret = await problemOf(reconfigured({ secretAccessKey }))
    expect(wrongSecret).toMatch(
      /^STORAGE=s3 cannot write to the bucket '.+' at http.+: S3 answered 403 SignatureDoesNotMatch.*\. Check S3_SECRET_ACCESS_KEY$/,
    )
    const accessKeyId = 'nobody-has-this-id'
    const wrongId = await problemOf(reconfigured({ accessKeyId }))
    expect(wrongId).toMatch(/S3 answered 403 InvalidAccessKeyId.*\. Check S3_ACCESS_KEY_ID$/)
    const wrongAddress = await problemOf(reconfigured({ endpoint: 'http://127.0.0.1:1' }))
    expect(wrongAddress).toMatch(/S3 cannot be reached: ECONNREFUSED\. Check S3_ENDPOINT$/)
    for (const secret of [secretAccessKey, accessKeyId, config.secretAccessKey, config.accessKeyId])
      expect(wrongSecret + wrongId + wrongAddress).not.toContain(secret)
  })
}

function signedAddresses(start: () => Promise<S3UnderTest>): void {
  test('without an address for browsers there is none of a file, and no origin', async () => {
    const { storage } = await start()
    const { key } = await storage.keep(Readable.from([Buffer.from('0123456789')]), most)
    expect(await storage.browserAddress(key, video)).toBeNull()
    expect(storage.browserOrigin).toBeNull()
  })

  test('a signed address gives the file or a range of it, with the headers that we chose', async () => {
    const { storage, config, reconfigured } = await start()
    const { key } = await storage.keep(Readable.from([Buffer.from('0123456789')]), most)
    const shared = reconfigured({ publicEndpoint: config.endpoint })
    const address = (await shared.browserAddress(key, video)) ?? ''
    expect(new URL(address).origin).toBe(shared.browserOrigin)
    const whole = await fetch(address)
    expect([whole.status, await whole.text()]).toEqual([200, '0123456789'])
    const part = await fetch(address, { headers: { range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 2-4/10',
      '234',
    ])
    for (const { headers } of [whole, part]) {
      expect(headers.get('content-type')).toBe(video.contentType)
      expect(headers.get('content-disposition')).toBe(video.contentDisposition)
      expect(headers.get('cache-control')).toBe(video.cacheControl)
    }
  })

  test('a changed address, and the bucket without a signature, give nothing', async () => {
    const { storage, config, reconfigured } = await start()
    const { key } = await storage.keep(Readable.from([Buffer.from('secret')]), most)
    const other = await storage.keep(Readable.from([Buffer.from('secret')]), most)
    const address = (await reconfigured({ publicEndpoint: config.endpoint }).browserAddress(key, video)) ?? ''
    for (const changed of [
      address.replace('video%2Fmp4', 'text%2Fhtml'),
      address.replace('X-Amz-Expires=3600', 'X-Amz-Expires=36000'),
      address.replace(key, other.key),
      address.replace(/\?.*/, ''),
    ]) {
      expect(changed).not.toBe(address)
      const answer = await fetch(changed)
      expect([answer.status, (await answer.text()).includes('secret')], changed).toEqual([403, false])
    }
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(403)
  })
}
