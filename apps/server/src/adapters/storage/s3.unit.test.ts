import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createPairedStorage } from './paired.ts'
import { FileMissing, StorageFull, StorageUnavailable } from './port.ts'
import { s3Cases } from './cases.s3.ts'
import { bucketAddress } from './s3-client.ts'
import { s3TestKey, startS3Server, type S3TestServer } from './s3-server.testing.ts'
import { createS3Storage } from './s3.ts'
import { createFileStorage } from './storage.ts'

let server: S3TestServer
let nth = 0
const folders: string[] = []
beforeAll(async () => {
  server = await startS3Server()
})
afterEach(async () => {
  server.intercept = null
  vi.useRealTimers()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})
afterAll(() => server.stop())

async function start() {
  const folder = await mkdtemp(join(tmpdir(), 'apogee-s3-'))
  folders.push(folder)
  const incoming = join(folder, 'incoming')
  await mkdir(incoming)
  nth += 1
  const config = { ...server.config, bucket: `files-${nth}` }
  return {
    config,
    folder,
    storage: createS3Storage(config, folder, { repeatAfterMs: 1 }),
    reconfigured: (overrides: Partial<typeof config>) =>
      createS3Storage({ ...config, ...overrides }, folder, { repeatAfterMs: 1 }),
    impatient: createS3Storage(config, folder, { patienceMs: 50, repeatAfterMs: 1 }),
    temporaries: async () => (await readdir(incoming)).length,
    age: async (ms: number) => {
      const then = new Date(Date.now() - ms)
      for (const name of await readdir(incoming)) await utimes(join(incoming, name), then, then)
      for (const [name, object] of server.objects)
        if (name.startsWith(`${config.bucket}/`)) object.modifiedAt = then
    },
    crashDuringUpload: () => writeFile(join(incoming, 'f'.repeat(32)), 'half a file'),
  }
}

const most = { maxBytes: 10_000_000 }
const words = (text: string) => Readable.from([Buffer.from(text)])
const objectsOf = (bucket: string) =>
  [...server.objects.keys()].filter((name) => name.startsWith(`${bucket}/`))

describe('files in a bucket of an S3-compatible service', () => {
  s3Cases(start)

  test('objects of others in the bucket are no files', async () => {
    const { storage, config } = await start()
    server.objects.set(`${config.bucket}/report.csv`, {
      content: Buffer.from('x'),
      digest: undefined,
      modifiedAt: new Date(0),
    })
    const { key } = await storage.keep(words('ours'), most)
    expect(await Array.fromAsync(storage.keys(-1))).toEqual([key])
  })

  test('a proof of a start that crashed is swept when it is old', async () => {
    const { storage, config, age } = await start()
    server.intercept = ({ method, socket }) => method === 'GET' && socket.destroy() !== undefined
    await expect(storage.prove()).rejects.toThrow('cannot read from the bucket')
    server.intercept = null
    expect(objectsOf(config.bucket)).toHaveLength(1)
    expect(await storage.sweep(3_600_000)).toBe(0)
    await age(7_200_000)
    expect(await storage.sweep(3_600_000)).toBe(1)
    expect(objectsOf(config.bucket)).toEqual([])
  })

  test('the proof says which bucket or region is wrong', async () => {
    const { reconfigured } = await start()
    await expect(reconfigured({ bucket: 'missing' }).prove()).rejects.toThrow(
      /the bucket 'missing' .*404 NoSuchBucket \(NoSuchBucket & so on\)\. Check S3_BUCKET$/,
    )
    await expect(reconfigured({ region: 'moon-1' }).prove()).rejects.toThrow('Check S3_REGION')
  })

  test('the start creates the configured storage only after its proof', async () => {
    const { config, folder } = await start()
    const settings = {
      kind: 's3',
      alsoRead: 'disk',
      directory: folder,
      accelLocation: null,
      s3: config,
    } as const
    const storage = await createFileStorage(settings)
    const { key } = await storage.keep(words('kept'), most)
    expect((await buffer(await storage.open(key))).toString()).toBe('kept')
    await expect(createFileStorage({ ...settings, s3: { ...config, bucket: 'missing' } })).rejects.toThrow(
      'Check S3_BUCKET',
    )
  })

  test('objects are addressed by path or by host', () => {
    const config = {
      ...s3TestKey,
      endpoint: '',
      publicEndpoint: null,
      browserUploads: false,
      bucket: 'files',
      pathStyle: true,
    }
    expect(bucketAddress('https://s3.example.my:9000', config)).toBe('https://s3.example.my:9000/files/')
    expect(bucketAddress('https://s3.example.my', { ...config, pathStyle: false })).toBe(
      'https://files.s3.example.my/',
    )
  })

  test('a signed address stays the same for a while, so that the browser caches the file, and ends within an hour', async () => {
    const { storage, config, reconfigured } = await start()
    const { key } = await storage.keep(words('0123456789'), most)
    const shared = reconfigured({ publicEndpoint: config.endpoint })
    const headers = { contentType: 'video/mp4', contentDisposition: 'inline', cacheControl: 'private' }
    const minuteMs = 60_000
    const quarter = Math.ceil(Date.now() / (15 * minuteMs)) * 15 * minuteMs
    const at = async (ms: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: quarter + ms })
      return (await shared.browserAddress(key, headers)) ?? ''
    }
    const address = await at(0)
    expect(await at(14 * minuteMs)).toBe(address)
    expect(await at(15 * minuteMs)).not.toBe(address)
    vi.setSystemTime(quarter + 59 * minuteMs)
    expect((await fetch(address)).status).toBe(200)
    vi.setSystemTime(quarter + 60 * minuteMs + 1)
    expect((await fetch(address)).status).toBe(403)
  })
})

