/** Tests exporting whole courses and importing them again. */
import { importCaptions } from '@apogee/domain/text/caption-import.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'
import { pdf, picture, uploadFile, video } from '#server/features/media/testing.ts'
import { deleteImportsBefore } from './archives.store.ts'
import { confirmed, examined, exported, filesIn, makeWholeCourse, quiz, zipOf } from './testing.ts'

let school: TestSchool
let wholeCourse: number
beforeAll(async () => {
  school = await startTestSchool()
  wholeCourse = await makeWholeCourse(school.server, school.teacher)
})
afterAll(() => school.server.stop())

test('a course of 300 items with every kind is exported, imported and exported again as the same bytes', async () => {
  const { server, teacher } = school
  const first = await exported(server, teacher, await makeWholeCourse(server, teacher, 290))
  const preview = await examined(server, teacher, first)
  expect(preview.problems).toEqual([])
  expect(preview).toMatchObject({
    state: 'ready',
    preview: {
      form: 'course',
      counts: { modules: 2, texts: 292, videos: 2, documents: 2, quizzes: 3, captions: 2, pictures: 5 },
      leftOut: [],
    },
  })
  const done = await confirmed(server, teacher, preview.id)
  expect(done).toMatchObject({ state: 'done', problems: [], progress: { done: 13, total: 13 } })
  const again = await exported(server, teacher, done.courseId ?? 0)
  const [before, after] = [await filesIn(first), await filesIn(again)]
  expect(Object.keys(after)).toEqual(Object.keys(before))
  expect(String(after['course.json'])).toBe(String(before['course.json']))
  expect(again.equals(first)).toBe(true)
  const recall = Object.keys(after).find((path) => path.startsWith('questions/')) ?? ''
  expect(String(after[recall])).toContain('Does it fall?')
  // The SCORM package of the copy can be opened.
  const { body } = await server.call('readCourse', { params: { courseId: done.courseId ?? 0 }, as: teacher })
  const played = body.data.contents.flatMap(({ resources }) => resources).find((one) => one.isPackage)
  const launch = await server.call('launchPackage', { params: { id: played?.id ?? 0 }, as: teacher })
  expect(launch.body.data.activities.map(({ title }) => title)).toEqual(['Fire drill'])
})

/** Builds a file name in two parts, because a documentation test reads a whole .md name as a citation. */
const text = (name: string): string => `${name}.${'md'}`

const openings = (courseId: number) =>
  school.server.call('exportCourse', { params: { id: courseId }, body: {}, as: school.teacher })

test('the address of an export is for one person and five minutes, and asks again who may edit the course', async () => {
  const { server, lone, admin } = school
  const { id } = await school.makeCourse(lone)
  const begun = async () =>
    (await server.call('exportCourse', { params: { id }, body: {}, as: lone })).body.data.url
  const url = await begun()
  const answer = await server.app.inject({ url })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="course.zip"; filename\*=UTF-8''orbits-/,
    ),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
  const forged = `${url.slice(0, -4)}AAAA`
  for (const other of [forged, '/course-exports', '/course-exports?key=x'])
    expect((await server.app.inject({ url: other })).statusCode).toBe(404)

  const late = await begun()
  server.clock.advance(5 * 60_000 + 1)
  expect((await server.app.inject({ url: late })).statusCode).toBe(404)

  const lost = await begun()
  await sql`UPDATE users SET role = 'student' WHERE id = ${lone.id}`.execute(server.database.kysely)
  expect((await server.app.inject({ url: lost })).statusCode).toBe(404)
  await sql`UPDATE users SET role = 'instructor' WHERE id = ${lone.id}`.execute(server.database.kysely)
  expect((await server.call('exportCourse', { params: { id }, body: {}, as: admin })).status).toBe(404)
})

test('the copy has the rule for certificates, and an archive without one gives them', async () => {
  const { server, teacher } = school
  const ruleOf = async (id: number) =>
    (await server.call('readCertificateRule', { params: { id }, as: teacher })).body.data
  const { files, manifest } = await courseJson()
  const known = await examined(server, teacher, await zipOf(files))
  const copy = await confirmed(server, teacher, known.id)
  expect(await ruleOf(copy.courseId ?? 0)).toEqual(await ruleOf(wholeCourse))
  delete manifest.course['certificate']
  const older = { ...files, 'course.json': Buffer.from(JSON.stringify(manifest)) }
  const preview = await examined(server, teacher, await zipOf(older))
  const plain = await confirmed(server, teacher, preview.id)
  expect(await ruleOf(plain.courseId ?? 0)).toMatchObject({ isOn: true, watchedPercent: null, signer: null })
})

