import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { pdf, uploadFile } from '#server/features/media/testing.ts'
import { packedFiles } from '#server/features/scorm/testing.ts'
import { TooComplex } from '#server/platform/apart/read-apart.ts'
import { CourseImports } from '../course-imports.ts'
import { confirmed, examined } from '../testing.ts'
import { cartridge } from './testing.ts'

let school: TestSchool
beforeAll(async () => {
  school = await startTestSchool()
})
afterAll(() => school.server.stop())

test('a Common Cartridge shows what it becomes, and names what is left out', async () => {
  const { server, teacher } = school
  const found = await examined(server, teacher, await cartridge(Buffer.from(pdf())), 'Kitchen.imscc')
  expect(found.problems).toEqual([])
  expect(found.preview).toMatchObject({
    title: 'Safe kitchens',
    counts: { modules: 3, texts: 3, videos: 0, documents: 1, quizzes: 1, captions: 0, pictures: 0 },
    modules: [
      {
        title: 'Heat',
        items: [
          { title: 'Why oil burns', kind: 'text' },
          { title: 'More › Checklist', kind: 'document' },
        ],
      },
      {
        title: 'Check',
        items: [
          { title: 'What you know', kind: 'quiz' },
          { title: 'Fire department', kind: 'text' },
        ],
      },
      { title: 'Safe kitchens', items: [{ title: 'Welcome', kind: 'text' }] },
    ],
  })
  expect(found.preview?.leftOut).toEqual([
    { path: 'pages/why oil.html', reason: 'pictures', detail: '1' },
    { path: 'talk.xml', reason: 'discussion-topic', detail: 'Talk about it' },
    { path: 'tool.xml', reason: 'external-tool', detail: 'A simulator' },
  ])
})

const made = async (name: string) => {
  const archive = await readFile(
    new URL(`../../../../../../fixtures/real-files/cartridge/${name}.imscc`, import.meta.url),
  )
  const found = await examined(school.server, school.teacher, archive, `${name}.imscc`)
  const modules = found.preview?.modules.map(({ title, items }) => [
    title,
    items.map((item) => `${item.kind} ${item.title}`),
  ])
  return { problems: found.problems, modules, leftOut: found.preview?.leftOut }
}

test('material that no item of a cartridge names is a module of its own', async () => {
  expect(await made('not-in-modules')).toEqual({
    problems: [],
    modules: [['Trial', ['quiz Quiz', 'text welcome']]],
    leftOut: [],
  })
})

test('a SCORM package is named as such, because a lesson plays it', async () => {
  const path = '../../../../../../fixtures/real-files/scorm/parent-first-2004.zip'
  const found = await examined(
    school.server,
    school.teacher,
    await readFile(new URL(path, import.meta.url)),
    'scorm.zip',
  )
  expect(found.problems).toEqual([{ path: 'imsmanifest.xml', kind: 'scorm-package', detail: '' }])
})

test('a link without a scheme is left out with its address as the reason', async () => {
  expect(await made('link-without-scheme')).toMatchObject({
    modules: [['Unit', ['text Page']]],
    leftOut: [{ path: 'l.xml', reason: 'no-address' }],
  })
})

