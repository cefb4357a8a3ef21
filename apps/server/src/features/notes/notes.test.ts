import { randomUUID } from 'node:crypto'
import { noteLimits } from '@apogee/contracts/limits.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { watchStatements } from '#server/platform/database/testing/sent-statements.testing.ts'
import { emit } from '#server/events.ts'

let server: TestApp
let teacher: TestPerson
let learner: TestPerson
let other: TestPerson

beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments }, limitsOn: false })
  teacher = await server.person('instructor')
  learner = await server.person()
  other = await server.person()
})
afterAll(() => server.stop())

const grant = (person: TestPerson, courseId: number) =>
  server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { userId: person.id, courseId, source: 'granted' }),
  )
const revoke = (person: TestPerson, courseId: number) =>
  server.database.transaction((tx) => server.services.enrolments.end(tx, { userId: person.id, courseId }))

async function course(...learners: TestPerson[]) {
  const { id, contents } = await makeCourse(server.database, {
    owner: teacher,
    title: 'Orbits',
    contents: [
      { resources: [{ title: 'First light' }, { title: 'Second light' }] },
      { resources: [{ type: 'pdf', title: 'Paper' }] },
    ],
  })
  for (const person of learners) await grant(person, id)
  const [first, second] = contents[0]?.resources ?? []
  return { id, first: first ?? 0, second: second ?? 0, paper: contents[1]?.resources[0] ?? 0 }
}

interface Body {
  resourceId: number
  positionMs?: number | null
  page?: number | null
  passage?: { block: number; quote: string } | null
  text?: string
  version?: number
}
const save = (as: TestPerson, courseId: number, noteId: string, body: Body) =>
  server.call('saveNote', { params: { courseId, noteId }, body, as })
const list = (as: TestPerson, courseId: number, query: Record<string, string> = {}) =>
  server.call('listNotes', { params: { courseId }, query: query as never, as })
const texts = async (...given: Parameters<typeof list>) =>
  (await list(...given)).body.data.map(({ text }) => text)
const remove = (as: TestPerson, courseId: number, noteId: string) =>
  server.call('deleteNote', { params: { courseId, noteId }, as })

async function statementsOf(ask: () => Promise<unknown>): Promise<number> {
  await ask()
  const statements = watchStatements()
  try {
    await ask()
    return statements.sent().length
  } finally {
    statements.stop()
  }
}