describe('uploads of browsers', () => {
  async function startUploads() {
    const { config, reconfigured } = await start()
    const { browserUploads } = reconfigured({ publicEndpoint: config.endpoint, browserUploads: true })
    if (!browserUploads) throw new Error('browsers send nothing here')
    return browserUploads
  }

  test('the address of a part ends within 15 minutes', async () => {
    const uploads = await startUploads()
    const upload = await uploads.begin()
    const address = await uploads.addressOf(upload, { number: 1, bytes: 3 })
    const put = async () => (await fetch(String(address), { method: 'PUT', body: 'one' })).status
    expect(await put()).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 + 1000 })
    expect(await put()).toBe(403)
  })

  test('a failure that the service reports after its status is a failure', async () => {
    const uploads = await startUploads()
    const upload = await uploads.begin()
    await fetch(String(await uploads.addressOf(upload, { number: 1, bytes: 3 })), {
      method: 'PUT',
      body: 'one',
    })
    server.intercept = ({ method }, response) =>
      method === 'POST' &&
      response.writeHead(200).end('<?xml version="1.0"?>\n\n<Error><Code>InternalError</Code></Error>') !==
        undefined
    await expect(uploads.join(upload)).rejects.toThrow('S3 did not join the parts: InternalError')
    server.intercept = null
    await uploads.join(upload)
    await expect(uploads.parts(upload)).rejects.toBeInstanceOf(FileMissing)
  })

  test('uploads that others have begun in the bucket are left alone', async () => {
    const uploads = await startUploads()
    const { config } = await start()
    server.uploads.set('theirs', {
      name: `${config.bucket}/report.csv`,
      parts: new Map(),
      beganAt: new Date(0),
    })
    expect(await uploads.sweep(0)).toBe(0)
    expect(server.uploads.delete('theirs')).toBe(true)
  })
})