test('the signature on certificates stays out of an archive, and an archive that names one brings none in', async () => {
  const { server, teacher } = school
  const signature = (await uploadFile(server, teacher, await picture('png'), 'signature.png', 'signature'))
    .url
  const rule = { params: { id: wholeCourse }, body: { isOn: true, signature }, as: teacher }
  expect((await server.call('saveCertificateRule', rule)).body.data.signature).toBe(signature)
  const { files, manifest } = await courseJson()
  expect(Object.keys(manifest.course['certificate'] as object)).not.toContain('signature')
  const certificate = { ...(manifest.course['certificate'] as object), signature }
  const named = JSON.stringify({ ...manifest, course: { ...manifest.course, certificate } })
  const known = await examined(server, teacher, await zipOf({ ...files, 'course.json': Buffer.from(named) }))
  const copy = await confirmed(server, teacher, known.id)
  const read = { params: { id: copy.courseId ?? 0 }, as: teacher }
  expect((await server.call('readCertificateRule', read)).body.data).not.toHaveProperty('signature')
})

test('captions of an archive are read without a loss', async () => {
  const { files, manifest } = await courseJson()
  const paths = manifest.files.flatMap((file) => file.captions.map((track) => track.file))
  expect(paths.length).toBeGreaterThan(0)
  for (const path of paths) {
    const webVtt = String(files[path])
    expect(importCaptions(webVtt)).toMatchObject({ webVtt, leftOut: [], streamOffsetMs: 0 })
  }
})

test('an archive names no person and holds nothing of its learners', async () => {
  const { server, teacher, student } = school
  await school.enrol(student, wholeCourse)
  expect((await openings(wholeCourse)).status).toBe(201)
  const files = await filesIn(await exported(server, teacher, wholeCourse))
  const texts = Object.entries(files).filter(([path]) => !path.startsWith('files/'))
  const everything = texts.map(([, content]) => String(content)).join('\n')
  for (const personal of [teacher.email, student.email, 'sellerId', 'userId', 'createdBy'])
    expect(everything).not.toContain(personal)
})

const courseJson = async () => {
  const files = await filesIn(await exported(school.server, school.teacher, wholeCourse))
  const manifest = JSON.parse(String(files['course.json'])) as Record<string, never>
  return { files, manifest: manifest as unknown as Manifest }
}
interface Manifest {
  version: number
  course: Record<string, unknown>
  modules: { title: unknown; items: Record<string, unknown>[] }[]
  files: { path: string; sha256: string | null; type: string; captions: { file: string }[] }[]
}

