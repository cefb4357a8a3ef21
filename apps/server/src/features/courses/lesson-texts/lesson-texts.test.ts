import type { LessonBlock, LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { lessonDocumentLimits } from '@apogee/contracts/courses/lesson-document.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type TestCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import type { UploadPurpose } from '@apogee/contracts/limits.ts'
import { picture, uploadFile, video } from '#server/features/media/testing.ts'

let server: TestApp
let author: TestPerson
let learner: TestPerson
let stranger: TestPerson
let course: TestCourse
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  author = await server.person('instructor')
  learner = await server.person()
  stranger = await server.person()
  course = await makeCourse(server.database, { owner: author, contents: [{ resources: [{ seconds: 60 }] }] })
  await enrol(learner, course.id)
})
afterAll(() => server.stop())

const enrol = (person: TestPerson, courseId: number) =>
  sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${person.id}, ${courseId}, 'granted')`.execute(
    server.database.kysely,
  )
const paragraph = (text: string): LessonBlock => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const documentOf = (...content: LessonBlock[]): LessonDocument => ({ type: 'doc', content })
const orbits = documentOf(
  { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Orbits' }] },
  paragraph('A body falls around another one.'),
)

async function newText(title = 'Why nothing falls', of = course): Promise<number> {
  const params = { id: of.contents[0]?.id ?? 0 }
  const { status, body } = await server.call('createLessonText', { params, body: { title }, as: author })
  expect(status).toBe(201)
  return body.data.id
}
const publish = (id: number, document: LessonDocument, more: { version?: number; as?: TestPerson } = {}) =>
  server.call('publishLessonText', {
    params: { id },
    body: { document, ...(more.version !== undefined && { version: more.version }) },
    as: more.as ?? author,
  })
const saveDraft = (id: number, document: LessonDocument, version?: number) =>
  server.call('saveLessonTextDraft', {
    params: { id },
    body: { document, ...(version !== undefined && { version }) },
    as: author,
  })
const read = (id: number, as: TestPerson | null) => server.call('readLessonText', { params: { id }, as })
const readEdit = async (id: number) =>
  (await server.call('readLessonTextEdit', { params: { id }, as: author })).body.data

test('a new text is empty, at the end of its module, and seen by its authors alone', async () => {
  const id = await newText('Gravity')
  const { body } = await server.call('readCourse', { params: { courseId: course.id }, as: author })
  expect(body.data.contents[0]?.resources.at(-1)).toMatchObject({
    id,
    title: 'Gravity',
    fileType: 'reading',
    words: 0,
    isPublished: false,
    pages: null,
    seconds: null,
  })
  expect((await read(id, author)).body.data.document).toEqual({
    type: 'doc',
    content: [{ type: 'paragraph' }],
  })
  expect((await read(id, learner)).status).toBe(404)
})

test('learners read what was published, with its words, and not the draft that follows', async () => {
  const id = await newText()
  const published = (await publish(id, orbits)).body.data
  expect(published).toMatchObject({ isPublished: true, hasDraft: false, document: orbits })
  expect((await read(id, learner)).body.data).toEqual({ resourceId: id, document: orbits, pictures: [] })
  const seen = await server.call('readCourse', { params: { courseId: course.id }, as: learner })
  expect(seen.body.data.contents[0]?.resources.find((item) => item.id === id)?.words).toBe(7)

  const longer = documentOf(...orbits.content, paragraph('Draft'))
  const draft = await saveDraft(id, longer, published.version)
  expect(draft.body.data).toMatchObject({ hasDraft: true, document: longer })
  expect((await read(id, learner)).body.data.document).toEqual(orbits)
  expect((await saveDraft(id, orbits)).body.data.hasDraft).toBe(false)
  await saveDraft(id, longer)
  await publish(id, longer)
  expect((await read(id, learner)).body.data.document).toEqual(longer)
  expect((await readEdit(id)).hasDraft).toBe(false)
})

test('the sales page counts published texts apart from documents, with the minutes to read them', async () => {
  const own = await makeCourse(server.database, {
    owner: author,
    contents: [{ resources: [{ seconds: 60 }] }],
  })
  await publish(await newText('One', own), documentOf(paragraph('word '.repeat(300))))
  await publish(await newText('Two', own), documentOf(paragraph('word '.repeat(240))))
  await newText('A draft', own)
  const { body } = await server.call('courseSales', { params: { courseId: own.id }, query: {}, as: null })
  expect(body.data.facts).toMatchObject({ videos: 1, documents: 0, texts: 2, readingMinutes: 3 })
})

test('the text of a free preview is read by everybody, another one by those who study or teach', async () => {
  const id = await newText()
  await publish(id, orbits)
  for (const reader of [null, stranger]) {
    const { status, body } = await read(id, reader)
    expect([status, body]).toEqual([403, expect.objectContaining({ errorCode: 'LESSON_NOT_OPEN' })])
  }
  expect((await read(id, learner)).status).toBe(200)
  expect((await read(id, await server.person('superadmin'))).status).toBe(200)
  const previewed = await server.call('updateResource', {
    params: { id },
    body: { isPreview: true },
    as: author,
  })
  expect(previewed.body.data).toMatchObject({ isPreview: true, isPublished: true })
  expect((await read(id, null)).body).toMatchObject({ data: { document: orbits } })
  await server.call('updateResource', { params: { id }, body: { isPublished: false }, as: author })
  expect((await read(id, null)).status).toBe(404)
})

test('nobody but the authors of the course writes its texts', async () => {
  const id = await newText()
  for (const [as, status] of [
    [learner, 403],
    [stranger, 403],
    [await server.person('instructor'), 404],
  ] as const) {
    expect((await publish(id, orbits, { as })).status).toBe(status)
    expect((await server.call('readLessonTextEdit', { params: { id }, as })).status).toBe(status)
  }
  const video = course.contents[0]?.resources[0] ?? 0
  expect((await publish(video, orbits)).body).toMatchObject({ errorCode: 'LESSON_NOT_TEXT' })
  expect((await read(video, learner)).body).toMatchObject({ errorCode: 'LESSON_NOT_TEXT' })
})

test('a change that the sender has not seen is not overwritten', async () => {
  const id = await newText()
  const { version = 0 } = await readEdit(id)
  await saveDraft(id, orbits, version)
  const late = await saveDraft(id, documentOf(paragraph('Another tab')), version)
  expect(late.status).toBe(409)
  expect(late.body).toMatchObject({ conflict: { fields: [{ field: 'document', value: orbits }] } })
  expect((await publish(id, documentOf(paragraph('Another tab')), { version })).status).toBe(409)
  expect((await readEdit(id)).document).toEqual(orbits)
})

test('a copied course has copies of the texts', async () => {
  const original = await makeCourse(server.database, { owner: author, contents: [{ resources: [] }] })
  const first = await newText('First', original)
  await publish(first, orbits)
  await saveDraft(await newText('Second', original), documentOf(paragraph('Second')))
  const { body } = await server.call('duplicateCourse', { params: { id: original.id }, body: {}, as: author })
  const copy = await server.call('readCourse', { params: { courseId: body.data.id }, as: author })
  const copied = copy.body.data.contents[0]?.resources ?? []
  expect(copied.map(({ title, words }) => [title, words])).toEqual([
    ['First', 7],
    ['Second', 0],
  ])
  expect((await readEdit(copied[0]?.id ?? 0)).document).toEqual(orbits)
  expect((await readEdit(copied[1]?.id ?? 0)).document).toEqual(documentOf(paragraph('Second')))
  await publish(copied[0]?.id ?? 0, documentOf(paragraph('Changed')))
  expect((await read(first, author)).body.data.document).toEqual(orbits)
})

test('the words of a text count for the length of its course', async () => {
  const long = await makeCourse(server.database, { owner: author, contents: [{ resources: [] }] })
  const id = await newText('Long', long)
  await publish(id, documentOf(paragraph('word '.repeat(1_799))))
  await server.services.courses.recountForLists()
  const { body } = await server.call('courseSales', { params: { courseId: long.id }, as: null })
  expect(body.data.stats.contentCounts.totalDuration).toBe(10)
})

describe('a document is refused', () => {
  const nested = (depth: number): unknown =>
    depth === 0 ? paragraph('x') : { type: 'blockquote', content: [nested(depth - 1)] }
  const link = (href: string) => ({
    type: 'paragraph',
    content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] }],
  })
  const refused: Record<string, unknown> = {
    'that is no document': 'text',
    'without blocks': { type: 'doc', content: [] },
    'with HTML': { type: 'doc', content: [{ type: 'html', html: '<script>' }] },
    'with an unknown attribute': {
      type: 'doc',
      content: [{ type: 'paragraph', attrs: { style: 'color: red' } }],
    },
    'with a script as a link': { type: 'doc', content: [link('javascript:alert(1)')] },
    'with a link to another site without a scheme': { type: 'doc', content: [link('//evil.example')] },
    'with a link that hides its scheme': { type: 'doc', content: [link('java\nscript:alert(1)')] },
    'with a character that cannot be stored': { type: 'doc', content: [paragraph('a\0b')] },
    'with uneven rows': {
      type: 'doc',
      content: [
        {
          type: 'table',
          content: [1, 2].map((cells) => ({
            type: 'tableRow',
            content: Array.from({ length: cells }, () => ({ type: 'tableCell', content: [paragraph('x')] })),
          })),
        },
      ],
    },
    'that is nested too deeply': { type: 'doc', content: [nested(25)] },
    'that is too long': documentOf(paragraph('x'.repeat(lessonDocumentLimits.json))),
  }
  test.each(Object.entries(refused))('%s', async (_, document) => {
    const id = await newText()
    const { status, body } = await publish(id, document as LessonDocument)
    expect([status, body]).toEqual([400, expect.objectContaining({ errorCode: 'VALIDATION' })])
  })
})

test('a document with as many levels as a text may have is checked as fast as another one', async () => {
  const deep = Array.from({ length: 22 }).reduce<LessonBlock>(
    (inner) => ({ type: 'blockquote', content: [inner] }),
    paragraph('deep'),
  )
  const id = await newText()
  expect((await publish(id, documentOf(deep))).status).toBe(200)
  expect((await read(id, learner)).body.data.document).toEqual(documentOf(deep))
})

test('a document with everything that a text may hold is stored as it was sent', async () => {
  const id = await newText()
  const everything: LessonDocument = documentOf(
    { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'All' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'bold', marks: [{ type: 'bold' }, { type: 'italic' }, { type: 'strike' }] },
        { type: 'hardBreak' },
        { type: 'text', text: 'link', marks: [{ type: 'link', attrs: { href: 'https://apogee.test/a' } }] },
      ],
    },
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('one'), paragraph('two')] }] },
    { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [paragraph('3')] }] },
    { type: 'blockquote', content: [paragraph('quoted')] },
    { type: 'callout', attrs: { kind: 'tip' }, content: [paragraph('tip')] },
    { type: 'codeBlock', attrs: { language: 'sql' }, content: [{ type: 'text', text: 'SELECT 1\n' }] },
    { type: 'horizontalRule' },
    {
      type: 'table',
      content: [
        { type: 'tableRow', content: [{ type: 'tableHeader', content: [paragraph('a')] }] },
        { type: 'tableRow', content: [{ type: 'tableCell', content: [{ type: 'paragraph' }] }] },
      ],
    },
  )
  expect((await publish(id, everything)).status).toBe(200)
  expect((await read(id, learner)).body.data.document).toEqual(everything)
})

describe('a picture in a text', () => {
  const upload = async (as: TestPerson, purpose: UploadPurpose = 'text-picture') => {
    const { status, url } = await uploadFile(server, as, await picture('png', 80, 20), 'orbit.png', purpose)
    expect(status).toBe(201)
    return /\/media\/([^/?]+)/.exec(url)?.[1] ?? ''
  }
  const pictured = (file: string, alt = 'An ellipse'): LessonDocument =>
    documentOf(paragraph('Look:'), { type: 'picture', attrs: { file, alt } })
  /** Returns the HTTP status of a picture's file for this person, independently of the API responses. */
  const opened = async (by: TestPerson | null, file: string): Promise<number> => {
    const caller = by && ({ userId: by.id } as Parameters<typeof server.services.media.signedUrl>[0])
    return (await server.app.inject({ url: server.services.media.signedUrl(caller, file) })).statusCode
  }

  test('a picture in a text is shown with its size to those who may open the lesson, and its file opens for them alone', async () => {
    const id = await newText('Ellipses')
    const file = await upload(author)
    expect((await saveDraft(id, pictured(file))).status).toBe(200)
    expect(await opened(learner, file)).toBe(403)
    expect((await publish(id, pictured(file))).body.data.pictures).toMatchObject([
      { file, width: 80, height: 20 },
    ])
    const { body } = await read(id, learner)
    const [shown] = body.data.pictures
    expect(body.data.document).toEqual(pictured(file))
    expect(shown).toMatchObject({ file, width: 80, height: 20 })
    expect((await server.app.inject({ url: shown?.url ?? '' })).headers['content-type']).toBe('image/png')
    expect(await Promise.all([learner, author, stranger, null].map((by) => opened(by, file)))).toEqual([
      200, 200, 403, 403,
    ])
    const change = (changed: { isPreview?: boolean; isPublished?: boolean }) =>
      server.call('updateResource', { params: { id }, body: changed, as: author })
    await change({ isPreview: true })
    expect(await opened(null, file)).toBe(200)
    await change({ isPublished: false })
    expect(await opened(null, file)).toBe(403)
  })

  test("a picture in a text can only be the author's own upload for texts", async () => {
    const id = await newText()
    const other = await server.person('instructor')
    const refused = [await upload(other), await upload(author, 'cover'), 'x'.repeat(22)]
    for (const file of refused) {
      const { status, body } = await saveDraft(id, pictured(file))
      expect([status, (body as { errorCode?: string }).errorCode]).toEqual([422, 'FILE_NOT_AN_UPLOAD'])
    }
    expect((await readEdit(id)).document).toEqual({ type: 'doc', content: [{ type: 'paragraph' }] })
  })

  test('another editor of the text may keep it, and its file goes when no text shows it', async () => {
    const id = await newText()
    const file = await upload(author)
    await publish(id, pictured(file))
    const superadmin = await server.person('superadmin')
    expect((await publish(id, pictured(file, 'Round'), { as: superadmin })).status).toBe(200)
    const { body } = await server.call('copyResource', { params: { id }, body: {}, as: author })
    await publish(id, documentOf(paragraph('Nothing to look at.')))
    server.clock.advance(8 * 24 * 3_600_000)
    const sweep = () => server.services.media.sweep()
    await sweep()
    expect(await opened(author, file)).toBe(200)
    await publish(body.data.id, documentOf(paragraph('Nothing here, too.')))
    await sweep()
    expect(await opened(author, file)).toBe(404)
  })
})

describe('a file in a text', () => {
  const upload = async (as: TestPerson, content: Buffer, name: string) => {
    const { status, url } = await uploadFile(server, as, content, name, 'text-file')
    expect(status).toBe(201)
    return /\/media\/([^/?]+)/.exec(url)?.[1] ?? ''
  }
  const withFile = (file: string, title = 'Worksheet'): LessonDocument =>
    documentOf(paragraph('Fill in:'), { type: 'attachment', attrs: { file, title } })
  const statusFor = async (by: TestPerson | null, file: string): Promise<number> => {
    const caller = by && ({ userId: by.id } as Parameters<typeof server.services.media.signedUrl>[0])
    return (await server.app.inject({ url: server.services.media.signedUrl(caller, file) })).statusCode
  }

  test('a file in a text is named with its size to those who may open the lesson, and opens for them alone', async () => {
    const id = await newText('Files')
    const notes = await upload(author, Buffer.from('Orbits, in a few words'), 'Notes.txt')
    expect((await saveDraft(id, withFile(notes))).body.data.files).toMatchObject([
      { file: notes, name: 'Notes.txt', bytes: 22 },
    ])
    expect(await statusFor(learner, notes)).toBe(403)
    await publish(id, withFile(notes))
    const { data } = (await read(id, learner)).body
    expect([data.document, data.pictures]).toEqual([withFile(notes), []])
    const answer = await server.app.inject({ url: data.files?.[0]?.url ?? '' })
    // The headers make browsers download the file instead of opening it in a page.
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="Notes.txt"/)
    expect(answer.headers['content-security-policy']).toContain('sandbox')
    expect(await Promise.all([learner, author, stranger, null].map((by) => statusFor(by, notes)))).toEqual([
      200, 200, 403, 403,
    ])
  })

  test('that a program runs or a page shows is not taken', async () => {
    for (const name of ['page.html', 'tool.exe', 'drawing.svg']) {
      const sent = await uploadFile(server, author, Buffer.from('<p>'), name, 'text-file')
      expect(sent.status).toBe(415)
    }
    expect((await uploadFile(server, learner, Buffer.from('a'), 'a.txt', 'text-file')).status).toBe(403)
  })

  test("a file in a text is the author's own upload for texts; a picture is no file, and a file no picture", async () => {
    const id = await newText()
    const other = await server.person('instructor')
    const shown = await upload(author, Buffer.from('a'), 'a.txt')
    const image = await uploadFile(server, author, await picture('png', 8, 8), 'a.png', 'text-picture')
    const refused = [
      withFile(await upload(other, Buffer.from('b'), 'b.txt')),
      withFile(/\/media\/([^/?]+)/.exec(image.url)?.[1] ?? ''),
      documentOf({ type: 'picture', attrs: { file: shown, alt: '' } }),
    ]
    for (const document of refused) {
      const { status, body } = await saveDraft(id, document)
      expect([status, (body as { errorCode?: string }).errorCode]).toEqual([422, 'FILE_NOT_AN_UPLOAD'])
    }
  })

  test('stays with the copy of a text, and goes when no text offers it', async () => {
    const id = await newText()
    const file = await upload(author, Buffer.from('c'), 'c.txt')
    await publish(id, withFile(file))
    const { body } = await server.call('copyResource', { params: { id }, body: {}, as: author })
    await publish(id, documentOf(paragraph('Nothing.')))
    server.clock.advance(8 * 24 * 3_600_000)
    await server.services.media.sweep()
    expect(await statusFor(author, file)).toBe(200)
    await publish(body.data.id, documentOf(paragraph('Nothing here, too.')))
    await server.services.media.sweep()
    expect(await statusFor(author, file)).toBe(404)
  })
})

describe('a video in a text', () => {
  const upload = async (as: TestPerson, name = 'Orbit.mp4') => {
    const { status, url } = await uploadFile(server, as, await video('mp4', 2), name, 'text-video')
    expect(status).toBe(201)
    return /\/media\/([^/?]+)/.exec(url)?.[1] ?? ''
  }
  const withVideo = (file: string, title = 'An orbit'): LessonDocument =>
    documentOf(paragraph('Watch:'), { type: 'video', attrs: { file, title } })
  const openedBy = (by: TestPerson | null, file: string, headers: Record<string, string> = {}) => {
    const caller = by && ({ userId: by.id } as Parameters<typeof server.services.media.signedUrl>[0])
    return server.app.inject({ url: server.services.media.signedUrl(caller, file), headers })
  }

  test('plays in parts for those who may open the lesson, and for nobody else', async () => {
    const id = await newText('Videos')
    const file = await upload(author)
    expect((await saveDraft(id, withVideo(file))).body.data.videos).toMatchObject([
      { file, name: 'Orbit.mp4' },
    ])
    expect((await openedBy(learner, file)).statusCode).toBe(403)
    await publish(id, withVideo(file))
    await server.jobs.runDueOnce()
    const { data } = (await read(id, learner)).body
    expect([data.document, data.files, data.pictures]).toEqual([withVideo(file), undefined, []])
    expect(data.videos).toMatchObject([{ file, name: 'Orbit.mp4', seconds: 2 }])
    const part = await server.app.inject({
      url: data.videos?.[0]?.url ?? '',
      headers: { range: 'bytes=0-99' },
    })
    expect([part.statusCode, part.headers['content-type'], part.rawPayload.length]).toEqual([
      206,
      'video/mp4',
      100,
    ])
    // The page plays the file, so it is not sent as a download.
    expect(part.headers['content-disposition']).toMatch(/^inline/)
    const answers = await Promise.all([author, stranger, null].map((by) => openedBy(by, file)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 403, 403])
  })

  test('a video in a text has qualities once they are prepared, with addresses for the reader', async () => {
    const id = await newText('Qualities')
    const file = await upload(author)
    await publish(id, withVideo(file))
    await sql`INSERT INTO media_streams (media_id, state, percent, changed_at)
              SELECT id, 'ready', 100, now() FROM media WHERE public_id = ${file}
              ON CONFLICT (media_id) DO UPDATE SET state = 'ready'`.execute(server.database.kysely)
    await sql`INSERT INTO media_stream_files (media_id, name, storage_key, size_bytes, sha256)
              SELECT id, part, storage_key || '-' || part, 1, sha256 FROM media, unnest(ARRAY['480', 'poster']) AS part
               WHERE public_id = ${file}`.execute(server.database.kysely)
    const [shown] = (await read(id, learner)).body.data.videos ?? []
    expect(shown?.stream?.qualities.map(({ size }) => size)).toEqual([480])
    expect(shown?.stream?.url).toMatch(new RegExp(`^/media/${file}/stream/main\\.m3u8\\?u=${learner.id}&`))
  })

  test('a video in a text is MP4 or WebM of somebody who teaches, with a title', async () => {
    const other = await uploadFile(server, author, await picture('png', 8, 8), 'a.png', 'text-video')
    expect([other.status, other.body.errorCode]).toEqual([415, 'VIDEO_TYPE_UNSUPPORTED'])
    expect((await uploadFile(server, learner, await video('mp4', 2), 'a.mp4', 'text-video')).status).toBe(403)
    const id = await newText()
    expect((await saveDraft(id, withVideo(await upload(author), ''))).status).toBe(400)
    const theirs = await upload(await server.person('instructor'))
    const { status, body } = await saveDraft(id, withVideo(theirs))
    expect([status, (body as { errorCode?: string }).errorCode]).toEqual([422, 'FILE_NOT_AN_UPLOAD'])
  })

  test('stays with the copy of a text, and goes when no text plays it', async () => {
    const id = await newText()
    const file = await upload(author)
    await publish(id, withVideo(file))
    const { body } = await server.call('copyResource', { params: { id }, body: {}, as: author })
    await publish(id, documentOf(paragraph('Nothing.')))
    server.clock.advance(8 * 24 * 3_600_000)
    await server.services.media.sweep()
    expect((await openedBy(author, file)).statusCode).toBe(200)
    await publish(body.data.id, documentOf(paragraph('Nothing here, too.')))
    await server.services.media.sweep()
    expect((await openedBy(author, file)).statusCode).toBe(404)
  })
})