describe('a service that fails', () => {
  test('a request that failed by chance is made once more', async () => {
    const { storage } = await start()
    for (const status of [500, 503, 429, 'lost'] as const) {
      let failures = 1
      server.intercept = (request, response) => {
        if (failures === 0) return false
        failures -= 1
        if (status === 'lost') request.socket.destroy()
        else response.writeHead(status).end('<Error><Code>SlowDown</Code></Error>')
        return true
      }
      const { key } = await storage.keep(words('kept'), most)
      expect((await buffer(await storage.open(key))).toString(), String(status)).toBe('kept')
    }
  })

  test('an outage is reported as such by every method, and leaves no temporary file', async () => {
    const { storage, reconfigured, temporaries } = await start()
    const { key } = await storage.keep(words('kept'), most)
    const away = reconfigured({ endpoint: 'http://127.0.0.1:1' })
    const ends = await Promise.allSettled([
      away.keep(words('new'), most),
      away.open(key),
      away.withLocalCopy(key, async () => undefined),
      away.remove(key),
      away.describe(key),
      away.sweep(0),
      Array.fromAsync(away.keys(0)),
    ])
    for (const end of ends) expect(end).toMatchObject({ reason: expect.any(StorageUnavailable) })
    expect(await temporaries()).toBe(0)
    expect(await away.isWritable()).toBe(true)
  })

  test('a refusal is no missing file, and a full service is full', async () => {
    const { storage } = await start()
    const { key } = await storage.keep(words('kept'), most)
    const answerWith = (status: number, code: string) => {
      server.intercept = (_request, response) =>
        response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`) !== undefined
    }
    answerWith(403, 'AccessDenied')
    await expect(storage.open(key)).rejects.toBeInstanceOf(StorageUnavailable)
    answerWith(404, 'NoSuchBucket')
    await expect(storage.open(key)).rejects.toBeInstanceOf(StorageUnavailable)
    await expect(storage.remove(key)).rejects.toBeInstanceOf(StorageUnavailable)
    answerWith(403, 'QuotaExceeded')
    await expect(storage.keep(words('new'), most)).rejects.toBeInstanceOf(StorageFull)
  })

  test('a service that accepts connections and never answers is given up after the deadline', async () => {
    const { impatient, temporaries, config } = await start()
    server.intercept = () => true
    await expect(impatient.keep(words('new'), most)).rejects.toBeInstanceOf(StorageUnavailable)
    await expect(impatient.describe('ab/' + 'a'.repeat(32))).rejects.toThrow('S3 made no progress for 50 ms')
    expect(await temporaries()).toBe(0)
    expect(objectsOf(config.bucket)).toEqual([])
  })

  test('a file of which the service sends only a part ends with an error, not as a shorter file', async () => {
    const { storage, impatient, temporaries } = await start()
    const { key } = await storage.keep(words('0123456789'), most)
    // On a busy machine even the beginning of the file may be late.
    const read = async () => buffer(await impatient.open(key))
    for (const end of ['lost', 'silent'] as const) {
      server.intercept = (request, response) => {
        response.writeHead(200, { 'content-length': 10 }).write('01234')
        if (end === 'lost') setImmediate(() => request.socket.destroy())
        return true
      }
      await expect(read(), end).rejects.toBeInstanceOf(StorageUnavailable)
      await expect(impatient.withLocalCopy(key, async () => undefined)).rejects.toBeInstanceOf(
        StorageUnavailable,
      )
    }
    expect(await temporaries()).toBe(0)
  })

  test('an upload that is refused before it is complete leaves nothing, and the reason is reported', async () => {
    const { storage, temporaries, config } = await start()
    server.intercept = ({ method }, response) =>
      method === 'PUT' &&
      response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>') !== undefined
    const large = Readable.from([Buffer.alloc(5_000_000), Buffer.alloc(4_000_000)])
    await expect(storage.keep(large, most)).rejects.toThrow('403 AccessDenied')
    expect(await temporaries()).toBe(0)
    expect(objectsOf(config.bucket)).toEqual([])
  })

  test('a reader that leaves before it reads ends the transfer', async () => {
    const { storage } = await start()
    const { key } = await storage.keep(Readable.from([Buffer.alloc(9_000_000)]), most)
    const sockets: Socket[] = []
    server.intercept = ({ socket }) => {
      sockets.push(socket)
      return false
    }
    const content = await storage.open(key)
    content.destroy()
    await expect.poll(() => sockets.map(({ destroyed }) => destroyed)).toEqual([true])
  })
})

describe('two storages while files move', () => {
  test('files are written to the first, read from both and removed from both', async () => {
    const [one, two] = [await start(), await start()]
    const both = createPairedStorage(one.storage, two.storage)
    const old = await two.storage.keep(words('old'), most)
    const young = await both.keep(words('young'), most)
    expect(objectsOf(one.config.bucket)).toEqual([`${one.config.bucket}/${young.key}`])
    expect((await buffer(await both.open(old.key, { start: 1, end: 2 }))).toString()).toBe('ld')
    expect(await both.withLocalCopy(old.key, async () => 'copied')).toBe('copied')
    await both.remove(old.key)
    expect(objectsOf(two.config.bucket)).toEqual([])
    await expect(both.open(old.key)).rejects.toBeInstanceOf(FileMissing)
  })

  test('an error of a tool is not taken for a missing file', async () => {
    const [one, two] = [await start(), await start()]
    const both = createPairedStorage(one.storage, two.storage)
    const { key } = await both.keep(words('young'), most)
    const work = async () => Promise.reject(new Error('the tool failed'))
    await expect(both.withLocalCopy(key, work)).rejects.toThrow('the tool failed')
  })
})
