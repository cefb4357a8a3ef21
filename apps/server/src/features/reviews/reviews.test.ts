import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { createReviewsTesting } from './testing.ts'

let server: TestApp
let reviews: ReturnType<typeof createReviewsTesting>
let learner: TestPerson
let other: TestPerson
let third: TestPerson
let admin: TestPerson
let teacher: TestPerson
let superadmin: TestPerson

beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments }, limitsOn: false })
  reviews = createReviewsTesting(server)
  learner = await server.person()
  other = await server.person()
  third = await server.person()
  admin = await server.person('admin')
  teacher = await server.person('instructor', { businessId: admin.businessId })
  superadmin = await server.person('superadmin')
})
afterAll(() => server.stop())

const course = (learners = [learner, other, third], form = {}) =>
  reviews.courseWith(learners, { owner: teacher, ...form })

describe('a review', () => {
  test('a review is written by a learner of the course and read by everybody', async () => {
    const id = await course()
    const { status, body } = await reviews.write(
      learner,
      id,
      4,
      '  Clear and short.\nMore exercises, please. ',
    )
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      courseId: id,
      rating: 4,
      text: 'Clear and short.\nMore exercises, please.',
      editedAt: null,
      reply: null,
      isMine: true,
      state: 'shown',
    })
    const shown = await reviews.listed(null, id)
    expect(shown.data).toHaveLength(1)
    expect(shown.data[0]).toMatchObject({ id: body.data.id, rating: 4, isMine: false })
    expect(shown.data[0]?.author.name).toMatch(/^Person/)
    expect(shown.summary).toEqual({ average: 4, count: 1, perStar: [0, 0, 0, 1, 0] })
    expect(shown.mine).toBeNull()
    expect(shown.permissions).toEqual({ write: false, reply: false, report: false })
    expect((await reviews.listed(learner, id)).mine).toMatchObject({ id: body.data.id, state: 'shown' })
  })

  test('a review may be stars without text, whole, from one to five', async () => {
    const id = await course()
    expect((await reviews.write(learner, id, 5)).body.data.text).toBe('')
    for (const rating of [0, 6, 3.5, -1]) {
      const refused = await reviews.write(learner, id, rating)
      expect(refused.status).toBe(400)
      expect(refused.body.error).toBe('rating: Please choose one to five stars')
    }
    const tooLong = await reviews.write(learner, id, 5, 'x'.repeat(2001))
    expect(tooLong.body.error).toBe('text: Must be at most 2000 characters')
    expect((await reviews.listed(learner, id)).mine).toMatchObject({ rating: 5, text: '' })
  })

  test('a review is replaced by the next one, and shows when it was changed', async () => {
    const id = await course()
    const first = await reviews.written(learner, id, 2, 'Too fast')
    server.clock.advance(60_000)
    expect((await reviews.written(learner, id, 2, 'Too fast')).editedAt).toBeNull()
    const changed = await reviews.written(learner, id, 5, 'I was wrong')
    expect(changed).toMatchObject({ id: first.id, rating: 5, createdAt: first.createdAt })
    expect(Date.parse(changed.editedAt ?? '')).toBe(Date.parse(first.createdAt) + 60_000)
    expect((await reviews.listed(null, id)).summary).toMatchObject({ average: 5, count: 1 })
  })

  test('concurrent saves of a review leave one, and the figures match it', async () => {
    const id = await course()
    const answers = await Promise.all([1, 2, 3, 4, 5].map((stars) => reviews.write(learner, id, stars)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const { data, summary } = await reviews.listed(null, id)
    expect(data).toHaveLength(1)
    expect(summary.count).toBe(1)
    expect(summary.average).toBe(data[0]?.rating)
  })

  test('concurrent reviews are all counted', async () => {
    const learners = await Promise.all(Array.from({ length: 6 }, () => server.person()))
    const id = await course(learners)
    await Promise.all(learners.map((one, place) => reviews.write(one, id, (place % 5) + 1)))
    expect((await reviews.listed(null, id)).summary).toEqual({
      average: 2.7,
      count: 6,
      perStar: [2, 1, 1, 1, 1],
    })
  })

  test('a review is deleted by its author only; deleting twice is idempotent', async () => {
    const id = await course()
    await reviews.write(learner, id, 3)
    expect((await reviews.remove(other, id)).status).toBe(200)
    expect((await reviews.listed(null, id)).data).toHaveLength(1)
    expect((await reviews.remove(learner, id)).status).toBe(200)
    expect((await reviews.remove(learner, id)).status).toBe(200)
    const { data, summary } = await reviews.listed(null, id)
    expect(data).toEqual([])
    expect(summary).toEqual({ average: null, count: 0, perStar: [0, 0, 0, 0, 0] })
  })

  test('a review by somebody who is not enrolled is refused', async () => {
    const id = await course([other])
    expect((await reviews.write(learner, id)).body.errorCode).toBe('FORBIDDEN')
    expect((await reviews.listed(learner, id)).permissions).toEqual({
      write: false,
      reply: false,
      report: true,
    })
  })

  test("a review by the course's teachers and sellers is refused, enrolled or not", async () => {
    const colleague = await server.person('instructor', { businessId: admin.businessId })
    const side = [teacher, admin, colleague, superadmin]
    const id = await course(side)
    for (const one of side) {
      expect((await reviews.write(one, id, 5)).body.errorCode).toBe('REVIEW_OF_OWN_COURSE')
      expect((await reviews.listed(one, id)).permissions.write).toBe(false)
    }
    expect((await reviews.listed(null, id)).data).toEqual([])
  })

  test('a review of an archived course stays with its learners', async () => {
    const id = await course()
    const written = await reviews.written(learner, id, 4)
    await sql`UPDATE courses SET archived_at = now() WHERE id = ${id}`.execute(server.database.kysely)
    expect((await reviews.list(null, id)).body.errorCode).toBe('COURSE_NOT_FOUND')
    const stranger = await server.person()
    expect((await reviews.report(stranger, written.id)).body.errorCode).toBe('REVIEW_NOT_FOUND')
    expect((await reviews.report(third, written.id)).status).toBe(200)
    expect((await reviews.write(other, id, 5)).status).toBe(200)
    expect((await reviews.listed(learner, id)).summary.count).toBe(2)
  })
})

