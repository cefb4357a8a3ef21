import type { LessonBlock } from '@apogee/contracts/courses/lesson-document.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type CourseForm } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { uploadFile } from '#server/features/media/testing.ts'

let server: TestApp
let owner: TestPerson
let people: Record<string, TestPerson | null>

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments, limitsOn: false })
  const admin = await server.person('admin')
  const stranger = await server.person('admin')
  owner = await server.person('instructor', { businessId: admin.businessId })
  people = {
    'a visitor': null,
    'a student': await server.person(),
    'a learner': await server.person(),
    'the instructor': owner,
    'another instructor': await server.person('instructor', { businessId: stranger.businessId }),
    'the admin': admin,
    'another admin': stranger,
    'a superadmin': await server.person('superadmin'),
  }
})
afterAll(() => server.stop())

const stampOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23)
const vtt = (...lines: string[]) =>
  Buffer.from(
    `WEBVTT\n\n${lines.map((line, at) => `${stampOf(at * 10)} --> ${stampOf(at * 10 + 3)}\n${line}\n`).join('\n')}`,
  )

/** Uploads captions for the video of a lesson as the course's owner. */
async function addCaptions(resourceId: number, language: Language, ...lines: string[]) {
  const { url } = await uploadFile(server, owner, vtt(...lines), `${language}.vtt`, 'captions')
  const publicId = /\/media\/([^?]+)/.exec(url)?.[1]
  await sql`INSERT INTO media_captions (media_id, language, caption_media_id)
            SELECT r.media_id, ${language}, track.id FROM outline_resources r, media track
             WHERE r.id = ${resourceId} AND track.public_id = ${publicId}`.execute(server.database.kysely)
}

const search = (courseId: number, as: TestPerson | null, query: { q: string; language?: Language }) =>
  server.call('searchLessons', { params: { id: courseId }, query, as })

const paragraph = (text: string): LessonBlock => ({ type: 'paragraph', content: [{ type: 'text', text }] })

async function addText(contentId: number, title: string, ...lines: string[]) {
  const created = await server.call('createLessonText', {
    params: { id: contentId },
    body: { title },
    as: owner,
  })
  const { id } = created.body.data
  await publishText(id, ...lines)
  return id
}

async function publishText(id: number, ...lines: string[]) {
  const body = { document: { type: 'doc' as const, content: lines.map(paragraph) } }
  expect((await server.call('publishLessonText', { params: { id }, body, as: owner })).status).toBe(200)
}

/** Creates a course with one lesson whose captions have these lines. */
async function courseWith(lines: string[], form: Partial<CourseForm> = {}) {
  const course = await makeCourse(server.database, {
    owner,
    contents: [{ resources: [{ title: 'Saling' }] }],
    ...form,
  })
  const lesson = course.contents[0]?.resources[0] ?? 0
  if (lines.length > 0) await addCaptions(lesson, 'en', ...lines)
  return { id: course.id, lesson, contentId: course.contents[0]?.id ?? 0 }
}