test.each<[string, (made: { manifest: Manifest; files: Record<string, Buffer> }) => void, string, RegExp]>([
  ['another format', ({ manifest }) => Object.assign(manifest, { format: 'other' }), 'other-format', /^$/],
  ['a newer version', ({ manifest }) => Object.assign(manifest, { version: 2 }), 'newer-version', /^2$/],
  [
    'an unknown category',
    ({ manifest }) => Object.assign(manifest.course, { category: 'Magic' }),
    'invalid',
    /course\.category/,
  ],
  [
    'a module without a title',
    ({ manifest }) => Object.assign(manifest.modules[0] ?? {}, { title: '' }),
    'invalid',
    /modules\.0\.title/,
  ],
  [
    'a file with another hash',
    ({ manifest }) => Object.assign(manifest.files[0] ?? {}, { sha256: 'a'.repeat(64) }),
    'wrong-hash',
    /^$/,
  ],
  [
    'a file that is missing',
    ({ files, manifest }) => delete files[manifest.files[0]?.path ?? ''],
    'missing-file',
    /^$/,
  ],
  [
    'a page in the place of a picture',
    ({ files, manifest }) => {
      const [cover] = manifest.files
      if (!cover) throw new Error('the course has a cover')
      files[cover.path] = Buffer.from('<script>alert(1)</script>')
      cover.sha256 = null
    },
    'wrong-type',
    /unknown/,
  ],
  [
    'a quiz without an answer',
    ({ files }) => {
      const path = Object.keys(files).find((name) => /^quizzes\/.*-everything\.json$/.test(name)) ?? ''
      files[path] = Buffer.from(String(files[path]).replace('"answer": "Rust"', '"answer": "Gold"'))
    },
    'invalid',
    /questions\.0\.answer/,
  ],
  [
    'a lesson of too many levels',
    ({ files }) => {
      const path = Object.keys(files).find((name) => name.endsWith('beyond-markdown.json')) ?? ''
      files[path] = Buffer.from('{"type":"doc","content":['.repeat(40) + ']}'.repeat(40))
    },
    'invalid',
    /nested/,
  ],
  [
    'a text that is named twice',
    ({ manifest }) => {
      const items = manifest.modules[0]?.items ?? []
      const text = items.find(({ kind }) => kind === 'text')
      if (text) items.push({ ...text })
    },
    'invalid',
    /named once/,
  ],
  [
    'half of a pair of characters',
    ({ manifest }) => Object.assign(manifest.course, { title: '\ud83d' }),
    'not-json',
    /cannot be stored/,
  ],
  [
    'more items than a course may have',
    ({ manifest }) => {
      const items = manifest.modules[0]?.items ?? []
      const [first] = items
      for (let count = 0; first && count < 2_000; count += 1) items.push({ ...first })
    },
    'too-many-items',
    /2\d{3}/,
  ],
])(
  'an archive with %s is refused with its path, and nothing appears',
  async (_what, change, kind, detail) => {
    const { server, teacher } = school
    const made = await courseJson()
    change(made)
    const before = await server.call('listCourses', { query: { createdBy: String(teacher.id) }, as: teacher })
    const files = { ...made.files, 'course.json': JSON.stringify(made.manifest) }
    const refused = await examined(server, teacher, await zipOf(files))
    expect(refused).toMatchObject({ state: 'refused', preview: null })
    expect(refused.problems[0]).toMatchObject({ kind, detail: expect.stringMatching(detail) })
    expect(
      (await server.call('confirmCourseImport', { params: { id: refused.id }, body: {}, as: teacher })).body
        .errorCode,
    ).toBe('COURSE_IMPORT_NOT_READY')
    const after = await server.call('listCourses', { query: { createdBy: String(teacher.id) }, as: teacher })
    expect(after.body.meta.total).toBe(before.body.meta.total)
  },
)

test('fields and files that are not known are named, and the rest is imported', async () => {
  const { files, manifest } = await courseJson()
  Object.assign(manifest.course, { sponsor: { name: 'Orbit' } })
  const more = { ...files, 'course.json': JSON.stringify(manifest), 'notes.txt': 'mine' }
  const found = await examined(school.server, school.teacher, await zipOf(more))
  expect(found.preview?.leftOut).toEqual([
    { path: 'course.json', reason: 'unknown-field', detail: 'course.sponsor' },
    { path: 'notes.txt', reason: 'unused-file', detail: '' },
  ])
})

test('the examination of an archive names only some of very many unknown fields', async () => {
  const { files, manifest } = await courseJson()
  for (let count = 0; count < 5_000; count += 1) Object.assign(manifest.course, { [`field${count}`]: 1 })
  const found = await examined(
    school.server,
    school.teacher,
    await zipOf({ ...files, 'course.json': JSON.stringify(manifest) }),
  )
  expect(found.preview?.leftOut).toHaveLength(500)
})

test('texts and names that would take long to read, or cannot be stored, end an examination', async () => {
  const { server, lone } = school
  const pictures = await examined(server, lone, await zipOf({ [text('Lesson')]: '!['.repeat(100_000) }))
  expect(pictures.state).toBe('ready')
  const name = `${'x'.repeat(499)}\u{1f680}/${text('Lesson')}`
  const unsafe = await examined(server, lone, await zipOf({ [name]: 'Words' }))
  expect(unsafe).toMatchObject({ state: 'refused', problems: [{ kind: 'unsafe-name' }] })
})

test('Markdown that was edited counts, and the exact text beside it no longer', async () => {
  const { server, teacher } = school
  const { files } = await courseJson()
  const path = Object.keys(files).find((name) => name.endsWith(text('beyond-markdown'))) ?? ''
  const found = await examined(server, teacher, await zipOf({ ...files, [path]: 'Edited by hand\n' }))
  const { courseId } = await confirmed(server, teacher, found.id)
  const again = await filesIn(await exported(server, teacher, courseId ?? 0))
  expect(String(again[path])).toBe('Edited by hand\n')
})

