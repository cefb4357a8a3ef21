import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withZip, type ZipArchive, type ZipLimits, ZipRefused } from './read-zip.ts'
import { writeZip } from './write-zip.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apogee-zip-'))
})
afterAll(() => rm(folder, { recursive: true }))

const limits: ZipLimits = { entries: 10, entryBytes: 5_000_000, totalBytes: 8_000_000, ratio: 200 }

const source = (path: string, content: string | Buffer) => {
  const bytes = Buffer.from(content)
  return { path, bytes: bytes.length, open: async () => Readable.from([bytes]) }
}

/** The entry is part of an archive that is made by hand and has a single defect. */
interface HostileEntry {
  name: string | Buffer
  content?: Buffer
  /** The entry declares this unpacked size, if it declares a wrong one. */
  bytes?: number
  crc?: number
  method?: number
  /** These bytes replace the packed content. */
  packed?: Buffer
  flags?: number
  mode?: number
  /** This is the offset of the local header of another entry. */
  offset?: number
}

function hostileZip(entries: readonly HostileEntry[], { count = entries.length, comment = '' } = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const content = entry.content ?? Buffer.from('x')
    const method = entry.method ?? 0
    const packed = entry.packed ?? (method === 8 ? deflateRawSync(content, { level: 9 }) : content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(entry.flags ?? 0x800, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt16LE(33, 8)
    common.writeUInt32LE(entry.crc ?? crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(entry.bytes ?? content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6)
    tail.writeUInt32LE(entry.offset ?? offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 3]), common, tail, name)
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  end.writeUInt16LE(comment.length, 16)
  return Buffer.concat([...parts, central, Buffer.from('PK\u0005\u0006'), end, Buffer.from(comment)])
}

async function reading<T>(bytes: Buffer, work: (archive: ZipArchive) => Promise<T>): Promise<T> {
  const path = join(folder, `${crypto.randomUUID()}.zip`)
  await writeFile(path, bytes)
  return withZip(path, limits, work)
}

const unpacked = (bytes: Buffer): Promise<[string, string][]> =>
  reading(bytes, async (archive) => {
    const contents: [string, string][] = []
    for (const entry of archive.entries)
      contents.push([entry.path, (await buffer(await archive.open(entry))).toString()])
    return contents
  })

test('an archive that was written is read with the same names and bytes', async () => {
  const files = [
    source('course.json', '{}'),
    source('lessons/01-Pengenalan – 学校.md', '# Satu'),
    source('files/empty', ''),
  ]
  const { stream, bytes } = writeZip(files)
  const written = await buffer(stream)
  expect(written.length).toBe(bytes)
  await expect(unpacked(written)).resolves.toEqual([
    ['course.json', '{}'],
    ['lessons/01-Pengenalan – 学校.md', '# Satu'],
    ['files/empty', ''],
  ])
})

test('the same entries are written as the same bytes in every time zone', async () => {
  const before = process.env['TZ']
  const archives: string[] = []
  for (const zone of ['Asia/Kuala_Lumpur', 'America/Los_Angeles']) {
    process.env['TZ'] = zone
    archives.push((await buffer(writeZip([source('a.txt', 'a')]).stream)).toString('hex'))
  }
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
  expect(archives[0]).toBe(archives[1])
})

test('a source that fails, or has another length than it said, fails the archive', async () => {
  const failing = { path: 'b', bytes: 1, open: () => Promise.reject(new Error('the file is missing')) }
  await expect(buffer(writeZip([source('a', 'a'), failing]).stream)).rejects.toThrow('the file is missing')
  const longer = { ...source('a', 'aa'), bytes: 1 }
  await expect(buffer(writeZip([longer]).stream)).rejects.toThrow('unexpected number of bytes')
  const breaking = {
    path: 'a',
    bytes: 5,
    open: async () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('a')
          throw new Error('the disk is gone')
        })(),
      ),
  }
  await expect(buffer(writeZip([breaking]).stream)).rejects.toThrow('the disk is gone')
})

test('a reader that goes away closes the file that is being written', async () => {
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(65_536))
    },
  })
  const { stream } = writeZip([{ path: 'video.mp4', bytes: 10 ** 12, open: async () => endless }])
  stream.once('data', () => stream.destroy())
  await new Promise((resolve) => endless.once('close', resolve))
  expect(endless.destroyed).toBe(true)
})

test('folders of an archive are no entries, and compressed entries are unpacked', async () => {
  const zip = hostileZip([
    { name: 'a/', content: Buffer.alloc(0), mode: 0o040755 },
    { name: 'a/b.txt', content: Buffer.from('text '.repeat(50)), method: 8 },
  ])
  await expect(unpacked(zip)).resolves.toEqual([['a/b.txt', 'text '.repeat(50)]])
})

