import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSchool, type School } from './catalogue.testing.ts'

let school: School
beforeAll(async () => {
  school = await startSchool()
})
afterAll(() => school.server.stop())

const relatedTo = async (courseId: number, as: Parameters<School['sales']>[1] = null) =>
  (await school.sales(courseId, as)).body.data.related.map(({ id }) => id)

test('beside a course stand the older ones of its category, then the newest', async () => {
  const made = []
  for (let place = 0; place < 7; place += 1) {
    made.push((await school.course({ category: 'Design', owner: school.loner })).id)
  }
  const [first = 0, second, third, , fifth = 0, sixth, seventh] = made
  expect(await relatedTo(fifth)).toEqual([made[3], third, second, first])
  expect(await relatedTo(first)).toEqual([seventh, sixth, fifth, made[3]])
})

test('where the category has too few, those of the same seller follow, and then there are fewer', async () => {
  const owner = await school.server.person('instructor')
  const stranger = await school.server.person('instructor')
  const own = await school.course({ owner, category: 'Marketing' })
  expect(await relatedTo(own.id)).toEqual([])
  const ofSeller = await school.course({ owner, category: null })
  const ofCategory = await school.course({ owner: stranger, category: 'Marketing' })
  expect(await relatedTo(own.id)).toEqual([ofCategory.id, ofSeller.id])
  expect(await relatedTo(ofSeller.id)).toEqual([own.id])
})

test('neither a private course nor a draft or an archived one is among them, nor the course itself, whoever looks', async () => {
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

test('each is a card as lists show it', async () => {
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