test('its course can be studied: texts are read, and the quiz is taken with its right answers', async () => {
  const { server, lone, student } = school
  const found = await examined(server, lone, await cartridge(Buffer.from(pdf())), 'Kitchen.imscc')
  const done = await confirmed(server, lone, found.id)
  expect(done).toMatchObject({ state: 'done', problems: [] })
  const courseId = done.courseId ?? 0
  await server.call('changeCourseState', { params: { id: courseId }, body: { state: 'published' }, as: lone })
  await school.enrol(student, courseId)
  const { body } = await server.call('readCourse', { params: { courseId }, as: student })
  const lessons = body.data.contents.flatMap(({ resources }) => resources)
  const idOf = (title: string) => lessons.find((lesson) => lesson.title === title)?.id ?? 0
  const contentOf = (title: string) => lessons.find((lesson) => lesson.title === title)?.courseContentId ?? 0
  const addressOf = (title: string) => `/lesson/${contentOf(title)}/resources/${idOf(title)}`
  const text = await server.call('readLessonText', { params: { id: idOf('Why oil burns') }, as: student })
  expect(text.body.data.document.content).toEqual([
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Why oil burns' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Oil burns at ' },
        { type: 'text', text: '230 °C', marks: [{ type: 'bold' }] },
        { type: 'text', text: ', ' },
        {
          type: 'text',
          text: 'says a table',
          marks: [{ type: 'link', attrs: { href: 'https://example.com/oil' } }],
        },
        { type: 'text', text: '. ' },
        {
          type: 'text',
          text: 'The sheet',
          marks: [{ type: 'link', attrs: { href: addressOf('More › Checklist') } }],
        },
        { type: 'text', text: ' has more.' },
      ],
    },
    expect.objectContaining({ type: 'bulletList' }),
    expect.objectContaining({ type: 'table' }),
    {
      type: 'codeBlock',
      attrs: { language: '' },
      content: [{ type: 'text', text: 'lid = True\nheat = 0' }],
    },
  ])
  const link = await server.call('readLessonText', { params: { id: idOf('Fire department') }, as: student })
  expect(JSON.stringify(link.body.data.document)).toContain('"href":"https://example.com/fire"')

  const edit = await server.call('readQuizEdit', { params: { id: idOf('What you know') }, as: lone })
  expect(edit.body.data.quiz.questions.map(({ key: _key, ...question }) => question)).toMatchObject([
    { type: 'multiple-choice', question: 'Burning oil?' },
    { type: 'multiple-answers', question: 'What helps?' },
    { type: 'true-false', question: 'Water helps.' },
    { type: 'short-answer', question: 'The number to call?', explanation: 'It is free.' },
    { type: 'hand-in', question: 'Describe your kitchen.' },
  ])
})

test('a cartridge in one folder, without a schema, brings its files and hand-ins', async () => {
  const { server, lone } = school
  const resource = (id: string, type: string, paths: string[]) =>
    `<resource identifier="${id}" type="${type}" href="${paths[0]}">${paths.map((path) => `<file href="${path}"/>`).join('')}</resource>`
  const zip = await packedFiles({
    'Week/imsmanifest.xml': `<manifest><organizations><organization><item><item><title>One</title><item identifierref="S"><title>Sheet</title></item><item identifierref="A"><title>Report</title></item></item></item></organization></organizations>
      <resources>${resource('S', 'webcontent', ['files/sheet.pdf'])}${resource('A', 'associatedcontent/imscc_xmlv1p1/learning-application-resource', ['a/a.html', 'a/assignment_settings.xml'])}</resources></manifest>`,
    'Week/files/sheet.pdf': Buffer.from(pdf()),
    'Week/a/a.html': '<p>Write it.</p>',
    'Week/a/assignment_settings.xml':
      '<assignment><title>Report</title><points_possible>7</points_possible><submission_types>online_upload</submission_types></assignment>',
  })
  const found = await examined(server, lone, zip, 'Week.zip')
  const done = await confirmed(server, lone, found.id)
  expect([done.state, done.problems]).toEqual(['done', []])
  const { body } = await server.call('readCourse', { params: { courseId: done.courseId ?? 0 }, as: lone })
  const items = body.data.contents.flatMap(({ resources }) => resources)
  expect(items.map(({ title, fileType }) => [title, fileType])).toEqual([
    ['Sheet', 'pdf'],
    ['Report', 'quiz'],
  ])
  const edit = await server.call('readQuizEdit', { params: { id: items[1]?.id ?? 0 }, as: lone })
  expect(edit.body.data.quiz.questions).toMatchObject([
    { type: 'hand-in', question: 'Write it.', points: '7', files: '5' },
  ])
})

