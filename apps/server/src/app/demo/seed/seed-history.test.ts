import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDemoSchool } from '../load-demo-school.ts'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { publishedPassword } from '#server/features/accounts/passwords/published-password.ts'
import { startTestApp, type TestApp } from '../../testing.ts'
import { seedDemoSchool } from './seed-demo.ts'

const demoSchool = loadDemoSchool()
let server: TestApp
let student: { token: string; id: number }
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments, checkCredentials: async () => 'accepted' } })
  await server.services.businesses.connectPlatformAccount({ chipSecret: 'platform', chipBrandId: 'platform' })
  await seedDemoSchool(server.services, server.dependencies)
  const { body } = await server.call('login', {
    body: { email: 'student@apogee.test', password: publishedPassword },
  })
  student = { token: body.data.token, id: body.data.user.id }
})
afterAll(() => server.stop())

async function rows<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
  return (await query.execute(server.database.kysely)).rows
}

const own = async () => (await server.call('readAchievements', { as: student })).body.data

describe('the demo student', () => {
  test('the demo student has 2,450 XP, computed from the database', async () => {
    expect((await own()).xp).toBe(2450)
    // The query computes the same numbers from other rows: lessons, courses, attempts, discussions, and days in Kuala Lumpur.
    const [counted] = await rows(sql<Record<string, number>>`
      WITH published AS (
        SELECT cc.course_id, cr.id AS resource_id, cr.file_type = 'video' AS is_video, p.completed_at
          FROM enrolments e
          JOIN course_contents cc ON cc.course_id = e.course_id AND cc.is_published
          JOIN course_resources cr ON cr.content_id = cc.id AND cr.is_published
          LEFT JOIN resource_progress p ON p.resource_id = cr.id AND p.user_id = e.user_id
         WHERE e.user_id = ${student.id} AND e.revoked_at IS NULL),
      courses AS (
        SELECT course_id,
               CASE WHEN bool_or(is_video) THEN bool_and(completed_at IS NOT NULL) FILTER (WHERE is_video)
                    ELSE bool_and(completed_at IS NOT NULL) END AS is_done
          FROM published GROUP BY course_id),
      days AS (
        SELECT DISTINCT (at AT TIME ZONE ${malaysiaTimeZone})::date AS day FROM (
          SELECT completed_at FROM published WHERE completed_at IS NOT NULL
          UNION ALL SELECT last_accessed_at FROM enrolments WHERE user_id = ${student.id} AND last_accessed_at IS NOT NULL
          UNION ALL SELECT graded_at FROM attempts WHERE user_id = ${student.id} AND graded_at IS NOT NULL
          UNION ALL SELECT created_at FROM discussions WHERE author_id = ${student.id}
          UNION ALL SELECT created_at FROM discussion_posts WHERE author_id = ${student.id}) AS deeds (at)),
      runs AS (
        SELECT count(*)::int4 AS days FROM (
          SELECT day, day - (row_number() OVER (ORDER BY day))::int4 AS run FROM days) AS numbered GROUP BY run)
      SELECT (SELECT count(*)::int4 FROM published WHERE completed_at IS NOT NULL) AS lessons,
             (SELECT count(*)::int4 FROM courses WHERE is_done) AS courses,
             (SELECT count(DISTINCT assessment_id)::int4 FROM attempts
               WHERE user_id = ${student.id} AND percentage >= 60) AS passed,
             (SELECT count(*)::int4 FROM discussions WHERE author_id = ${student.id}) AS started,
             (SELECT count(DISTINCT d.id)::int4 FROM discussion_posts p JOIN discussions d ON d.id = p.discussion_id
               WHERE p.author_id = ${student.id} AND d.author_id <> ${student.id}) AS answered,
             (SELECT max(days) FROM runs) AS "longestRun"`)
    const { lessons = 0, courses = 0, passed = 0, started = 0, answered = 0, longestRun = 0 } = counted ?? {}
    const forDays = (longestRun >= 3 ? 50 : 0) + (longestRun >= 7 ? 100 : 0)
    expect(longestRun).toBeLessThan(30)
    expect(lessons * 50 + courses * 300 + passed * 150 + (started + answered) * 50 + forDays).toBe(2450)
    expect(courses).toBeGreaterThan(0)
  })

  test('the demo student has learned on each of the last seven days until yesterday, at any hour of seeding', async () => {
    const found = await rows(sql<{ hoursAgo: number }>`
      SELECT extract(epoch FROM ${server.clock.now()}::timestamptz - quarter)::float8 / 3600 AS "hoursAgo"
        FROM learning_activity WHERE user_id = ${student.id}`)
    for (let hour = 0; hour < 24; hour++) {
      // If the server had started at this hour of a day in Kuala Lumpur, the activities would have been this many days ago.
      const daysAgo = new Set(found.map(({ hoursAgo }) => Math.ceil((hoursAgo - 0.25 - hour) / 24)))
      expect([...daysAgo]).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6, 7]))
    }
    const { streak, level, badges, averageScore } = await own()
    expect(streak.days).toBeGreaterThanOrEqual(7)
    expect(streak.days).toBeLessThan(30)
    expect(level).toBe(7)
    expect(averageScore).toBeGreaterThan(0)
    const earned = badges.filter(({ earnedAt }) => earnedAt !== null).map(({ key }) => key)
    expect(earned).toEqual(expect.arrayContaining(['first-light', 'touchdown', 'unbroken-orbit']))
    expect(earned).not.toContain('high-point')
  })

  test('the demo student holds a certificate of each finished course, visible to everybody with the link', async () => {
    const { body } = await server.call('listCertificates', { query: {}, as: student })
    const finished = ['statistics-out-loud', 'git-without-fear', 'retail-data-clinic']
    const titles = demoSchool.courses.filter(({ key }) => finished.includes(key)).map(({ title }) => title)
    expect(body.data.map(({ courseTitle }) => courseTitle).toSorted()).toEqual(titles.toSorted())
    for (const { id, courseTitle } of body.data) {
      const shown = await server.call('readCertificate', { params: { id }, as: null })
      expect(shown.body.data).toMatchObject({ learnerName: 'Aisyah Rahman', courseTitle })
    }
  })

  test('the demo student has notifications, the newest unread', async () => {
    const { body } = await server.call('listNotifications', { query: { limit: '100' }, as: student })
    expect(body.meta.unread).toBeGreaterThan(0)
    expect(body.meta.unread).toBeLessThan(body.meta.total)
    expect(new Set(body.data.map(({ kind }) => kind))).toEqual(
      new Set([
        'course.enrolled',
        'order.paid',
        'certificate.issued',
        'badge.earned',
        'attempt.graded',
        'discussion.answered',
      ]),
    )
    const times = body.data.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().toReversed())
  })
})