describe('the list', () => {
  async function fiveReviews() {
    const learners = await Promise.all(Array.from({ length: 5 }, () => server.person()))
    const id = await course(learners)
    for (const [place, stars] of [3, 5, 1, 5, 3].entries()) {
      const one = learners[place]
      if (one) await reviews.write(one, id, stars, `number ${place}`)
    }
    return id
  }

  test.each([
    ['newest', ['4', '3', '2', '1', '0']],
    ['highest', ['3', '1', '4', '0', '2']],
    ['lowest', ['2', '4', '0', '3', '1']],
  ] as const)('reviews are paged, %s first', async (order, expected) => {
    const id = await fiveReviews()
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await reviews.listed(null, id, { order, limit: 2, ...(cursor !== null && { cursor }) })
      expect(page.meta.total).toBe(5)
      seen.push(...page.data.map(({ text }) => text.replace('number ', '')))
      cursor = page.meta.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual(expected)
  })

  test('an invalid cursor of reviews gives the first page', async () => {
    const id = await fiveReviews()
    for (const cursor of ['9', '0', '91', '700000000000000']) {
      expect((await reviews.list(null, id, { order: 'highest', cursor })).status).toBe(200)
    }
  })

  test('reviews of a private course are closed to people who may not see it', async () => {
    const id = await course([learner], { isPrivate: true })
    await reviews.write(learner, id, 5)
    expect((await reviews.listed(learner, id)).data).toHaveLength(1)
    expect((await reviews.listed(teacher, id)).data).toHaveLength(1)
    const [hidden, missing] = [await reviews.list(other, id), await reviews.list(other, 999_999)]
    expect(hidden.status).toBe(404)
    expect(hidden.raw.body).toBe(missing.raw.body)
    const review = (await reviews.listed(learner, id)).data[0]?.id ?? 0
    for (const call of [reviews.reply, reviews.report]) {
      expect((await call(other, review)).raw.body).toBe((await call(other, 999_999)).raw.body)
    }
  })
})

