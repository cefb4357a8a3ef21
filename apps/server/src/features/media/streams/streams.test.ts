import { sql } from 'kysely'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import type { FfmpegPrograms } from '#server/adapters/video/find-ffmpeg.ts'
import { Ffmpeg } from '#server/adapters/video/ffmpeg.ts'
import { runProgram } from '#server/adapters/video/run-program.ts'
import { clip, fastVideoTools, testFfmpeg } from '#server/adapters/video/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { accessSeconds } from './streams.ts'
import { uploadFile, video } from '../testing.ts'

let programs: FfmpegPrograms
let folder: string
let server: TestApp
let teacher: TestPerson
let learner: TestPerson
let course: { id: number; contentId: number }
/** A lesson of 7 s in 1280×720 with quiet sound, whose stream is ready. */
let lesson: { id: number; publicId: string }

beforeAll(async () => {
  programs = await testFfmpeg()
  folder = await mkdtemp(join(tmpdir(), 'apogee-clips-'))
  server = await startTestApp({ payments: unusedPayments, createVideoTools: fastVideoTools(programs) })
  teacher = await server.person('instructor')
  learner = await server.person()
  const created = await server.call('createCourse', {
    body: { title: 'Stars', description: 'About stars', price: 4900 },
    as: teacher,
  })
  const content = await server.call('createContent', {
    body: { courseId: created.body.data.id, title: 'One', isPublished: true },
    as: teacher,
  })
  course = { id: created.body.data.id, contentId: content.body.data.id }
  lesson = await addLesson(
    await clip(programs, folder, { width: 1280, height: 720, seconds: 7, decibels: -20 }),
  )
  await server.jobs.runDueOnce()
  await enrol(learner)
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function addLesson(file: Buffer, name = 'one.mp4') {
  const upload = await uploadFile(server, teacher, file, name)
  const { body } = await server.call('createResource', {
    body: { courseContentId: course.contentId, filePath: upload.url, fileType: 'video' },
    as: teacher,
  })
  return { id: body.data.id, publicId: /\/media\/([^?]+)/.exec(upload.url)?.[1] ?? '' }
}

const enrol = (person: TestPerson) =>
  server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { userId: person.id, courseId: course.id, source: 'granted' }),
  )

function addressFor(person: TestPerson, part: string, { publicId } = lesson): string {
  const caller = { userId: person.id } as Parameters<typeof server.services.media.urlFor>[0]
  return server.services.media
    .urlFor(caller, { publicId, purpose: 'lesson' })
    .replace('?', `/stream/${part}?`)
}

const open = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

async function stateOf({ publicId } = lesson) {
  const { rows } = await sql<{ state: string; problem: string | null; files: string[] | null }>`
    SELECT s.state, s.problem, s.files FROM shown_streams s JOIN media m ON m.id = s.media_id
     WHERE m.public_id = ${publicId}`.execute(server.database.kysely)
  return rows[0]
}

test('an uploaded video becomes a stream in 720p and 480p, with sound alone, a poster and a storyboard', async () => {
  const state = await stateOf()
  expect(state).toMatchObject({ state: 'ready', problem: null })
  expect(state?.files?.toSorted()).toEqual(['480', '720', 'audio', 'poster', 'storyboard'])
  const poster = await open(addressFor(learner, 'poster.jpg'))
  expect(poster.statusCode).toBe(200)
  expect(poster.headers['content-type']).toBe('image/jpeg')
  expect((await open(addressFor(learner, 'storyboard.jpg'))).rawPayload.subarray(0, 2)).toEqual(
    Buffer.from([0xff, 0xd8]),
  )
})

test('playlists name the qualities and their segments with the viewer’s own signature', async () => {
  const main = await open(addressFor(learner, 'main.m3u8'))
  expect(main.headers['content-type']).toContain('application/vnd.apple.mpegurl')
  expect(main.body.match(/RESOLUTION=\d+x\d+/g)).toEqual(['RESOLUTION=854x480', 'RESOLUTION=1280x720'])
  const quality = /^480\.m3u8\?.*$/m.exec(main.body)?.[0] ?? ''
  const address = new URL(quality, `http://own${addressFor(learner, 'main.m3u8')}`)
  const playlist = await open(address.pathname + address.search)
  const segments = [...playlist.body.matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)\n(.*)\n/g)]
  expect(segments).toHaveLength(2)
  const [, bytes = '', start = '', file = ''] = segments[1] ?? []
  const named = new URL(file, address)
  const range = `bytes=${start}-${Number(start) + Number(bytes) - 1}`
  const segment = await open(named.pathname + named.search, { range })
  expect(segment.statusCode).toBe(206)
  expect(segment.rawPayload).toHaveLength(Number(bytes))
  expect(segment.rawPayload.includes('moof')).toBe(true)
  expect(segment.headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/)
  const again = await open(named.pathname + named.search, {
    'if-none-match': String(segment.headers['etag']),
  })
  expect(again.statusCode).toBe(304)
})