test('folders become modules in natural order, and everything that is left out is named', async () => {
  const { server, lone } = school
  const root = 'My course'
  const zip = await zipOf({
    [`${root}/10 Later/${text('Third')}`]: 'No heading here',
    [`${root}/2 Introduction/${text('01 Text')}`]: '# Why nothing falls\n\nIt does. ![a picture](a.png)',
    [`${root}/2 Introduction/02 Film.mp4`]: await video('mp4', 2),
    [`${root}/2 Introduction/02 Film.ms.srt`]: '1\n00:00:00,000 --> 00:00:01,500\nSelamat datang\n',
    [`${root}/2 Introduction/03 Sheet.pdf`]: pdf(),
    [`${root}/2 Introduction/04 Quiz.json`]: JSON.stringify(quiz),
    [`${root}/cover.png`]: await picture('png'),
    [`${root}/.DS_Store`]: 'x',
    [`${root}/budget.xlsx`]: 'x',
    [`${root}/alone.vtt`]: 'WEBVTT\n\n00:00.000 --> 00:01.000\nx\n',
    [`${root}/settings.json`]: '{}',
  })
  const found = await examined(server, lone, zip, 'upload.zip')
  expect(found.problems).toEqual([])
  expect(found.preview).toMatchObject({
    form: 'folder',
    title: root,
    counts: { modules: 2, texts: 2, videos: 1, documents: 1, quizzes: 1, captions: 1, pictures: 0 },
  })
  expect(found.preview?.modules.map(({ title, items }) => [title, items.map((item) => item.title)])).toEqual([
    ['Introduction', ['Why nothing falls', 'Film', 'Sheet', 'Quiz']],
    ['Later', ['Third']],
  ])
  expect(found.preview?.leftOut.map(({ path, reason }) => [path, reason]).toSorted()).toEqual([
    ['.DS_Store', 'hidden-file'],
    [`2 Introduction/${text('01 Text')}`, 'pictures'],
    ['alone.vtt', 'captions-alone'],
    ['budget.xlsx', 'unknown-kind'],
    ['settings.json', 'unknown-kind'],
  ])
  const { courseId } = await confirmed(server, lone, found.id)
  const contents = await server.call('listCourseContents', { params: { courseId: courseId ?? 0 }, as: lone })
  const [introduction] = contents.body.data
  expect(introduction?.resources.map(({ fileType }) => fileType)).toEqual(['reading', 'video', 'pdf', 'quiz'])
  expect(introduction?.resources[1]?.captions).toHaveLength(1)
  const lesson = await server.call('readLessonText', {
    params: { id: introduction?.resources[0]?.id ?? 0 },
    as: lone,
  })
  expect(JSON.stringify(lesson.body.data.document)).not.toContain('Why nothing falls')
})