test('backslashes of old Windows programs separate folders', async () => {
  await expect(unpacked(hostileZip([{ name: 'a\\b.txt' }]))).resolves.toEqual([['a/b.txt', 'x']])
})

const zeros = Buffer.alloc(4_000_000)

test.each<[string, HostileEntry[], string]>([
  ['climbs out of its folder', [{ name: '../../etc/passwd' }], 'unsafe-name'],
  ['climbs out by backslashes', [{ name: '..\\..\\windows' }], 'unsafe-name'],
  ['climbs out in the middle', [{ name: 'a/../../b' }], 'unsafe-name'],
  ['starts at the root', [{ name: '/etc/passwd' }], 'unsafe-name'],
  ['starts with a drive', [{ name: 'C:\\a' }], 'unsafe-name'],
  [
    'names one file twice, once with an empty segment',
    [{ name: 'a//b' }, { name: './a/b' }],
    'duplicate-name',
  ],
  ['has no name', [{ name: '' }], 'unsafe-name'],
  ['has a NUL in its name', [{ name: 'a\u0000.md' }], 'unsafe-name'],
  ['turns the direction of its name', [{ name: 'a\u202Egpj.exe' }], 'unsafe-name'],
  ['has a name that is no UTF-8', [{ name: Buffer.from([0x61, 0xff, 0xfe]) }], 'unsafe-name'],
  ['has a name of 501 characters', [{ name: 'a'.repeat(501) }], 'unsafe-name'],
  ['is there twice', [{ name: 'a.txt' }, { name: 'a.txt' }], 'duplicate-name'],
  ['is there twice but for its case', [{ name: 'a.txt' }, { name: 'A.TXT' }], 'duplicate-name'],
  ['is there twice in two forms of Unicode', [{ name: 'é' }, { name: 'e\u0301' }], 'duplicate-name'],
  ['is a folder elsewhere', [{ name: 'a' }, { name: 'a/b' }], 'duplicate-name'],
  ['was a folder before', [{ name: 'a/b' }, { name: 'a' }], 'duplicate-name'],
  ['is a symbolic link', [{ name: 'a', mode: 0o120777 }], 'not-a-file'],
  ['is a device', [{ name: 'a', mode: 0o020666 }], 'not-a-file'],
  ['is encrypted', [{ name: 'a', flags: 0x801, content: Buffer.alloc(13), bytes: 1 }], 'encrypted'],
  ['is strongly encrypted', [{ name: 'a', flags: 0x841 }], 'encrypted'],
  ['is compressed in another way', [{ name: 'a', method: 14 }], 'unknown-compression'],
  ['unpacks to a thousand times its size', [{ name: 'a', method: 8, content: zeros }], 'ratio-too-high'],
  ['is larger than the limit', [{ name: 'a', method: 8, bytes: 5_000_001 }], 'entry-too-large'],
  ['says to be smaller than it is', [{ name: 'a', method: 8, content: zeros, bytes: 10 }], 'damaged'],
  ['says to be larger than it is', [{ name: 'a', method: 8, bytes: 900 }], 'damaged'],
  ['has another checksum', [{ name: 'a', crc: 1 }], 'damaged'],
  ['shares the bytes of another', [{ name: 'a' }, { name: 'b', offset: 0 }], 'overlapping-entries'],
  ['lies behind the end', [{ name: 'a', offset: 900 }], 'damaged'],
])('an archive with an entry that %s is refused', async (_what, entries, problem) => {
  const refusal = await unpacked(hostileZip(entries)).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ZipRefused)
  expect(refusal).toMatchObject({ problem })
})

test('an archive with too many entries, or too many bytes in all, is refused before anything is unpacked', async () => {
  const many = Array.from({ length: 11 }, (_, at) => ({ name: `${at}` }))
  await expect(unpacked(hostileZip(many))).rejects.toMatchObject({ problem: 'too-many-entries' })
  const large = ['a', 'b'].map((name) => ({ name, content: Buffer.from('x'), bytes: 4_500_000, method: 8 }))
  await expect(reading(hostileZip(large), async () => null)).rejects.toMatchObject({
    problem: 'ratio-too-high',
  })
  const random = crypto.getRandomValues(Buffer.alloc(60_000))
  const total = ['a', 'b'].map((name) => ({ name, content: random, bytes: 4_500_000, method: 8 }))
  await expect(reading(hostileZip(total), async () => null)).rejects.toMatchObject({
    problem: 'archive-too-large',
  })
})

test('an archive that counts more entries than it has is damaged', async () => {
  await expect(unpacked(hostileZip([{ name: 'a' }], { count: 2 }))).rejects.toMatchObject({
    problem: 'damaged',
  })
})