test('segments cost no statement while the answer about access is fresh', async () => {
  const address = addressFor(learner, '480.m4s')
  await open(address, { range: 'bytes=0-9' })
  let statements = 0
  const { pool } = server.database
  const query = pool.query.bind(pool)
  const connect = pool.connect.bind(pool)
  Object.assign(pool, {
    query: (...args: Parameters<typeof query>) => {
      statements += 1
      return query(...args)
    },
    connect: (...args: Parameters<typeof connect>) => {
      statements += 1
      return connect(...args)
    },
  })
  try {
    for (let nth = 0; nth < 20; nth += 1)
      expect((await open(address, { range: `bytes=${nth}-${nth + 9}` })).statusCode).toBe(206)
    expect(statements).toBe(0)
  } finally {
    Object.assign(pool, { query, connect })
  }
})

test('a person who loses access stops getting segments within the announced time', async () => {
  const leaver = await server.person()
  await enrol(leaver)
  const address = addressFor(leaver, '720.m4s')
  expect((await open(address, { range: 'bytes=0-9' })).statusCode).toBe(206)
  await sql`DELETE FROM enrolments WHERE user_id = ${leaver.id}`.execute(server.database.kysely)
  server.clock.advance(accessSeconds * 1000)
  expect((await open(addressFor(leaver, '720.m4s'), { range: 'bytes=0-9' })).statusCode).toBe(403)
  expect((await open(addressFor(leaver, 'main.m3u8'))).statusCode).toBe(403)
})

test('streams open neither without nor with a foreign signature, nor under unknown names', async () => {
  const stranger = await server.person()
  for (const part of ['main.m3u8', '480.m3u8', '480.m4s', 'poster.jpg']) {
    expect((await open(addressFor(stranger, part))).statusCode).toBe(403)
    expect((await open(addressFor(learner, part).split('?')[0] ?? '')).statusCode).toBe(403)
    const foreign = addressFor(learner, part).replace(`u=${learner.id}`, `u=${teacher.id}`)
    expect((await open(foreign)).statusCode).toBe(403)
  }
  for (const part of ['1080.m4s', 'main.m3u', 'x.m4s', '../480.m4s'])
    expect((await open(addressFor(learner, part))).statusCode).toBe(404)
})

test('quiet sound is raised to −16 LUFS', async () => {
  const audio = await open(addressFor(learner, 'audio.m4s'))
  const { writeFile } = await import('node:fs/promises')
  const { runProgram } = await import('#server/adapters/video/run-program.ts')
  const path = join(folder, 'made.mp4')
  await writeFile(path, audio.rawPayload)
  const { errors } = await runProgram(
    programs.ffmpeg,
    ['-hide_banner', '-i', path, '-af', 'ebur128', '-f', 'null', '-'],
    { signal: new AbortController().signal, timeLimitMs: 30_000 },
  )
  const loudness = Number(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(errors)?.[1])
  expect(loudness).toBeGreaterThan(-18)
  expect(loudness).toBeLessThan(-14)
})

test('a small silent video gets one quality of its own size, and no sound', async () => {
  const small = await addLesson(
    await clip(programs, folder, { width: 426, height: 240, seconds: 2, kind: 'webm' }),
    'small.webm',
  )
  await server.jobs.runDueOnce()
  expect((await stateOf(small))?.files?.toSorted()).toEqual(['240', 'poster', 'storyboard'])
  const main = await open(addressFor(learner, 'main.m3u8', small))
  expect(main.body).toContain('RESOLUTION=426x240,CODECS="avc1.64001f"')
})

test.each([
  ['anamorphic-1440x1080-sar4-3.mp4', '1280x720', 2],
  ['eight-by-eight.webm', '16x16', 1],
  ['vfr-last-frame-held.mp4', '640x360', 31],
])(
  'the stream of %s has the shape and the length of the picture as it is shown',
  async (name, size, seconds) => {
    const file = await readFile(
      join(import.meta.dirname, '../../../../../../fixtures/real-files/video', name),
    )
    const made = await addLesson(file, name)
    await server.jobs.runDueOnce()
    expect(await stateOf(made)).toMatchObject({ state: 'ready', problem: null })
    const main = await open(addressFor(learner, 'main.m3u8', made))
    expect(main.body).toContain(`RESOLUTION=${size},`)
    const quality = /^(\d+)\.m3u8/m.exec(main.body)?.[1] ?? ''
    const list = await open(addressFor(learner, `${quality}.m3u8`, made))
    const lengths = [...list.body.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length))
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeCloseTo(seconds, 1)
  },
)