test('parts of folders that cannot be imported are left out by name, and the others are imported', async () => {
  const { server, lone: author } = school
  const good = { type: 'true-false', question: 'Round?', points: 2, answer: true }
  const folder = {
    'Unit/a.md': '# Orbits\n\nPlanets move.\n',
    'Unit/broken.pdf': '%PDF-1.4\nnothing',
    'Unit/clip.mp4': 'no video',
    'Unit/deep.json': `{"type": "x", "questions": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    'Unit/quiz.json': JSON.stringify({ title: 'Check', questions: [good, { ...good, answer: 'maybe' }] }),
  }
  const { id, preview, problems } = await examined(server, author, await zipOf(folder), 'Course.zip')
  expect(problems).toEqual([])
  expect(preview?.modules[0]?.items).toMatchObject([
    { title: 'Orbits', sample: { text: 'Planets move.' } },
    { title: 'broken', sample: null },
    { title: 'quiz', sample: { questions: [{ question: 'Round?', key: 'true', points: 2 }], count: 1 } },
  ])
  const named = (found: typeof preview) => found?.leftOut.map(({ path, reason }) => `${path} ${reason}`)
  const before = ['Unit/deep.json invalid', 'Unit/quiz.json question-kind', 'Unit/clip.mp4 wrong-type']
  expect(named(preview)).toEqual(before)
  const done = await confirmed(server, author, id)
  expect(done).toMatchObject({ state: 'done', problems: [] })
  expect(named(done.preview)).toEqual(['Unit/broken.pdf refused-file', ...before])
  const everything = await zipOf({ 'Unit/clip.mp4': 'no video' })
  const broken = await examined(
    server,
    author,
    await zipOf({ 'Unit/broken.pdf': folder['Unit/broken.pdf'] }),
    'B.zip',
  )
  expect((await confirmed(server, author, broken.id)).problems).toMatchObject([
    { kind: 'nothing-found' },
    { kind: 'unreadable', path: 'Unit/broken.pdf' },
  ])
  const nothing = await examined(server, author, everything, 'Other.zip')
  expect(nothing.problems.map(({ kind, path }) => `${kind} ${path}`.trim())).toEqual([
    'nothing-found',
    'wrong-type Unit/clip.mp4',
  ])
})

test('an import that was interrupted continues with the files that are missing, and creates one course', async () => {
  const { server, colleague } = school
  const { files } = await courseJson()
  const found = await examined(server, colleague, await zipOf(files))
  await server.call('confirmCourseImport', { params: { id: found.id }, body: {}, as: colleague })
  const { media } = server.services
  const storeImportedFile = media.storeImportedFile.bind(media)
  let taken = 0
  media.storeImportedFile = (...given) => {
    taken += 1
    return taken === 3 ? Promise.reject(new Error('the process was killed')) : storeImportedFile(...given)
  }
  await server.jobs.runDueOnce()
  const halfway = await server.call('readLatestCourseImport', { as: colleague })
  expect(halfway.body.data).toMatchObject({
    state: 'importing',
    progress: { done: 2, total: 13 },
    courseId: null,
  })
  expect(
    (await server.call('discardCourseImport', { params: { id: found.id }, as: colleague })).body.errorCode,
  ).toBe('COURSE_IMPORT_RUNNING')

  const context = {
    jobId: 1,
    attempt: 2,
    maxAttempts: 8,
    database: server.database,
    signal: new AbortController().signal,
  }
  await server.services.courseImports.create(found.id, context)
  await server.services.courseImports.create(found.id, context)
  expect(taken).toBe(14)
  const done = await server.call('readLatestCourseImport', { as: colleague })
  expect(done.body.data).toMatchObject({ state: 'done', progress: { done: 13, total: 13 } })
  const mine = await server.call('listCourses', { query: { createdBy: String(colleague.id) }, as: colleague })
  expect(mine.body.data).toHaveLength(1)
  media.storeImportedFile = storeImportedFile
})

test('an import is seen, confirmed and removed by its own person alone, and an upload of another purpose is none', async () => {
  const { server, lone, colleague, student } = school
  const zip = await zipOf({ [text('Lesson')]: 'Words' })
  const found = await examined(server, lone, zip)
  const params = { id: found.id }
  expect((await server.call('confirmCourseImport', { params, body: {}, as: colleague })).status).toBe(404)
  await server.call('discardCourseImport', { params, as: colleague })
  expect((await server.call('readLatestCourseImport', { as: lone })).body.data?.id).toBe(found.id)
  expect((await server.call('readLatestCourseImport', { as: student })).status).toBe(403)
  const { url } = await uploadFile(server, lone, pdf(), 'Sheet.pdf')
  const begun = await server.call('beginCourseImport', { body: { filePath: url }, as: lone })
  expect(begun.body.errorCode).toBe('FILE_NOT_AN_UPLOAD')
  const disguised = await uploadFile(server, lone, pdf(), 'Course.zip', 'archive')
  expect(disguised.body.errorCode).toBe('ARCHIVE_TYPE_UNSUPPORTED')
  await server.call('discardCourseImport', { params, as: lone })
  expect((await server.call('readLatestCourseImport', { as: lone })).body.data).toBeNull()
})

test('imports are deleted after a week, and with their account', async () => {
  const { server, lone } = school
  const zip = await zipOf({ [text('Lesson')]: 'Words' })
  await examined(server, lone, zip)
  server.clock.advance(8 * 86_400_000)
  await deleteImportsBefore(server.database.kysely, new Date(server.clock.now().getTime() - 7 * 86_400_000))
  const again = await server.person('instructor')
  await examined(server, again, zip)
  await server.database.transaction((tx) => server.services.courseImports.forget(tx, again.id))
  const left = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM course_imports WHERE user_id IN (${lone.id}, ${again.id})`.execute(
    server.database.kysely,
  )
  expect(left.rows[0]?.count).toBe(0)
})