describe('who finds what', () => {
  /** The contents are a free preview, a lesson for learners, a draft, and a preview in an unpublished module. */
  const contents = [
    {
      resources: [{ isPreview: true }, {}, { isPublished: false, isPreview: true }, { type: 'pdf' as const }],
    },
    { isPublished: false, resources: [{ isPreview: true }] },
  ]
  const kinds: Record<string, Partial<CourseForm>> = {
    'public course': {},
    'private course': { isPrivate: true },
    draft: { isDraft: true },
    'archived course': { isArchived: true },
  }

  test.each(Object.entries(kinds))(
    'a search in a %s finds lines of exactly the lessons whose caption files and texts the person may open',
    async (_, form) => {
      const course = await makeCourse(server.database, { owner, priceCents: 4900, ...form, contents })
      const moduleId = course.contents[0]?.id ?? 0
      const texts = [
        await addText(moduleId, 'Preview', 'The secret of a preview.'),
        await addText(moduleId, 'Lesson', 'The secret of a text.'),
        await addText(moduleId, 'Draft', 'The secret of a draft.'),
        await addText(course.contents[1]?.id ?? 0, 'Hidden module', 'The secret of a module.'),
      ]
      await sql`UPDATE course_resources SET is_preview = id IN (${texts[0]}, ${texts[3]}), is_published = id <> ${texts[2]}
                 WHERE id = ANY(${texts}::int[])`.execute(server.database.kysely)
      const videos = course.contents.flatMap(({ resources }) => resources).filter((_id, at) => at !== 3)
      for (const id of videos) await addCaptions(id, 'en', `The secret of lesson ${id}.`)
      const learner = people['a learner']?.id ?? 0
      await sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${learner}, ${course.id}, 'granted')`.execute(
        server.database.kysely,
      )
      const foundBy: Record<string, number[]> = {}
      for (const [name, as] of Object.entries(people)) {
        const detail = await server.call('readCourse', { params: { courseId: course.id }, as })
        const found = await search(course.id, as, { q: 'secret' })
        expect(found.status, name).toBe(detail.status)
        if (detail.status !== 200) {
          expect(found.body.errorCode, name).toBe(detail.body.errorCode)
          continue
        }
        const readable: number[] = []
        for (const { id, captions = [] } of detail.body.data.contents.flatMap(({ resources }) => resources)) {
          const url = captions[0]?.url
          if (url !== undefined && (await server.app.inject({ url })).statusCode === 200) readable.push(id)
          if (!texts.includes(id)) continue
          const { status } = await server.call('readLessonText', { params: { id }, as })
          if (status === 200) readable.push(id)
        }
        foundBy[name] = found.body.data.lessons.map(({ resourceId }) => resourceId)
        expect(foundBy[name], name).toEqual(readable)
      }
      const [preview, lesson] = videos
      const [previewText, text] = texts
      expect(new Set(foundBy['the instructor'])).toEqual(new Set([...videos, ...texts]))
      expect(foundBy['a learner']).toEqual([preview, lesson, previewText, text])
      const isPublic = Object.keys(form).length === 0
      expect(foundBy['a visitor']).toEqual(isPublic ? [preview, previewText] : undefined)
    },
  )

  test('the search stops with the access: after an enrolment has ended nothing is found', async () => {
    const { id, lesson } = await courseWith(['The secret.'])
    const learner = await server.person()
    await server.database.transaction((tx) =>
      server.services.enrolments.grant(tx, { userId: learner.id, courseId: id, source: 'granted' }),
    )
    const found = async () => {
      const { body } = await search(id, learner, { q: 'secret' })
      return body.data.lessons.map(({ resourceId }) => resourceId)
    }
    expect(await found()).toEqual([lesson])
    await sql`UPDATE enrolments SET revoked_at = now() WHERE user_id = ${learner.id}`.execute(
      server.database.kysely,
    )
    expect(await found()).toEqual([])
  })

  test('a file that is also in another course shows no draft of this one', async () => {
    const draft = await courseWith(['The shared secret.'], {
      contents: [{ resources: [{ isPublished: false }] }],
    })
    const other = await courseWith([])
    await sql`UPDATE course_resources SET media_id = (SELECT media_id FROM course_resources WHERE id = ${draft.lesson})
               WHERE id = ${other.lesson}`.execute(server.database.kysely)
    const learner = await server.person()
    await server.database.transaction((tx) =>
      server.services.enrolments.grant(tx, { userId: learner.id, courseId: other.id, source: 'granted' }),
    )
    expect((await search(other.id, learner, { q: 'shared' })).body.data.lessons).toHaveLength(1)
    expect((await search(draft.id, learner, { q: 'shared' })).body.data.lessons).toEqual([])
  })
})

describe('what is found', () => {
  test('a hit names the lesson, the second of its line, and the words around it', async () => {
    const long = `${'before '.repeat(20)}Ça va, café? ${'after '.repeat(30)}`.trim()
    const { id, lesson, contentId } = await courseWith(['First line.', long])
    const { body } = await search(id, owner, { q: ' VA,  Cafe ' })
    expect(body.data).toEqual({
      lessons: [
        {
          resourceId: lesson,
          courseContentId: contentId,
          title: 'Saling',
          language: 'en',
          hits: [
            { seconds: 10, snippet: expect.stringMatching(/^…before .* Ça va, café\? after .* after…$/) },
          ],
        },
      ],
      marks: ['VA,  Cafe'],
      hasMore: false,
      lessonsNotSearched: 0,
    })
    expect(body.data.lessons[0]?.hits[0]?.snippet.length).toBeLessThan(200)
  })

  test('a phrase across two cues of a sentence is found', async () => {
    const { id, lesson } = await courseWith([])
    const file = Buffer.from(
      'WEBVTT\n\n00:00.000 --> 00:02.000\nthe light of\n\n00:02.000 --> 00:04.000\nthe two colours\n',
    )
    const { url } = await uploadFile(server, owner, file, 'en.vtt', 'captions')
    await sql`INSERT INTO media_captions (media_id, language, caption_media_id)
              SELECT r.media_id, 'en', track.id FROM outline_resources r, media track
               WHERE r.id = ${lesson} AND track.public_id = ${/\/media\/([^?]+)/.exec(url)?.[1]}`.execute(
      server.database.kysely,
    )
    const { body } = await search(id, owner, { q: 'light of the two' })
    expect(body.data.lessons[0]?.hits).toEqual([{ seconds: 0, snippet: 'the light of the two colours' }])
  })

  test('a lesson is searched in the language asked for, or in its first', async () => {
    const { id, lesson } = await courseWith(['Good morning.'])
    await addCaptions(lesson, 'ms', 'Selamat pagi.')
    const languages = async (q: string, language?: Language) => {
      const { body } = await search(id, owner, { q, ...(language && { language }) })
      return body.data.lessons.map((found) => found.language)
    }
    expect(await languages('selamat', 'ms')).toEqual(['ms'])
    expect(await languages('selamat')).toEqual([])
    expect(await languages('morning')).toEqual(['en'])
    await sql`DELETE FROM media_captions WHERE language = 'en'
               AND media_id = (SELECT media_id FROM course_resources WHERE id = ${lesson})`.execute(
      server.database.kysely,
    )
    expect(await languages('selamat', 'en')).toEqual(['ms'])
  })

  test('an answer has at most 50 lines, and says that there are more', async () => {
    const { id } = await courseWith(Array.from({ length: 60 }, (_, at) => `Word number ${at}.`))
    const { body } = await search(id, owner, { q: 'word' })
    expect(body.data.lessons[0]?.hits).toHaveLength(50)
    expect(body.data.hasMore).toBe(true)
    expect((await search(id, owner, { q: 'number 5' })).body.data).toMatchObject({ hasMore: false })
  })

  test('captions whose file is missing are counted, and the others are searched', async () => {
    const course = await makeCourse(server.database, { owner, contents: [{ resources: [{}, {}] }] })
    const [without = 0, lesson = 0] = course.contents[0]?.resources ?? []
    for (const id of [without, lesson]) await addCaptions(id, 'en', 'Found all the same.')
    const lost = await sql<{ storageKey: string }>`
      SELECT track.storage_key AS "storageKey" FROM course_resources r
        JOIN media_captions t ON t.media_id = r.media_id JOIN media track ON track.id = t.caption_media_id
       WHERE r.id = ${without}`.execute(server.database.kysely)
    await server.dependencies.storage.remove(lost.rows[0]?.storageKey ?? '')
    const { body } = await search(course.id, owner, { q: 'found' })
    expect(body.data.lessons.map(({ resourceId }) => resourceId)).toEqual([lesson])
    expect(body.data.lessonsNotSearched).toBe(1)
  })

  test.each([
    ['one character', 'a'],
    ['blanks around one character', '   a   '],
    ['nothing but accents', '\u0301\u0301\u0301'],
    ['101 characters', 'a'.repeat(101)],
  ])('a search for %s is refused by name', async (_, q) => {
    const { id } = await courseWith([])
    const answer = await search(id, owner, { q })
    expect(answer.status).toBe(400)
    expect(answer.raw.json()).toMatchObject({
      errorCode: 'VALIDATION',
      issues: [{ path: 'q', message: 'must have 2 to 100 characters' }],
    })
  })
})

describe('texts', () => {
  test('a hit in a text names its block, also within a list, in the order of the course', async () => {
    const { id, lesson, contentId } = await courseWith(['An orbit is a fall.'])
    const text = await addText(contentId, 'Reading', 'About nothing.', 'Each orbit has a period.')
    expect((await search(id, owner, { q: 'orbit' })).body.data.lessons).toEqual([
      expect.objectContaining({ resourceId: lesson, language: 'en' }),
      {
        resourceId: text,
        courseContentId: contentId,
        title: 'Reading',
        hits: [{ block: 1, snippet: 'Each orbit has a period.' }],
      },
    ])
  })

  test('a text that was changed is found by its new words, and its draft by none', async () => {
    const { id, contentId } = await courseWith([])
    const text = await addText(contentId, 'Reading', 'The first words.')
    const found = async (q: string) => (await search(id, owner, { q })).body.data.lessons.length
    expect(await found('first')).toBe(1)
    await publishText(text, 'The second words.')
    expect([await found('first'), await found('second')]).toEqual([0, 1])
    const document = { type: 'doc' as const, content: [paragraph('The third words.')] }
    await server.call('saveLessonTextDraft', { params: { id: text }, body: { document }, as: owner })
    expect([await found('second'), await found('third')]).toEqual([1, 0])
  })

  test('a text in a module that is not open yet is found by nobody but its teachers', async () => {
    const { id, contentId } = await courseWith([])
    await addText(contentId, 'Reading', 'The sealed words.')
    const learner = await server.person()
    await server.database.transaction((tx) =>
      server.services.enrolments.grant(tx, { userId: learner.id, courseId: id, source: 'granted' }),
    )
    const found = async (as: TestPerson) => (await search(id, as, { q: 'sealed' })).body.data.lessons.length
    expect(await found(learner)).toBe(1)
    const body = { opening: { afterDays: 9 } }
    expect((await server.call('updateContent', { params: { id: contentId }, body, as: owner })).status).toBe(
      200,
    )
    expect([await found(learner), await found(owner)]).toEqual([0, 1])
  })
})

describe('where no line has what was typed', () => {
  test('lines with all its words in any order are found, and the words are named for marking', async () => {
    const { id } = await courseWith(['The period of an orbit.', 'An orbit.', 'A period.'])
    const { data } = (await search(id, owner, { q: 'orbit period' })).body
    expect(data.lessons[0]?.hits).toEqual([{ seconds: 0, snippet: 'The period of an orbit.' }])
    expect(data.marks).toEqual(['orbit', 'period'])
    expect(data.searchedFor).toBeUndefined()
  })

  test('synonyms in the other language are found', async () => {
    const { id } = await courseWith(['Asas pemasaran digital.'])
    const { data } = (await search(id, owner, { q: 'marketing' })).body
    expect(data.lessons[0]?.hits[0]?.snippet).toBe('Asas pemasaran digital.')
    expect(data.marks).toContain('pemasaran')
  })

  test('a near spelling is found and named', async () => {
    const { id, contentId } = await courseWith(['Nothing of it.'])
    await addText(contentId, 'Reading', 'The médian of seven numbers, and variance.')
    const { data } = (await search(id, owner, { q: 'meidan numbres' })).body
    expect(data.searchedFor).toBe('median numbers')
    expect(data.lessons[0]?.hits[0]?.snippet).toContain('médian of seven numbers')
    expect((await search(id, owner, { q: 'xqzzw' })).body.data).toEqual({
      lessons: [],
      marks: ['xqzzw'],
      hasMore: false,
      lessonsNotSearched: 0,
    })
  })

  test('the words of lessons that the caller may not open are never suggested', async () => {
    const { id, contentId } = await courseWith([], { priceCents: 4900 })
    await addText(contentId, 'Reading', 'The confidential word.')
    const stranger = people['a student'] ?? null
    expect((await search(id, stranger, { q: 'confidentail' })).body.data).toEqual({
      lessons: [],
      marks: ['confidentail'],
      hasMore: false,
      lessonsNotSearched: 0,
    })
  })
})