test.each([
  ['no bytes', Buffer.alloc(0)],
  ['text', Buffer.from('# A lesson')],
  ['the first half of an archive', hostileZip([{ name: 'a' }]).subarray(0, 40)],
])('a file of %s is no archive', async (_what, bytes) => {
  await expect(unpacked(bytes)).rejects.toMatchObject({ problem: 'not-a-zip' })
})

test('every archive with one changed byte is read, or refused in words that are known', async () => {
  const zip = hostileZip([{ name: 'a.txt', content: Buffer.from('text text'), method: 8 }, { name: 'b' }])
  for (let at = 0; at < zip.length; at++) {
    for (const value of [0, 0xff]) {
      const changed = Buffer.from(zip)
      changed[at] = value
      const outcome = await unpacked(changed).catch((error: unknown) => error)
      if (!Array.isArray(outcome)) expect(outcome).toBeInstanceOf(ZipRefused)
    }
  }
})

test('a small entry is read as a whole, a larger one than asked for is refused', async () => {
  await reading(hostileZip([{ name: 'a', content: Buffer.from('abc') }]), async (archive) => {
    const [entry] = archive.entries
    if (!entry) throw new Error('there is one entry')
    await expect(archive.read(entry, 3)).resolves.toEqual(Buffer.from('abc'))
    await expect(archive.read(entry, 2)).rejects.toMatchObject({ problem: 'entry-too-large', path: 'a' })
  })
})

test('a file that cannot be opened is no fault of an archive', async () => {
  await expect(withZip(join(folder, 'missing.zip'), limits, async () => null)).rejects.toMatchObject({
    code: 'ENOENT',
  })
})

test('the first bytes of an entry are read without the rest', async () => {
  const long = Buffer.from(Array.from({ length: 100_000 }, (_, nth) => (nth * nth) % 251))
  const damaged = (method: number) => ({ name: `${method}.bin`, content: long, method, crc: 1 })
  const read = await reading(
    hostileZip([damaged(0), damaged(8), { name: 'short', content: Buffer.from('abc') }]),
    (archive) => Promise.all(archive.entries.map((entry) => archive.head(entry, 4100))),
  )
  // The rest of the entries is damaged, but has not been read.
  expect(read).toEqual([long.subarray(0, 4100), long.subarray(0, 4100), Buffer.from('abc')])
})

test('an entry whose first bytes are far inside is unpacked as a whole', async () => {
  // No tool writes empty deflate blocks like these.
  const padded = Buffer.concat([
    Buffer.from('000000ffff'.repeat(2000), 'hex'),
    deflateRawSync(Buffer.alloc(5000, 'a')),
  ])
  const entry = { name: 'a.txt', content: Buffer.alloc(5000, 'a'), method: 8, packed: padded }
  const head = await reading(hostileZip([entry]), (archive) => {
    const [first] = archive.entries
    return first ? archive.head(first, 4100) : Promise.resolve(null)
  })
  expect(head).toEqual(Buffer.alloc(4100, 'a'))
})

test('the first bytes of a damaged entry are refused', async () => {
  const entry = { name: 'a.txt', content: Buffer.alloc(5000, 'a'), method: 8, packed: Buffer.alloc(50, 0xff) }
  const head = reading(hostileZip([entry]), async (archive) => {
    const [first] = archive.entries
    return first ? archive.head(first, 4100) : null
  })
  await expect(head).rejects.toEqual(new ZipRefused('damaged', 'a.txt'))
})

test('an entry that unpacks to more bytes than it says is refused when its first bytes are read', async () => {
  const entry = { name: 'a.txt', content: Buffer.alloc(8_000_000, 'a'), method: 8, bytes: 5000 }
  const head = reading(hostileZip([entry]), async (archive) => {
    const [first] = archive.entries
    return first ? archive.head(first, 4100) : null
  })
  await expect(head).rejects.toEqual(new ZipRefused('damaged', 'a.txt'))
})

test.each([
  ['info-zip-on-linux', ['01 Créer/02 日本語', '01 Créer/01 Übersicht']],
  ['macos-utf8-names-without-flag', ['01 Créer une page', '02 Über uns']],
  ['bsdtar-dot-slash', ['01 Créer/02 日本語', '01 Créer/01 Übersicht']],
  ['windows-cp850-names', ['01 Créer une page', '02 Über uns']],
  ['windows-gbk-names', ['01 第一课', '02 第二课']],
])('the names in %s are those of their author', async (name, paths) => {
  const file = new URL(`../../../../../fixtures/real-files/zip/${name}.zip`, import.meta.url)
  const read = await withZip(fileURLToPath(file), limits, async ({ entries }) =>
    entries.map(({ path }) => path),
  )
  expect(read).toEqual(paths.map((path) => `${path}.md`))
})
