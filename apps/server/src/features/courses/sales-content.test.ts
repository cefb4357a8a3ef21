import { salesContentLimits } from '@apogee/contracts/limits.ts'
import type { RequestOf } from '@apogee/contracts/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp, TestPerson } from '#server/app/testing.ts'
import { startTestSchool, type TestSchool } from './testing.ts'

let school: TestSchool
let server: TestApp
let courseId: number
beforeAll(async () => {
  school = await startTestSchool()
  server = school.server
  courseId = (await school.makeCourse(school.teacher)).id
})
afterAll(() => server.stop())

type Changes = RequestOf<'updateSalesContent'>['body']
const save = (body: Changes, as: TestPerson = school.teacher, id = courseId) =>
  server.call('updateSalesContent', { params: { id }, body, as })
const read = (as: TestPerson = school.teacher) =>
  server.call('readSalesContent', { params: { id: courseId }, as })
const shown = async () =>
  (await server.call('courseSales', { params: { courseId }, query: {}, as: null })).body.data

const counted = expect.any(Number)
const whole = {
  subtitle: 'From the first ellipse to your own orbit.',
  outcomes: ['Draw an orbit'],
  requirements: ['A ruler'],
  audience: ['People who look up'],
  faq: [{ question: 'Is it hard?', answer: 'Only once.' }],
  planLines: ['Ask the teacher for a year'],
}

describe('what a seller writes for the sales page', () => {
  test('sales content is empty at first, and then the saved one for its seller and for visitors', async () => {
    const empty = { subtitle: '', outcomes: [], requirements: [], audience: [], faq: [], planLines: [] }
    expect((await read()).body.data).toEqual({ ...empty, version: counted })
    expect(await shown()).toMatchObject(empty)
    expect((await save(whole)).body.data).toEqual({ ...whole, version: counted })
    expect((await read(school.admin)).body.data).toEqual({ ...whole, version: counted })
    expect(await shown()).toMatchObject(whole)
  })

  test('absent fields of sales content stay, and empty ones are cleared', async () => {
    await save(whole)
    const subtitle = 'Another one.'
    expect((await save({ subtitle })).body.data).toEqual({ ...whole, subtitle, version: counted })
    expect((await save({})).body.data).toEqual({ ...whole, subtitle, version: counted })
    const less = { subtitle: '', faq: [] }
    expect((await save(less)).body.data).toEqual({ ...whole, ...less, version: counted })
  })

  test('sales content is trimmed, keeps its order, and may repeat an entry', async () => {
    const outcomes = ['  b  ', 'a', 'a']
    expect((await save({ outcomes })).body.data.outcomes).toEqual(['b', 'a', 'a'])
  })

  const long = (length: number) => 'x'.repeat(length + 1)
  const many = (most: number) => Array.from({ length: most + 1 }, () => 'x')
  test.each<[string, string, Changes]>([
    ['subtitle', 'subtitle', { subtitle: long(salesContentLimits.subtitle) }],
    ['outcome', 'outcomes.0', { outcomes: [long(salesContentLimits.outcomes.length)] }],
    ['blank requirement', 'requirements.1', { requirements: ['x', ' '] }],
    ['number of outcomes', 'outcomes', { outcomes: many(salesContentLimits.outcomes.most) }],
    ['number of requirements', 'requirements', { requirements: many(salesContentLimits.requirements.most) }],
    ['number of readers', 'audience', { audience: many(salesContentLimits.audience.most) }],
    ['number of plan lines', 'planLines', { planLines: many(salesContentLimits.planLines.most) }],
    [
      'number of questions',
      'faq',
      { faq: many(salesContentLimits.faq.most).map((question) => ({ question, answer: 'x' })) },
    ],
    ['question without answer', 'faq.0.answer', { faq: [{ question: 'x', answer: '' }] }],
    ['answer', 'faq.0.answer', { faq: [{ question: 'x', answer: long(salesContentLimits.faq.answer) }] }],
  ])(
    'sales content is refused for its %s by position, and nothing of it is stored',
    async (_, path, body) => {
      await save(whole)
      const refused = await save({ ...body })
      expect(refused.status).toBe(400)
      expect(refused.body).toMatchObject({ errorCode: 'VALIDATION', issues: [{ path }] })
      expect((await read()).body.data).toEqual({ ...whole, version: counted })
    },
  )

  test('sales content may be as long as its limits, in any script, and with lone surrogates', async () => {
    const outcomes = Array.from({ length: salesContentLimits.outcomes.most }, () =>
      '月'.repeat(salesContentLimits.outcomes.length),
    )
    expect((await save({ outcomes })).body.data.outcomes).toEqual(outcomes)
    expect((await save({ outcomes: ['half \ud800 a pair'] })).body.data.outcomes).toEqual([
      'half \ufffd a pair',
    ])
    expect((await save({ subtitle: '<script>alert(1)</script>' })).body.data.subtitle).toBe(
      '<script>alert(1)</script>',
    )
  })

  test('sales content of an archived course can be changed by its makers', async () => {
    const { id } = await school.makeCourse(school.teacher)
    await school.enrol(school.student, id)
    await server.call('deleteCourse', { params: { id }, as: school.teacher })
    for (const as of [school.teacher, school.admin]) {
      expect((await save({ subtitle: 'x' }, as, id)).status).toBe(200)
    }
    expect((await save({ subtitle: 'x' }, school.colleague, id)).body.errorCode).toBe('COURSE_NOT_FOUND')
  })

  test('changing sales content or a biography drops the cached public lists', async () => {
    const heard: string[] = []
    const client = await server.database.pool.connect()
    try {
      client.on('notification', ({ channel }) => heard.push(channel))
      await client.query('LISTEN courses_changed')
      await save({ subtitle: 'Something new.' })
      await expect.poll(() => heard).toEqual(['courses_changed'])
      await server.call('updateUser', {
        params: { id: school.teacher.id },
        body: { bio: 'Has looked up since 1990.' },
        as: school.teacher,
      })
      await expect.poll(() => heard).toHaveLength(2)
    } finally {
      await client.query('UNLISTEN *')
      client.release()
    }
  })
})