test('a page that is nested without end, and XML with entities, end an examination', async () => {
  const { server, teacher } = school
  const nested = `${'<div>'.repeat(50_000)}deep`
  const bomb = '<!DOCTYPE q [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><webLink><url href="&b;"/></webLink>'
  const zip = await cartridge(Buffer.from(pdf()), { 'welcome.html': nested, 'link.xml': bomb })
  const found = await examined(server, teacher, zip, 'Kitchen.imscc')
  expect(found.state).toBe('ready')
  expect(found.preview?.leftOut.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['welcome.html', 'link.xml']),
  )
})

test('a question with 400 labels among 200,000 elements is examined by the first attempt', async () => {
  const { server, teacher } = school
  const labels = Array.from({ length: 400 }, (_, at) => `<response_label ident="${at}"/>`).join('')
  const right =
    '<respcondition><conditionvar><varequal>1</varequal></conditionvar><setvar>100</setvar></respcondition>'
  const item = `<item><presentation><response_lid><render_choice>${labels}</render_choice></response_lid></presentation>
    ${right}${'<x/>'.repeat(200_000)}</item>`
  const quiz = `<questestinterop><assessment><section>${item}</section></assessment></questestinterop>`
  const zip = await cartridge(Buffer.from(pdf()), { 'quiz/quiz.xml': quiz })
  expect(await examined(server, teacher, zip, 'Kitchen.imscc')).toMatchObject({ state: 'ready' })
})

test('a page, a link and a quiz that many items name are read once and become many items', async () => {
  const { server, teacher } = school
  const items = Array.from(
    { length: 60 },
    (_, at) =>
      `<item identifierref="${['R-page', 'R-quiz', 'R-link'][at % 3]}"><title>Part ${at}</title></item>`,
  ).join('')
  const page = `<p>${'word '.repeat(2000)}</p>`
  const zip = await cartridge(Buffer.from(pdf()), {
    'imsmanifest.xml': `<manifest><metadata><schema>IMS Common Cartridge</schema></metadata>
      <organizations><organization><item><item><title>All</title>${items}</item></item></organization></organizations><resources>
      <resource identifier="R-page" type="webcontent" href="welcome.html"/>
      <resource identifier="R-quiz" type="imsqti_xmlv1p2/imscc_xmlv1p3/assessment" href="quiz/quiz.xml"/>
      <resource identifier="R-link" type="imswl_xmlv1p3" href="link.xml"/></resources></manifest>`,
    'welcome.html': page,
  })
  const found = await examined(server, teacher, zip, 'Kitchen.imscc')
  expect(found.problems).toEqual([])
  expect(found.preview?.counts).toMatchObject({ texts: 40, quizzes: 20 })
})

test('an archive that ended its reader is not read again: the import says that it is too complex', async () => {
  const { server, lone } = school
  const { url } = await uploadFile(
    server,
    lone,
    await cartridge(Buffer.from(pdf())),
    'Kitchen.imscc',
    'archive',
  )
  const { body } = await server.call('beginCourseImport', { body: { filePath: url }, as: lone })
  const media = new Proxy(server.services.media, {
    get(all, name: keyof Media) {
      if (name === 'withLocalCopy') return () => Promise.reject(new TooComplex('SIGKILL'))
      const value: unknown = all[name]
      return typeof value === 'function' ? value.bind(all) : value
    },
  })
  const imports = new CourseImports({ ...server.dependencies, ...server.services, media })
  const signal = new AbortController().signal
  await imports.examine(body.data.id, {
    attempt: 1,
    maxAttempts: 8,
    signal,
    jobId: 1,
    database: server.database,
  })
  const read = await server.call('readLatestCourseImport', { as: lone })
  expect(read.body.data).toMatchObject({
    state: 'refused',
    problems: [{ kind: 'too-complex', path: '', detail: '' }],
  })
  await server.jobs.runDueOnce()
})