describe('the rating on cards', () => {
  test('the rating on cards is computed from reviews with one decimal, and the public list is current at once', async () => {
    const id = await course(undefined, { title: 'Rated on cards' })
    const onCard = async () =>
      (await server.call('listCourses', { query: { search: 'Rated on cards' }, as: null })).body.data[0]
        ?.rating
    expect(await onCard()).toBeNull()
    await reviews.write(learner, id, 5)
    await reviews.write(other, id, 4)
    await reviews.write(third, id, 4)
    expect(await onCard()).toEqual({ average: 4.3, count: 3 })
    const sales = await server.call('courseSales', { params: { courseId: id }, query: {}, as: null })
    expect(sales.body.data.course.rating).toEqual({ average: 4.3, count: 3 })
  })

  test("another process's review drops the cached list through the database", async () => {
    const id = await course(undefined, { title: 'Rated elsewhere' })
    const onCard = async () =>
      (await server.call('listCourses', { query: { search: 'Rated elsewhere' }, as: null })).body.data[0]
        ?.rating
    expect(await onCard()).toBeNull()
    const process = await server.startAgain()
    try {
      const sent = await process.app.inject({
        method: 'PUT',
        url: `/api/courses/${id}/review`,
        payload: { rating: 2 },
        headers: { authorization: `Bearer ${learner.token}` },
      })
      expect(sent.statusCode).toBe(200)
      // The clock stands still, so the cached average cannot have expired. It was dropped because the other process notified this
      // one.
      await expect.poll(onCard).toEqual({ average: 2, count: 1 })
    } finally {
      await process.app.close()
    }
  })

  test('the rating on cards follows a refund and a restored enrolment', async () => {
    const id = await course()
    await reviews.write(learner, id, 1, 'Not mine')
    await reviews.write(other, id, 5)
    await reviews.withPlace(learner, id, false)
    expect(await reviews.ratingOf(id)).toEqual({ average: 5, count: 1 })
    const without = await reviews.listed(learner, id)
    expect(without.data).toHaveLength(1)
    expect(without.mine).toMatchObject({ state: 'withdrawn', text: 'Not mine' })
    expect(without.permissions.write).toBe(false)
    expect((await reviews.write(learner, id, 2)).body.errorCode).toBe('FORBIDDEN')
    await reviews.withPlace(learner, id, true)
    expect(await reviews.ratingOf(id)).toEqual({ average: 3, count: 2 })
  })

  test('the rating on cards follows an erased account', async () => {
    const leaving = await server.person()
    const id = await course([leaving, other])
    const { id: review } = await reviews.written(other, id, 5)
    await reviews.write(leaving, id, 1)
    await reviews.report(leaving, review)
    await server.call('deleteUser', { params: { id: leaving.id }, as: superadmin })
    await server.jobs.runDueOnce()
    expect(await reviews.ratingOf(id)).toEqual({ average: 5, count: 1 })
    const { rows } = await sql`SELECT 1 FROM reviews WHERE user_id = ${leaving.id}`.execute(
      server.database.kysely,
    )
    expect(rows).toEqual([])
    expect((await reviews.reported(superadmin)).data.map(({ id }) => id)).not.toContain(review)
  })
})