test('a video that a phone has turned has a stream that is as tall as it is shown', async () => {
  await clip(programs, folder, { width: 640, height: 360, seconds: 1 })
  const turned = join(folder, 'turned.mp4')
  await runProgram(
    programs.ffmpeg,
    [
      '-v',
      'error',
      '-y',
      '-i',
      join(folder, 'clip-640x360-silent.mp4'),
      '-c',
      'copy',
      '-metadata:s:v:0',
      'rotate=90',
      turned,
    ],
    { signal: new AbortController().signal, timeLimitMs: 60_000 },
  )
  const made = await addLesson(await readFile(turned), 'turned.mp4')
  await server.jobs.runDueOnce()
  const main = await open(addressFor(learner, 'main.m3u8', made))
  expect(main.body).toContain('RESOLUTION=360x640,')
})

test('a video that ffmpeg cannot read fails with its reason, and plays as it is', async () => {
  const broken = await addLesson(await video('mp4', 3), 'broken.mp4')
  await server.jobs.runDueOnce()
  expect(await stateOf(broken)).toMatchObject({ state: 'failed', problem: 'unreadable' })
  expect((await open(addressFor(learner, 'main.m3u8', broken))).statusCode).toBe(404)
  expect((await open(addressFor(learner, '', broken).replace('/stream/', ''))).statusCode).toBe(200)
})

test('an interrupted run keeps its stored files, and the next one makes the rest', async () => {
  const long = await addLesson(
    await clip(programs, folder, { width: 640, height: 480, seconds: 3, decibels: 0 }),
    'long.mp4',
  )
  const stopping = new AbortController()
  const file = await sql<{ id: number }>`SELECT id FROM media WHERE public_id = ${long.publicId}`.execute(
    server.database.kysely,
  )
  const mediaId = file.rows[0]?.id ?? 0
  await server.database.transaction((tx) => server.services.media.streams.request(tx, mediaId))
  const { storage } = server.dependencies
  const keep = storage.keep.bind(storage)
  Object.assign(storage, {
    keep: async (...args: Parameters<typeof keep>) => {
      const kept = await keep(...args)
      stopping.abort(new Error('the process stops'))
      return kept
    },
  })
  await expect(server.services.media.streams.make(mediaId, stopping.signal)).rejects.toThrow(
    'the process stops',
  )
  Object.assign(storage, { keep })
  expect(await stateOf(long)).toMatchObject({ state: 'making', files: ['audio'] })
  await server.services.media.streams.make(mediaId, new AbortController().signal)
  expect((await stateOf(long))?.files?.toSorted()).toEqual(['480', 'audio', 'poster', 'storyboard'])
})

