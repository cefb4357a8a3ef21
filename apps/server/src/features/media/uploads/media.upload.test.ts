import { refusals } from '@apogee/contracts/refusals.ts'
import { sql } from 'kysely'
import { request as httpRequest } from 'node:http'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { captions, formOf, pdf, picture, uploadFile, uploadParts, video } from '../testing.ts'

const emptyMovie = Buffer.from('\u0000\u0000\u0000\u0008moov', 'latin1')
const uploadMaxBytes = 104_857_600
const unsupported = 'Unsupported file type. Only MP4, WebM videos and PDF documents are allowed.'

let server: TestApp
let teacher: TestPerson
let student: TestPerson
let mp4: Buffer
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  mp4 = await video('mp4', 2)
})
afterAll(() => server.stop())
beforeEach(async () => {
  teacher = await server.person('instructor')
  student = await server.person()
})

const rowsOf = async (person: TestPerson) =>
  (
    await sql<{ purpose: string; originalName: string; seconds: number | null; pages: number | null }>`
      SELECT purpose, original_name AS "originalName", seconds, pages FROM media
       WHERE owner_id = ${person.id} ORDER BY id`.execute(server.database.kysely)
  ).rows

/** Lists files on disk: stored ones by key, temporary ones by name. */
async function filesOnDisk(): Promise<string[]> {
  const entries = await readdir(server.uploadsDirectory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

describe('a lesson’s file', () => {
  test('an upload answers with a working URL, its size and its type', async () => {
    const { status, url, body } = await uploadFile(server, teacher, mp4, 'Week 1.mp4')
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      url,
      data: { url, size: mp4.length, contentType: 'video/mp4' },
    })
    const opened = await server.app.inject({ url })
    expect(opened.statusCode).toBe(200)
    expect(opened.rawPayload.equals(mp4)).toBe(true)
  })

  test.each([
    ['a.webm', () => video('webm'), 'video/webm'],
    ['a.pdf', async () => pdf(), 'application/pdf'],
    ['A.MP4', () => video('mp4'), 'video/mp4'],
    ['without-extension', async () => pdf(), 'application/pdf'],
  ])("a lesson's file may be %s", async (name, make, contentType) => {
    const { status, body } = await uploadFile(server, teacher, await make(), name)
    expect(status).toBe(201)
    expect(body.data?.contentType).toBe(contentType)
  })

  test.each([
    ['page.html', Buffer.from('<html><script>alert(1)</script>')],
    ['page.mp4', Buffer.from('<html><script>alert(1)</script>')],
    ['drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['notes.docx', Buffer.from('PK\u0003\u0004')],
    ['zeros.mp4', Buffer.alloc(5000)],
    ['setup.exe', Buffer.from('MZ')],
  ])("a lesson's file must not be %s", async (name, content) => {
    const before = await filesOnDisk()
    const { status, body } = await uploadFile(server, teacher, content, name)
    expect(status).toBe(415)
    expect(body).toMatchObject({ success: false, error: unsupported, errorCode: 'FILE_TYPE_UNSUPPORTED' })
    expect(await filesOnDisk()).toEqual(before)
    expect(await rowsOf(teacher)).toEqual([])
  })

  test('an upload is refused when its name and content disagree', async () => {
    expect((await uploadFile(server, teacher, pdf(), 'lesson.mp4')).status).toBe(415)
    expect((await uploadFile(server, teacher, mp4, 'lesson.webm')).status).toBe(415)
    expect((await uploadFile(server, teacher, await picture('png'), 'cover.png')).status).toBe(415)
  })

  test("a lesson's file may have 104857600 bytes and not one more", async () => {
    const exact = Buffer.concat([mp4, Buffer.alloc(uploadMaxBytes - mp4.length)])
    const kept = await uploadFile(server, teacher, exact, 'long.mp4')
    expect(kept.status).toBe(201)
    expect(kept.body.data?.size).toBe(uploadMaxBytes)
    const before = await filesOnDisk()
    const refused = await uploadFile(server, teacher, Buffer.concat([exact, Buffer.alloc(1)]), 'long.mp4')
    expect(refused.status).toBe(413)
    expect(refused.body).toMatchObject({
      error: 'File size exceeds 100MB limit',
      errorCode: 'FILE_TOO_LARGE',
    })
    expect(await filesOnDisk()).toEqual(before)
  })

  test.each([
    ['cover', 10],
    ['avatar', 10],
    ['discussion', 5],
    ['captions', 1],
  ] as const)('the refusal of a large %s names its own limit', async (purpose, megabytes) => {
    const large = Buffer.concat([await picture('png'), Buffer.alloc(megabytes * 1024 * 1024)])
    const name = purpose === 'captions' ? 'captions.vtt' : 'picture.png'
    const refused = await uploadFile(server, teacher, large, name, purpose)
    expect(refused.status).toBe(413)
    expect(refused.body).toMatchObject({
      error: `File size exceeds ${megabytes}MB limit`,
      errorCode: 'FILE_TOO_LARGE',
    })
  })

  test('an upload keeps the last part of its name', async () => {
    await uploadFile(server, teacher, pdf(), '../../../etc/passwd.pdf')
    await uploadFile(server, teacher, pdf(), 'C:\\notes\\Bab 1 – é.pdf')
    expect((await rowsOf(teacher)).map(({ originalName }) => originalName)).toEqual([
      'passwd.pdf',
      'Bab 1 – é.pdf',
    ])
  })

  test.each([
    ['an empty video', 'empty.mp4', async () => Buffer.alloc(0), 'FILE_EMPTY'],
    ['an empty document', 'empty.pdf', async () => Buffer.alloc(0), 'FILE_EMPTY'],
    [
      'an MP4 cut off in the middle',
      'a.mp4',
      async () => mp4.subarray(0, mp4.length - 20),
      'FILE_UNREADABLE',
    ],
    [
      'an MP4 that was never finished',
      'a.mp4',
      async () => mp4.subarray(0, mp4.readUInt32BE(0)),
      'FILE_UNREADABLE',
    ],
    [
      'a WebM cut off in the middle',
      'a.webm',
      async () => (await video('webm', 3)).subarray(0, -40),
      'FILE_UNREADABLE',
    ],
    ['a PDF without its end', 'a.pdf', async () => pdf(40).subarray(0, 900), 'FILE_UNREADABLE'],
    [
      'a PDF of its first line',
      'a.pdf',
      async () => Buffer.from('%PDF-1.7 and nothing else'),
      'FILE_UNREADABLE',
    ],
  ] as const)('an upload %s is named as such, and nothing is stored', async (_, name, content, code) => {
    const before = await filesOnDisk()
    const { status, body } = await uploadFile(server, teacher, await content(), name)
    expect(status).toBe(422)
    expect(body).toMatchObject({ errorCode: code, error: refusals[code].sentence })
    expect(await filesOnDisk()).toEqual(before)
    expect(await rowsOf(teacher)).toEqual([])
  })

  test.each(['cover', 'avatar', 'captions', 'quiz'] as const)(
    'an empty file for %s is refused as empty',
    async (purpose) => {
      const names = { cover: 'a.png', avatar: 'a.png', captions: 'a.vtt', quiz: 'a.json' }
      const { body } = await uploadFile(server, teacher, Buffer.alloc(0), names[purpose], purpose)
      expect(body).toMatchObject({ errorCode: 'FILE_EMPTY', error: 'This file is empty.' })
    },
  )

  test('a streamed WebM without a length, and an MP4 with its data first, are complete', async () => {
    const webm = await video('webm', 2)
    const at = webm.indexOf(Buffer.from([0x18, 0x53, 0x80, 0x67])) + 4
    const bytes = Math.clz32(webm[at] ?? 1) - 23
    webm.fill(0xff, at + 1, at + bytes)
    webm[at] = 0x1ff >> bytes
    expect((await uploadFile(server, teacher, webm, 'streamed.webm')).status).toBe(201)
    const boxes: Buffer[] = []
    for (let place = 0; place < mp4.length; place += mp4.readUInt32BE(place))
      boxes.push(mp4.subarray(place, place + mp4.readUInt32BE(place)))
    const [first, ...rest] = boxes
    const turned = Buffer.concat([first ?? Buffer.alloc(0), ...rest.toReversed()])
    expect((await uploadFile(server, teacher, turned, 'turned.mp4')).status).toBe(201)
  })

  test('lines behind the end of a PDF do not make it damaged, but a cut behind its first page does', async () => {
    const file = 'mail-lines-behind-the-end.pdf'
    const padded = await readFile(
      join(import.meta.dirname, '../../../../../../fixtures/real-files/pdf', file),
    )
    expect((await uploadFile(server, teacher, padded, file)).status).toBe(201)
    const long = Buffer.concat([pdf(2), Buffer.alloc(200_000, ' ')])
    expect((await uploadFile(server, teacher, long, 'long.pdf')).status).toBe(201)
    const linearized = Buffer.concat([
      Buffer.from('%PDF-1.7\n1 0 obj << /Linearized 1 >> endobj\nstartxref\n0\n%%EOF\n'),
      Buffer.alloc(9000, ' '),
    ])
    expect((await uploadFile(server, teacher, linearized, 'cut.pdf')).status).toBe(422)
  })

  test('an upload is probed for its length afterwards, and keeps none when it is broken', async () => {
    await uploadFile(server, teacher, await video('mp4', 7), 'seven.mp4')
    await uploadFile(server, teacher, await video('webm', 3), 'three.webm')
    await uploadFile(server, teacher, pdf(12), 'twelve.pdf')
    await uploadFile(
      server,
      teacher,
      Buffer.concat([mp4.subarray(0, mp4.readUInt32BE(0)), emptyMovie]),
      'no-length.mp4',
    )
    await uploadFile(server, teacher, Buffer.from('%PDF-1.7 and nothing else\n%%EOF\n'), 'no-pages.pdf')
    expect((await server.jobs.runDueOnce()).failed).toBe(0)
    const lengths = (await rowsOf(teacher)).map(({ seconds, pages }) => [seconds, pages])
    // A WebM states when its last frame starts, not how long it is shown.
    expect(lengths).toEqual([
      [7, null],
      [2, null],
      [null, 12],
      [null, null],
      [null, null],
    ])
  })
})

describe('who may upload', () => {
  test('an upload needs a session', async () => {
    const { status, body } = await uploadFile(server, null, mp4, 'a.mp4')
    expect(status).toBe(401)
    expect(body.errorCode).toBe('UNAUTHENTICATED')
  })

  test('a student may upload an avatar only', async () => {
    const png = await picture('png')
    for (const purpose of [undefined, 'lesson', 'cover', 'captions', 'quiz']) {
      const { status, body } = await uploadFile(server, student, png, 'me.png', purpose)
      expect(status, purpose).toBe(403)
      expect(body.error).toBe("Access Denied. You don't have permission to access this page.")
    }
    expect((await uploadFile(server, student, png, 'me.png', 'avatar')).status).toBe(201)
  })

  test("an upload beyond a person's quota is refused", async () => {
    await uploadFile(server, teacher, pdf(), 'a.pdf')
    await sql`UPDATE media SET size_bytes = ${100 * 1024 ** 3} WHERE owner_id = ${teacher.id}`.execute(
      server.database.kysely,
    )
    const { status, body } = await uploadFile(server, teacher, pdf(), 'b.pdf')
    expect(status).toBe(refusals.UPLOAD_QUOTA_REACHED.status)
    expect(body.errorCode).toBe('UPLOAD_QUOTA_REACHED')
  })
})

describe('pictures and captions', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('a %s is re-encoded without its metadata', async (kind) => {
    const { status, url, body } = await uploadFile(
      server,
      teacher,
      await picture(kind, 3000, 1500),
      `cover.${kind}`,
      'cover',
    )
    expect(status).toBe(201)
    expect(body.data?.contentType).toBe(`image/${kind}`)
    const kept = (await server.app.inject({ url })).rawPayload
    expect(kept.length).toBe(body.data?.size)
    const { width, height, exif } = await sharp(kept).metadata()
    expect([width, height, exif]).toEqual([1920, 960, undefined])
    expect(kept.includes('secret-place')).toBe(false)
  })

  test("bytes after a picture's end are dropped", async () => {
    const polyglot = Buffer.concat([await picture('png'), Buffer.from('<script>alert(1)</script>')])
    const { url } = await uploadFile(server, teacher, polyglot, 'cover.png', 'cover')
    expect((await server.app.inject({ url })).body).not.toContain('script')
  })

  test('unsupported picture and caption types get their own sentence', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const cover = await uploadFile(server, teacher, svg, 'cover.svg', 'cover')
    expect(cover.status).toBe(415)
    expect(cover.body.error).toBe('Unsupported file type. Only PNG, JPEG and WebP images are allowed.')
    const track = await uploadFile(server, teacher, Buffer.from('1\n00:01,000'), 'a.srt', 'captions')
    expect(track.body.error).toBe('Unsupported file type. Only WebVTT and SubRip captions are allowed.')
  })

  test('a picture that cannot be decoded, or has too many pixels, is refused and leaves nothing', async () => {
    const before = await filesOnDisk()
    const png = await picture('png', 400, 300)
    const broken = await uploadFile(server, teacher, png.subarray(0, png.length / 2), 'a.png', 'cover')
    expect(broken.status).toBe(422)
    expect(broken.body.errorCode).toBe('FILE_UNREADABLE')
    const flood = Buffer.from(png)
    flood.writeUInt32BE(50_000, 16)
    flood.writeUInt32BE(50_000, 20)
    const tooLarge = await uploadFile(server, teacher, flood, 'a.png', 'cover')
    expect(tooLarge.status).toBe(422)
    expect(tooLarge.body.errorCode).toBe('PICTURE_TOO_LARGE')
    expect(tooLarge.body.error).toBe('This picture has more than 20 megapixels. Please upload a smaller one.')
    expect(await filesOnDisk()).toEqual(before)
  })

  test.for([
    { width: 5000, height: 4000, status: 201 },
    { width: 5000, height: 4001, status: 422 },
  ])('a picture of $width × $height pixels answers $status', async ({ width, height, status }) => {
    const png = await picture('png', width, height)
    expect((await uploadFile(server, teacher, png, 'a.png', 'cover')).status).toBe(status)
  })

  test('a picture has at most 10 MB, a caption file 1 MB', async () => {
    const large = Buffer.concat([await picture('png'), Buffer.alloc(10 * 1024 * 1024)])
    expect((await uploadFile(server, teacher, large, 'a.png', 'cover')).status).toBe(413)
    const long = Buffer.concat([captions, Buffer.alloc(1024 * 1024, 'a')])
    expect((await uploadFile(server, teacher, long, 'a.vtt', 'captions')).status).toBe(413)
    const { status, body } = await uploadFile(server, teacher, captions, 'a.vtt', 'captions')
    expect(status).toBe(201)
    expect(body.data?.contentType).toBe('text/vtt')
  })

  test.each([
    ['UTF-8', Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nCafé\n')],
    ['Windows', Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nCafé\n', 'latin1')],
    ['UTF-16', Buffer.from('\ufeff1\n00:00:01,000 --> 00:00:02,000\nCafé\n', 'utf16le')],
  ])('SubRip captions in %s are stored as WebVTT', async (_, subRip) => {
    const { status, body, url } = await uploadFile(server, teacher, subRip, 'talk.srt', 'captions')
    expect([status, body.data?.contentType]).toEqual([201, 'text/vtt'])
    const stored = await server.app.inject({ url })
    expect(stored.body).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nCafé\n')
    expect((await rowsOf(teacher)).at(-1)?.originalName).toBe('talk.vtt')
  })

  test('a SubRip file without a line, and a faulty WebVTT file, are refused', async () => {
    const empty = await uploadFile(server, teacher, Buffer.from('1\nno times'), 'talk.srt', 'captions')
    const faulty = Buffer.from('WEBVTT\n\n00:00:02.000 --> 00:00:01.000\nbackwards\n')
    const refused = await uploadFile(server, teacher, faulty, 'talk.vtt', 'captions')
    expect([empty.status, refused.status]).toEqual([415, 415])
  })
})

describe('the form', () => {
  test('the upload form may have the purpose before the file', async () => {
    const { status } = await uploadParts(server, student, [
      ['purpose', 'avatar'],
      ['file', await picture('png'), 'me.png'],
    ])
    expect(status).toBe(201)
    expect(await rowsOf(student)).toMatchObject([{ purpose: 'avatar' }])
  })

  test('the upload form is refused when the purpose comes after the file, and nothing is stored', async () => {
    const before = await filesOnDisk()
    const { status, body } = await uploadParts(server, teacher, [
      ['file', pdf(), 'a.pdf'],
      ['purpose', 'cover'],
    ])
    expect(status).toBe(400)
    expect(body.error).toBe('purpose: must come before the file and be the same everywhere')
    expect(await rowsOf(teacher)).toEqual([])
    expect(await filesOnDisk()).toEqual(before)
  })

  test('the upload form requires the file in the field `file`', async () => {
    const before = await filesOnDisk()
    const response = await uploadParts(server, teacher, [['upload', pdf(), 'a.pdf']])
    expect([response.status, response.body.error]).toEqual([400, 'Please choose a file to upload'])
    expect(await filesOnDisk()).toEqual(before)
  })

  test('the upload form is refused with two files, and neither is stored', async () => {
    const before = await filesOnDisk()
    const { status, body } = await uploadParts(server, teacher, [
      ['file', pdf(), 'a.pdf'],
      ['file', pdf(), 'b.pdf'],
    ])
    expect(status).toBe(400)
    expect(body.errorCode).toBe('MALFORMED_REQUEST')
    expect(await rowsOf(teacher)).toEqual([])
    expect(await filesOnDisk()).toEqual(before)
  })

  test('the upload form without a file is refused', async () => {
    const empty = await uploadParts(server, teacher, [['purpose', 'lesson']])
    expect(empty.status).toBe(400)
    expect(empty.body.error).toBe('Please choose a file to upload')
    const json = await server.app.inject({
      method: 'POST',
      url: '/api/upload',
      payload: { file: 'x' },
      headers: { authorization: `Bearer ${teacher.token}` },
    })
    expect(json.json()).toMatchObject({ success: false, errorCode: 'FILE_MISSING' })
  })

  test.each([
    ['an unknown purpose', [['purpose', 'backdoor']]],
    ['a field of the language', [['__proto__', 'x']]],
    ['a thousand fields', Array.from({ length: 1000 }, (_, place) => [`f${place}`, 'x'])],
  ] as [string, [string, string][]][])('the upload form is refused with %s', async (_name, fields) => {
    const { status, body } = await uploadParts(server, teacher, [...fields, ['file', pdf(), 'a.pdf']])
    expect(status).toBe(400)
    expect(body.success).toBe(false)
    expect(await rowsOf(teacher)).toEqual([])
  })

  test('the upload form is refused when its boundary is broken', async () => {
    const { payload, headers } = await formOf([['file', pdf(), 'a.pdf']])
    const authorization = `Bearer ${teacher.token}`
    const cut = await server.app.inject({
      method: 'POST',
      url: '/api/upload',
      payload: payload.subarray(0, payload.length - 60),
      headers: { ...headers, authorization },
    })
    expect(cut.statusCode).toBe(400)
    const none = await server.app.inject({
      method: 'POST',
      url: '/api/upload',
      payload,
      headers: { 'content-type': 'multipart/form-data', authorization },
    })
    expect(none.statusCode).toBe(400)
    expect(await rowsOf(teacher)).toEqual([])
  })
})

describe('over a real connection', () => {
  let origin: URL
  beforeAll(async () => {
    origin = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }))
  })

  async function begin(headers: Record<string, string>) {
    return httpRequest(new URL('/api/upload', origin), {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${teacher.token}` },
    })
  }

  test('an interrupted upload leaves nothing', async () => {
    const before = await filesOnDisk()
    const { payload, headers } = await formOf([
      ['file', Buffer.concat([mp4, Buffer.alloc(5_000_000)]), 'a.mp4'],
    ])
    const sending = await begin({ ...headers, 'content-length': String(payload.length) })
    sending.on('error', () => undefined)
    sending.write(payload.subarray(0, 3_000_000))
    await expect.poll(filesOnDisk).toHaveLength(before.length + 1)
    sending.destroy()
    await expect.poll(filesOnDisk).toEqual(before)
    expect(await rowsOf(teacher)).toEqual([])
  })

  test('a client that is still sending reads why it was refused', async () => {
    const { payload, headers } = await formOf([['file', Buffer.alloc(20_000_000), 'page.html']])
    const answer = await fetch(new URL('/api/upload', origin), {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${teacher.token}` },
      body: new Uint8Array(payload),
    })
    expect(answer.status).toBe(415)
    expect(await answer.json()).toMatchObject({ error: unsupported })
  })
})

describe('sweeping', () => {
  const dayMs = 24 * 3_600_000

  test('sweeping deletes uploads that nothing used for a week, and keeps those in use', async () => {
    const owner = await server.person('instructor')
    const course = await server.call('createCourse', {
      body: {
        title: 'Kept',
        description: 'x',
        image: (await uploadFile(server, owner, await picture('png'), 'c.png', 'cover')).url,
      },
      as: owner,
    })
    const unused = await uploadFile(server, owner, pdf(), 'never used.pdf')
    server.clock.advance(8 * dayMs)
    await server.services.media.sweep()
    expect((await rowsOf(owner)).map(({ purpose }) => purpose)).toEqual(['cover'])
    expect((await server.app.inject({ url: unused.url })).statusCode).toBe(404)
    expect((await server.app.inject({ url: course.body.data.image })).statusCode).toBe(200)
  })
})