describe('saving a note', () => {
  test('a note keeps the passage of a text, in the order of the passages', async () => {
    const { id, paper } = await course(learner)
    const [later, earlier] = [randomUUID(), randomUUID()]
    const passage = { block: 7, quote: 'Areas are equal in equal times' }
    const { body } = await save(learner, id, later, { resourceId: paper, passage, text: 'Second law' })
    expect(body.data.passage).toEqual(passage)
    const first = { block: 0, quote: 'An orbit is an ellipse' }
    await save(learner, id, earlier, { resourceId: paper, passage: first, text: 'First law' })
    expect(await texts(learner, id)).toEqual(['First law', 'Second law'])
    const moved = { resourceId: paper, passage: { ...passage, block: 8 }, text: 'Second law', version: 1 }
    expect((await save(learner, id, later, moved)).body.data).toMatchObject({
      passage: moved.passage,
      version: 2,
    })
    expect((await save(learner, id, later, moved)).body.data.version).toBe(2)
  })

  test.each([
    ['a blank quote', { block: 1, quote: ' ' }],
    ['a quote above the limit', { block: 1, quote: 'a'.repeat(noteLimits.quoteLength + 1) }],
    ['a negative block', { block: -1, quote: 'Areas' }],
  ])('%s is refused', async (_, passage) => {
    const { id, paper } = await course(learner)
    const { status } = await save(learner, id, randomUUID(), { resourceId: paper, passage, text: 'x' })
    expect(status).toBe(400)
  })

  test('a note is written under the UUID of the client and read by its owner', async () => {
    const { id, first } = await course(learner)
    const noteId = randomUUID()
    const { status, body } = await save(learner, id, noteId, {
      resourceId: first,
      positionMs: 192_900,
      text: 'Kepler’s law\n',
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id: noteId,
      courseId: id,
      positionMs: 192_900,
      page: null,
      text: 'Kepler’s law\n',
      version: 1,
      lesson: { id: first, title: 'First light', contentId: expect.any(Number) as number },
    })
    expect((await list(learner, id)).body).toMatchObject({
      data: [body.data],
      meta: { total: 1, nextCursor: null },
    })
  })

  test('the same request again, in either case of the UUID, changes nothing', async () => {
    const { id, first } = await course(learner)
    const noteId = randomUUID()
    const body = { resourceId: first, positionMs: 5000, text: 'Once', version: 0 }
    const saved = await Promise.all([
      save(learner, id, noteId, body),
      save(learner, id, noteId.toUpperCase(), body),
      save(learner, id, noteId, body),
    ])
    expect(saved.map(({ status }) => status)).toEqual([200, 200, 200])
    const [before] = (await list(learner, id)).body.data
    server.clock.advance(60_000)
    await save(learner, id, noteId, body)
    expect((await list(learner, id)).body.data).toEqual([before])
  })

  test('a blank text is a bookmark', async () => {
    const { id, first } = await course(learner)
    const { body } = await save(learner, id, randomUUID(), { resourceId: first, positionMs: 0, text: ' \n' })
    expect(body.data.text).toBe('')
  })

  test('a second device is refused with the stored text, and nothing is overwritten', async () => {
    const { id, first } = await course(learner)
    const noteId = randomUUID()
    const write = (text: string, version: number) =>
      save(learner, id, noteId, { resourceId: first, positionMs: 1000, text, version })
    await write('Start', 0)
    expect((await write('From the phone', 1)).body.data.version).toBe(2)
    const stale = await write('From the laptop', 1)
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({
      errorCode: 'EDIT_CONFLICT',
      conflict: {
        version: 2,
        fields: [{ field: 'text', value: 'From the phone', changedBy: { id: learner.id } }],
      },
    })
    expect(await texts(learner, id)).toEqual(['From the phone'])
    // When the response of a save was lost, the same text is accepted again although the version is old.
    expect((await write('From the phone', 0)).status).toBe(200)
    expect((await write('Both', 2)).body.data).toMatchObject({ text: 'Both', version: 3 })
  })

  test('a note that was deleted meanwhile is written again', async () => {
    const { id, first } = await course(learner)
    const noteId = randomUUID()
    const body = { resourceId: first, text: 'Kept' }
    await save(learner, id, noteId, body)
    expect((await remove(learner, id, noteId)).status).toBe(200)
    expect((await remove(learner, id, noteId)).status).toBe(200)
    expect(await texts(learner, id)).toEqual([])
    expect((await save(learner, id, noteId, { ...body, version: 1 })).status).toBe(200)
    expect(await texts(learner, id)).toEqual(['Kept'])
  })

  test('a lesson of another course, and a lesson that is not published, take no note', async () => {
    const [here, there] = [await course(learner), await course(learner)]
    const refusalOf = async (courseId: number, noteId: string, body: Body) =>
      (await save(learner, courseId, noteId, body)).body.errorCode
    expect(await refusalOf(here.id, randomUUID(), { resourceId: there.first })).toBe('RESOURCE_NOT_FOUND')
    await sql`UPDATE course_resources SET is_published = false WHERE id = ${here.second}`.execute(
      server.database.kysely,
    )
    expect(await refusalOf(here.id, randomUUID(), { resourceId: here.second })).toBe('RESOURCE_NOT_FOUND')
    const noteId = randomUUID()
    await save(learner, here.id, noteId, { resourceId: here.first, text: 'Mine' })
    expect(await refusalOf(here.id, noteId, { resourceId: here.second, version: 1 })).toBe(
      'RESOURCE_NOT_FOUND',
    )
    expect(await refusalOf(there.id, noteId, { resourceId: there.first })).toBe('NOTE_NOT_FOUND')
    expect(await texts(learner, here.id)).toEqual(['Mine'])
  })

  test('the 2,001st note of a course is refused, while the others can still be changed', async () => {
    const { id, first } = await course(learner)
    await sql`
      INSERT INTO lesson_notes (owner_id, id, course_id, resource_id, lesson_title, body, created_at, updated_at)
      SELECT ${learner.id}, gen_random_uuid(), ${id}, ${first}, 'First light', '', now(), now()
        FROM generate_series(2, ${noteLimits.perCourse})`.execute(server.database.kysely)
    const noteId = randomUUID()
    const both = await Promise.all([
      save(learner, id, noteId, { resourceId: first, text: 'One' }),
      save(learner, id, noteId, { resourceId: first, text: 'One' }),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const refused = await save(learner, id, randomUUID(), { resourceId: first, text: 'Two' })
    expect([refused.status, refused.body.errorCode]).toEqual([422, 'NOTE_LIMIT_REACHED'])
    expect((await save(learner, id, noteId, { resourceId: first, text: 'Changed' })).status).toBe(200)
    const file = await server.call('exportNotes', { params: { courseId: id }, query: {}, as: learner })
    expect(file.body.data.markdown.match(/Bookmark/g)).toHaveLength(noteLimits.perCourse - 1)
  })

  test.each([
    ['a text of 5,001 characters', { text: 'x'.repeat(5001) }],
    ['a negative time', { positionMs: -1 }],
    ['page 0', { page: 0 }],
  ])('%s is refused', async (_, wrong) => {
    const { id, first } = await course(learner)
    expect((await save(learner, id, randomUUID(), { resourceId: first, ...wrong })).status).toBe(400)
  })
})

describe('listing notes', () => {
  test('notes are listed by lesson and time, in pages, for one lesson, and by words in them', async () => {
    const { id, first, second, paper } = await course(learner)
    for (const [resourceId, place, text] of [
      [paper, { page: 2 }, 'paper 2'],
      [second, { positionMs: 1000 }, 'second 1'],
      [first, { positionMs: 9000 }, 'first 9'],
      [first, { positionMs: 2000 }, 'first 2 Émile'],
    ] as const)
      await save(learner, id, randomUUID(), { resourceId, ...place, text })
    const all = ['first 2 Émile', 'first 9', 'second 1', 'paper 2']
    expect(await texts(learner, id)).toEqual(all)
    const page = (await list(learner, id, { limit: '3' })).body
    expect(page.meta).toEqual({ total: 4, nextCursor: '3' })
    const last = (await list(learner, id, { limit: '3', cursor: '3' })).body
    expect([...page.data, ...last.data].map(({ text }) => text)).toEqual(all)
    expect(last.meta.nextCursor).toBe(null)
    expect(await texts(learner, id, { resourceId: String(first) })).toEqual(['first 2 Émile', 'first 9'])
    expect(await texts(learner, id, { search: ' EMILE ' })).toEqual(['first 2 Émile'])
    expect(await texts(learner, id, { search: '%' })).toEqual([])
    expect(await texts(learner, id, { search: 'second light' })).toEqual(['second 1'])
  })

  test('a removed lesson keeps its notes under its last title, at the end, and they can still be changed', async () => {
    const { id, first, second } = await course(learner)
    const noteId = randomUUID()
    await save(learner, id, noteId, { resourceId: first, positionMs: 1000, text: 'Of the removed one' })
    await save(learner, id, randomUUID(), { resourceId: second, text: 'Of the other' })
    await server.call('deleteResource', { params: { id: first }, as: teacher })
    const { data } = (await list(learner, id)).body
    expect(data.map(({ text, lesson }) => [text, lesson.title, lesson.contentId === null])).toEqual([
      ['Of the other', 'Second light', false],
      ['Of the removed one', 'First light', true],
    ])
    const changed = await save(learner, id, noteId, {
      resourceId: first,
      positionMs: 1000,
      text: 'Changed',
      version: 1,
    })
    expect(changed.body.data).toMatchObject({ text: 'Changed', lesson: { title: 'First light' } })
    expect((await remove(learner, id, noteId)).status).toBe(200)
  })

  test('notes are listed and saved again in as many statements as written here', async () => {
    const { id, first } = await course(learner)
    for (let second = 0; second < 20; second += 1)
      await save(learner, id, randomUUID(), { resourceId: first, positionMs: second * 1000, text: 'Note' })
    const noteId = randomUUID()
    let text = 'Typed'
    const autosave = () => save(learner, id, noteId, { resourceId: first, text: (text += '.') })
    // Each call needs three statements: for the session, for the standing and for the notes.
    expect(await statementsOf(() => list(learner, id))).toBe(3)
    expect(await statementsOf(autosave)).toBe(3)
    expect(await statementsOf(() => remove(learner, id, noteId))).toBe(3)
  })
})

describe('privacy', () => {
  test('nobody else lists, exports, changes or deletes a note: not a fellow learner, the teacher or a superadmin', async () => {
    const { id, first } = await course(learner, other)
    const noteId = randomUUID()
    await save(learner, id, noteId, { resourceId: first, positionMs: 1000, text: 'Private' })
    const superadmin = await server.person('superadmin')
    for (const person of [teacher, superadmin]) {
      const refused = [
        await list(person, id),
        await save(person, id, noteId, { resourceId: first, text: 'Changed' }),
        await remove(person, id, noteId),
        await server.call('exportNotes', { params: { courseId: id }, query: {}, as: person }),
      ]
      expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    }
    // People who are enrolled have notes of their own, even under the same UUID.
    for (const person of [other, teacher, superadmin]) {
      if (person !== other) await grant(person, id)
      expect(await texts(person, id)).toEqual([])
      expect((await save(person, id, noteId, { resourceId: first, text: 'Another' })).status).toBe(200)
      await remove(person, id, noteId)
    }
    expect(await texts(learner, id)).toEqual(['Private'])
  })

  test('notes are closed while the enrolment is revoked, and come back with it', async () => {
    const { id, first } = await course(learner)
    await save(learner, id, randomUUID(), { resourceId: first, text: 'Waiting' })
    await revoke(learner, id)
    expect((await list(learner, id)).status).toBe(403)
    await grant(learner, id)
    expect(await texts(learner, id)).toEqual(['Waiting'])
  })

  test('the notes of an erased person are deleted, and only theirs', async () => {
    const { id, first } = await course(learner, other)
    for (const person of [learner, other])
      await save(person, id, randomUUID(), { resourceId: first, text: 'Mine' })
    await server.database.transaction((tx) => emit(tx, 'user.erased', { userId: other.id }))
    await server.jobs.runDueOnce()
    expect([await texts(other, id), await texts(learner, id)]).toEqual([[], ['Mine']])
  })
})

test('the export is a Markdown text in the asked language with links to the server', async () => {
  const { id, first } = await course(learner)
  await save(learner, id, randomUUID(), { resourceId: first, positionMs: 61_000, text: 'Nota saya' })
  const { body } = await server.call('exportNotes', {
    params: { courseId: id },
    query: { language: 'ms' },
    as: learner,
  })
  expect(body.data.fileName).toBe('Nota-Orbits.md')
  expect(body.data.markdown).toMatch(/^# Nota tentang Orbits\n\n## First light\n\n\*\*\[1:01\]\(http/)
  expect(body.data.markdown).toMatch(/\/resources\/\d+\?t=61\)\*\*\n\n> Nota saya\n$/)
})