async function mediaIdOf({ publicId }: { publicId: string }): Promise<number> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM media WHERE public_id = ${publicId}`.execute(
    server.database.kysely,
  )
  return rows[0]?.id ?? 0
}

const endJobs = () =>
  sql`UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key LIKE 'media.stream:%'`.execute(
    server.database.kysely,
  )

test('a stream whose last attempt fails says so to its author, who may try again', async () => {
  const file = await clip(programs, folder, { width: 320, height: 180, seconds: 1, decibels: -10 })
  const unlucky = await addLesson(file, 'unlucky.mp4')
  const { storage } = server.dependencies
  const keep = storage.keep.bind(storage)
  Object.assign(storage, {
    keep: async () => {
      throw new Error('the storage does not answer')
    },
  })
  await server.jobs.runDueOnce()
  expect(await stateOf(unlucky)).toMatchObject({ state: 'making', problem: null })
  await sql`UPDATE graphile_worker._private_jobs SET attempts = max_attempts - 1, run_at = now()
             WHERE key = ${`media.stream:${await mediaIdOf(unlucky)}`}`.execute(server.database.kysely)
  await server.jobs.runDueOnce()
  Object.assign(storage, { keep })
  expect((await shownTo(teacher, unlucky.id)).preparation).toMatchObject({
    state: 'failed',
    problem: 'interrupted',
  })
  await server.call('prepareStream', { params: { id: unlucky.id }, as: teacher })
  await server.jobs.runDueOnce()
  expect(await stateOf(unlucky)).toMatchObject({ state: 'ready', problem: null })
})

test('the sweep ends streams that a crash left without a job, and no others', async () => {
  const file = await clip(programs, folder, { width: 320, height: 180, seconds: 1, decibels: -12 })
  const left = await addLesson(file, 'left.mp4')
  const mediaId = await mediaIdOf(left)
  await server.database.transaction((tx) => server.services.media.streams.request(tx, mediaId))
  await sql`UPDATE media_streams SET state = 'making' WHERE media_id = ${mediaId}`.execute(
    server.database.kysely,
  )
  server.clock.advance(16 * 60_000)
  expect(await server.services.media.streams.failAbandoned()).toBe(0)
  await endJobs()
  const lock = (at: Date | null) =>
    sql`UPDATE graphile_worker._private_jobs SET locked_at = ${at}
         WHERE key = ${`media.stream:${mediaId}`}`.execute(server.database.kysely)
  await lock(server.clock.now())
  expect(await server.services.media.streams.failAbandoned()).toBe(0)
  await lock(null)
  expect(await server.services.media.streams.failAbandoned()).toBe(1)
  expect(await stateOf(left)).toMatchObject({ state: 'failed', problem: 'interrupted' })
  expect(await stateOf()).toMatchObject({ state: 'ready' })
  await server.call('prepareStream', { params: { id: left.id }, as: teacher })
  await endJobs()
  // The stream was requested just before, so a missing job does not count as abandoned yet.
  expect(await server.services.media.streams.failAbandoned()).toBe(0)
  await server.database.transaction((tx) => server.services.media.streams.request(tx, mediaId))
  await server.services.media.streams.make(mediaId, new AbortController().signal)
})

test('a stream is refused with its reason where the disk has no room for it', async () => {
  const tools = (directory: string) => new Ffmpeg({ ...programs, directory, leastFreeBytes: 2 ** 60 })
  const full = await startTestApp({ payments: unusedPayments, createVideoTools: tools })
  try {
    const author = await full.person('instructor')
    const file = await clip(programs, folder, { width: 320, height: 180, seconds: 1 })
    await uploadFile(full, author, file, 'large.mp4')
    expect(await full.jobs.runDueOnce()).toMatchObject({ failed: 0 })
    const { rows } = await sql`SELECT state, problem FROM shown_streams`.execute(full.database.kysely)
    expect(rows).toEqual([{ state: 'failed', problem: 'no_space' }])
  } finally {
    await full.stop()
  }
})

test('programs that take too much memory or write too large a file are ended by the system', async () => {
  const run = (program: string, ...args: string[]) =>
    runProgram(program, args, { signal: new AbortController().signal, timeLimitMs: 30_000 })
  const { output } = await run('/bin/cat', '/proc/self/limits')
  expect(output).toMatch(/^Max address space +6442450944 +6442450944 /m)
  expect(output).toMatch(/^Max file size +4294967296 +4294967296 /m)
  expect(output).toMatch(/^Max core file size +0 /m)
})

test('files of a stream are known to the sweep and to the move of files, and go with their video', async () => {
  const { rows } = await sql<{ key: string }>`
    SELECT f.storage_key AS key FROM media_stream_files f JOIN media m ON m.id = f.media_id
     WHERE m.public_id = ${lesson.publicId}`.execute(server.database.kysely)
  const keys = rows.map(({ key }) => key)
  const store = await import('../media.store.ts')
  expect(await store.knownKeys(server.database.kysely, keys)).toEqual(new Set(keys))
  const moved = (await store.filesAfter(server.database.kysely, '', 1000)).map(({ key }) => key)
  expect(moved).toEqual(expect.arrayContaining(keys))
})

async function shownTo(person: TestPerson, id: number) {
  const { body } = await server.call('readCourse', { params: { courseId: course.id }, as: person })
  const found = body.data.contents.flatMap(({ resources }) => resources).find((one) => one.id === id)
  if (!found) throw new Error('the course has no such lesson')
  return found
}

test('a learner’s lesson names its stream with addresses that open, and nothing about its preparation', async () => {
  const { stream, preparation } = await shownTo(learner, lesson.id)
  expect(preparation).toBeUndefined()
  expect(stream?.qualities.map(({ size }) => size)).toEqual([720, 480])
  expect(stream?.storyboard).toMatchObject({ everySeconds: 1, columns: 7, tiles: 7, width: 160, height: 90 })
  const urls = [
    stream?.url,
    stream?.audioUrl,
    stream?.poster,
    stream?.storyboard?.url,
    stream?.qualities[1]?.url,
  ]
  for (const url of urls) expect((await open(url ?? '')).statusCode).toBe(200)
})

test('a video about which the tools say nothing that can be read fails, and its author may try again', async () => {
  const ffprobe = join(folder, 'ffprobe')
  await writeFile(ffprobe, '#!/bin/sh\necho "{ \\"streams\\": ["\n', { mode: 0o700 })
  const other = await startTestApp({
    payments: unusedPayments,
    createVideoTools: fastVideoTools({ ...programs, ffprobe }),
  })
  try {
    const author = await other.person('instructor')
    const file = await clip(programs, folder, { width: 320, height: 180, seconds: 1 })
    await uploadFile(other, author, file, 'odd.mp4')
    expect(await other.jobs.runDueOnce()).toMatchObject({ failed: 0 })
    const { rows } = await sql`SELECT state, problem FROM shown_streams`.execute(other.database.kysely)
    expect(rows).toEqual([{ state: 'failed', problem: 'unreadable' }])
  } finally {
    await other.stop()
  }
})

test('metadata of a file is not part of the commands that prepare it', async () => {
  const plain = join(folder, 'plain.mp4')
  await writeFile(plain, await clip(programs, folder, { width: 320, height: 180, seconds: 1, decibels: -20 }))
  const written = join(folder, 'written-by-a-title')
  const values = { input_tp: '-2', input_lra: '1', input_thresh: '-30' }
  const hostile = {
    filter: JSON.stringify({
      input_i: '-20',
      ...values,
      target_offset: `0,ametadata=mode=print:file=${written},loudnorm=I=-16`,
    }),
    noJson: '{ "input_i" }',
  }
  for (const [name, title] of Object.entries(hostile)) {
    const titled = join(folder, `${name}.mp4`)
    const args = ['-v', 'error', '-y', '-i', plain, '-c', 'copy', '-metadata', `title=${title}`, titled]
    await runProgram(programs.ffmpeg, args, { signal: new AbortController().signal, timeLimitMs: 60_000 })
    const { publicId } = await addLesson(await readFile(titled), `${name}.mp4`)
    expect(await server.jobs.runDueOnce()).toMatchObject({ failed: 0 })
    expect(await stateOf({ id: 0, publicId })).toMatchObject({ state: 'ready' })
    await expect(access(written)).rejects.toThrow('ENOENT')
  }
})

test('an author sees how far the preparation is, and prepares a failed video again', async () => {
  expect((await shownTo(teacher, lesson.id)).preparation).toEqual({
    state: 'ready',
    percent: 100,
    problem: null,
    qualities: [720, 480],
  })
  const broken = await addLesson(await video('mp4', 4), 'again.mp4')
  expect((await shownTo(teacher, broken.id)).preparation?.state).toBe('waiting')
  await server.jobs.runDueOnce()
  const { preparation } = await shownTo(teacher, broken.id)
  expect(preparation).toMatchObject({ state: 'failed', problem: 'unreadable' })
  const asked = await server.call('prepareStream', { params: { id: broken.id }, as: teacher })
  expect(asked.body.success).toBe(true)
  expect((await shownTo(teacher, broken.id)).preparation).toMatchObject({ state: 'waiting', problem: null })
  await server.call('prepareStream', { params: { id: broken.id }, as: teacher })
  expect(await server.jobs.runDueOnce()).toEqual({ succeeded: 1, failed: 0 })
})

test('a stream is not asked for where there is no ffmpeg, nor by somebody who may not edit the course', async () => {
  const plain = await startTestApp({ payments: unusedPayments })
  try {
    const author = await plain.person('instructor')
    const made = await plain.call('createCourse', {
      body: { title: 'Moons', description: 'About moons', price: 0 },
      as: author,
    })
    const content = await plain.call('createContent', {
      body: { courseId: made.body.data.id, title: 'One', isPublished: true },
      as: author,
    })
    const upload = await uploadFile(plain, author, await video('mp4', 2), 'one.mp4')
    const { body } = await plain.call('createResource', {
      body: { courseContentId: content.body.data.id, filePath: upload.url, fileType: 'video' },
      as: author,
    })
    expect(body.data.preparation).toBeUndefined()
    const params = { id: body.data.id }
    expect((await plain.call('prepareStream', { params, as: author })).body.errorCode).toBe(
      'VIDEO_NOT_PREPARED',
    )
    const jobs = await plain.jobs.runDueOnce()
    expect(jobs.failed).toBe(0)
    const rows = await sql<{ media: number }>`SELECT media_id AS media FROM media_streams`.execute(
      plain.database.kysely,
    )
    expect(rows.rows).toEqual([])
  } finally {
    await plain.stop()
  }
  const stranger = await server.person('instructor')
  expect((await server.call('prepareStream', { params: { id: lesson.id }, as: stranger })).status).toBe(404)
})