describe('the seller’s reply', () => {
  test("the seller's reply is shown under the review in the seller's name, changed and deleted", async () => {
    const id = await course()
    const review = await reviews.written(learner, id, 2, 'No subtitles')
    expect((await reviews.reply(teacher, review.id, ' Now there are. ')).body.data.reply).toMatchObject({
      text: 'Now there are.',
      sellerName: expect.stringMatching(/^Business/),
      editedAt: null,
    })
    server.clock.advance(1000)
    const changed = (await reviews.reply(admin, review.id, 'In Malay too.')).body.data.reply
    expect(changed).toMatchObject({ text: 'In Malay too.' })
    expect(changed?.editedAt).not.toBeNull()
    expect((await reviews.listed(null, id)).data[0]?.reply?.text).toBe('In Malay too.')
    const taken = await server.call('deleteReviewReply', { params: { id: review.id }, as: teacher })
    expect(taken.body.data.reply).toBeNull()
  })

  test("the seller's reply is written by the course's instructor or their business's admin only", async () => {
    const id = await course()
    const review = await reviews.written(learner, id, 2)
    const stranger = await server.person('admin')
    const colleague = await server.person('instructor', { businessId: admin.businessId })
    for (const one of [learner, other, stranger, colleague, superadmin]) {
      expect((await reviews.reply(one, review.id)).body.errorCode).toBe('FORBIDDEN')
      expect((await reviews.listed(one, id)).permissions.reply).toBe(false)
    }
    for (const one of [teacher, admin]) expect((await reviews.listed(one, id)).permissions.reply).toBe(true)
    expect((await reviews.reply(teacher, review.id, ' ')).body.error).toBe('text: Please write something')
    expect((await reviews.reply(teacher, review.id, 'x'.repeat(2001))).status).toBe(400)
  })

  test('a superadmin replies where the platform itself sells', async () => {
    const id = await course()
    await sql`UPDATE courses SET seller_id = (SELECT id FROM sellers WHERE is_platform) WHERE id = ${id}`.execute(
      server.database.kysely,
    )
    const review = await reviews.written(learner, id, 3)
    const { body } = await reviews.reply(superadmin, review.id)
    expect(body.data.reply).toMatchObject({ sellerName: 'Apogee' })
  })
})

describe('what is reported', () => {
  const entry = async (id: number, state?: 'reported' | 'hidden') =>
    (await reviews.reported(superadmin, state)).data.find((one) => one.id === id)

  test("reported reviews are listed for superadmins, with each person's reason", async () => {
    const id = await course(undefined, { title: 'Reported here' })
    const review = await reviews.written(learner, id, 1, 'Call 012-345 6789')
    expect((await reviews.report(other, review.id, ' A phone number ')).status).toBe(200)
    await reviews.report(other, review.id, 'Again')
    await reviews.report(teacher, review.id, 'An advertisement')
    expect(await entry(review.id)).toMatchObject({
      text: 'Call 012-345 6789',
      course: { id, title: 'Reported here' },
      isHidden: false,
      reportCount: 2,
      reports: [{ reason: 'An advertisement' }, { reason: 'A phone number' }],
    })
    for (const one of [learner, teacher, admin]) {
      expect((await server.call('listReportedReviews', { query: {}, as: one })).body.errorCode).toBe(
        'FORBIDDEN',
      )
    }
  })

  test("reporting one's own review or without a reason is refused", async () => {
    const review = await reviews.written(learner, await course(), 1)
    expect((await reviews.report(learner, review.id)).body.errorCode).toBe('FORBIDDEN')
    expect((await reviews.report(other, review.id, ' ')).body.error).toBe('reason: Please say what is wrong')
    expect(
      (await server.call('reportReview', { params: { id: review.id }, body: { reason: 'x' }, as: null }))
        .status,
    ).toBe(401)
  })

  test('a hidden review is not counted; its author sees it with a note, and it can be shown again', async () => {
    const id = await course()
    const review = await reviews.written(learner, id, 1, 'Rude words')
    await reviews.write(other, id, 5)
    await reviews.report(other, review.id)
    for (const one of [learner, teacher, admin]) {
      expect((await reviews.hide(one, review.id)).body.errorCode).toBe('FORBIDDEN')
    }
    expect((await reviews.hide(superadmin, review.id)).status).toBe(200)
    expect(await reviews.ratingOf(id)).toEqual({ average: 5, count: 1 })
    expect((await reviews.listed(teacher, id)).data).toHaveLength(1)
    expect((await reviews.listed(learner, id)).mine).toMatchObject({ state: 'hidden', text: 'Rude words' })
    expect(await entry(review.id)).toBeUndefined()
    expect(await entry(review.id, 'hidden')).toMatchObject({ isHidden: true, reportCount: 0 })
    for (const call of [() => reviews.reply(teacher, review.id), () => reviews.report(other, review.id)]) {
      expect((await call()).body.errorCode).toBe('REVIEW_NOT_FOUND')
    }
    await reviews.hide(superadmin, review.id, false)
    expect(await reviews.ratingOf(id)).toEqual({ average: 3, count: 2 })
  })

  test('a hidden review stays hidden when it is deleted and written again', async () => {
    const id = await course()
    const review = await reviews.written(learner, id, 1, 'Rude words')
    await reviews.hide(superadmin, review.id)
    await reviews.remove(learner, id)
    expect((await reviews.listed(learner, id)).mine).toBeNull()
    expect(await entry(review.id, 'hidden')).toBeUndefined()
    expect(await reviews.written(learner, id, 1, 'Ruder words')).toMatchObject({ state: 'hidden' })
    expect((await reviews.listed(null, id)).data).toEqual([])
  })

  test('a review that was kept may be reported again once it was changed', async () => {
    const id = await course()
    const review = await reviews.written(learner, id, 1, 'Fair words')
    await reviews.report(other, review.id)
    await reviews.hide(superadmin, review.id, false)
    server.clock.advance(1000)
    await reviews.report(other, review.id, 'Still')
    expect(await entry(review.id)).toBeUndefined()
    await reviews.write(learner, id, 1, 'Rude words')
    await reviews.report(other, review.id, 'Now really')
    expect(await entry(review.id)).toMatchObject({ reports: [{ reason: 'Now really' }] })
  })
})