test('all points, badges and certificates of the demo school have a source', async () => {
  const unfounded = await rows(sql<{ userId: number; kind: string }>`
    SELECT x.user_id AS "userId", x.kind FROM xp_events x
     WHERE CASE x.kind
       WHEN 'lesson.completed' THEN NOT EXISTS (SELECT 1 FROM resource_progress p
         WHERE p.user_id = x.user_id AND p.resource_id = x.ref AND p.completed_at = x.at)
       WHEN 'course.completed' THEN NOT EXISTS (SELECT 1 FROM certificates c
         WHERE c.user_id = x.user_id AND c.course_id = x.ref AND c.issued_at = x.at)
       WHEN 'attempt.passed' THEN NOT EXISTS (SELECT 1 FROM attempts a
         WHERE a.user_id = x.user_id AND a.assessment_id = x.ref AND a.graded_at = x.at AND a.percentage >= 60)
       WHEN 'discussion.started' THEN NOT EXISTS (SELECT 1 FROM discussions d
         WHERE d.author_id = x.user_id AND d.id = x.ref)
       WHEN 'discussion.answered' THEN NOT EXISTS (SELECT 1 FROM discussion_posts p
         WHERE p.author_id = x.user_id AND p.discussion_id = x.ref)
       ELSE false END`)
  expect(unfounded).toEqual([])
  const [events] = await rows(
    sql<{ count: number }>`SELECT count(*) FROM domain_events WHERE kind LIKE '%.earned'`,
  )
  expect(events?.count).toBe(0)
})
