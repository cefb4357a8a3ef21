import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSchool, type School } from '../catalogue.testing.ts'

let school: School
beforeAll(async () => {
  school = await startSchool()
})
afterAll(() => school.server.stop())

const relatedTo = async (courseId: number, as: Parameters<School['sales']>[1] = null) =>
  (await school.sales(courseId, as)).body.data.related.map(({ id }) => id)

test('related courses are the older ones of the category, then the newest', async () => {
  const made = []
  for (let place = 0; place < 7; place += 1) {
    made.push((await school.course({ category: 'Design', owner: school.loner })).id)
  }
  const [first = 0, second, third, , fifth = 0, sixth, seventh] = made
  expect(await relatedTo(fifth)).toEqual([made[3], third, second, first])
  expect(await relatedTo(first)).toEqual([seventh, sixth, fifth, made[3]])
})

test('when the category has too few, related courses of the same seller follow', async () => {
  const owner = await school.server.person('instructor')
  const stranger = await school.server.person('instructor')
  const own = await school.course({ owner, category: 'Marketing' })
  expect(await relatedTo(own.id)).toEqual([])
  const ofSeller = await school.course({ owner, category: null })
  const ofCategory = await school.course({ owner: stranger, category: 'Marketing' })
  expect(await relatedTo(own.id)).toEqual([ofCategory.id, ofSeller.id])
  expect(await relatedTo(ofSeller.id)).toEqual([own.id])
})

test('related courses contain no private, draft or archived course, nor the course itself', async () => {
  const owner = await school.server.person('instructor')
  const form = { owner, category: 'Business' } as const
  const own = await school.course(form)
  const hidden = await school.course({ ...form, isPrivate: true })
  const gone = await school.course({ ...form, isArchived: true })
  const draft = await school.course({ ...form, isDraft: true })
  for (const made of [hidden, gone, draft]) await school.place(school.learner, made)
  for (const as of [null, school.learner, owner, school.superadmin]) {
    expect(await relatedTo(own.id, as)).toEqual([])
  }
})

test('each related course is a card as in lists', async () => {
  const owner = await school.server.person('instructor')
  const form = { owner, category: 'Data Science' } as const
  const own = await school.course(form)
  const other = await school.course({ ...form, title: 'Beside it', priceCents: 900 })
  await school.place(school.learner, other)
  const { body } = await school.sales(own.id, school.learner)
  expect(body.data.related).toMatchObject([
    { id: other.id, title: 'Beside it', price: 900, isEnrolled: true, studentCount: 1 },
  ])
})