describe('who is told', () => {
  const notificationsTo = async (person: TestPerson, kind: string) => {
    await server.jobs.runDueOnce()
    const { body } = await server.call('listNotifications', { query: {}, as: person })
    return body.data.filter((one) => one.kind === kind)
  }

  test('the instructor is notified once of a new review, however often it is written', async () => {
    const id = await course(undefined, { title: 'Told of' })
    const about = async () =>
      (await notificationsTo(teacher, 'review.written')).filter(
        ({ data }) => 'courseId' in data && data.courseId === id,
      )
    await reviews.write(learner, id, 4)
    await reviews.write(learner, id, 5, 'More')
    await reviews.remove(learner, id)
    await reviews.write(learner, id, 3)
    expect(await about()).toHaveLength(1)
    expect((await about())[0]?.data).toEqual({ courseId: id, courseTitle: 'Told of', rating: 4 })
  })

  test('the learner is notified once of the reply', async () => {
    const asker = await server.person()
    const id = await course([asker], { title: 'Answered' })
    const review = await reviews.written(asker, id, 4)
    await reviews.reply(teacher, review.id)
    await reviews.reply(teacher, review.id, 'Thank you again')
    const told = await notificationsTo(asker, 'review.answered')
    expect(told.map(({ data }) => data)).toEqual([{ courseId: id, courseTitle: 'Answered' }])
  })
})

test('reports have an hourly limit, also under concurrency', async () => {
  const limited = await startTestApp({ payments: { ...unusedPayments } })
  try {
    const there = createReviewsTesting(limited)
    const owner = await limited.person('instructor')
    const [author, reporter] = [await limited.person(), await limited.person()]
    const ids: number[] = []
    for (let place = 0; place < 22; place += 1) {
      const id = await there.courseWith([author], { owner })
      ids.push((await there.written(author, id, 1)).id)
    }
    const answers = await Promise.all(ids.map((id) => there.report(reporter, id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.filter(({ body }) => body.errorCode === 'TOO_MANY_ATTEMPTS')).toHaveLength(2)
  } finally {
    await limited.stop()
  }
})
