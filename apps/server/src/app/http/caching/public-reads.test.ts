/**
 * Tests that certain calls read from a standby (docs/decisions/read-replicas.md). The standby is simulated by a second pool on the
 * same database.
 */
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { connect, type Database, type Db } from '#server/platform/database/database.ts'
import { Replicas } from '#server/platform/database/replicas.ts'
import { watchStatements } from '#server/platform/database/testing/sent-statements.testing.ts'
import { currentPosition, identityOf, type Position } from '#server/platform/database/standby.ts'
import { makeCourse, type TestCourse } from '../../testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '../../testing.ts'

const log = pino({ level: 'silent' })
const standbyName = 'standby'
let server: TestApp
let standby: Database
let replicas: Replicas
let teacher: TestPerson
let course: TestCourse

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments, sellersNeedApproval: true })
  teacher = await server.person('instructor')
  course = await makeCourse(server.database, {
    owner: teacher,
    title: 'Tides',
    priceCents: 4900,
    contents: [{ resources: [{ title: 'First' }] }],
  })
  const { connectionString, database } = server
  standby = connect({ connectionString, poolSize: 4, applicationName: standbyName, log })
  replicas = new Replicas({
    standbys: [
      {
        address: standbyName,
        examine: async () => undefined,
        close: () => standby.close(),
        read: <T>(_position: Position, work: (db: Db) => Promise<T>) =>
          standby.kysely.transaction().setAccessMode('read only').execute(work),
      },
    ],
    position: () => currentPosition(database.kysely),
    identity: () => identityOf(database.kysely),
    log,
    // The pauses are long, because a check of the standby would add statements.
    pauses: { usedMs: 600_000 },
  })
  await replicas.start()
})
afterAll(async () => {
  await replicas.close()
  await server.stop()
})

interface Counted {
  answer: unknown
  /** These are the numbers of statements that read rows, by server. */
  onPrimary: number
  onStandby: number
}

/** Returns the answer of a process that has nothing cached, with or without a standby. */
async function ask(path: string, { as = null, hasStandby }: { as?: TestPerson | null; hasStandby: boolean }) {
  server.database.replicas = hasStandby ? replicas : null
  // The first request connects, listens, and reads what a process reads only once.
  const inject = () =>
    server.app.inject({ url: `/api${path}`, headers: as ? { authorization: `Bearer ${as.token}` } : {} })
  await inject()
  server.services.catalogue.forgetLists()
  const statements = watchStatements()
  try {
    const answered = await inject()
    expect(answered.statusCode).toBe(200)
    const servers = statements.sent().map(({ client }) => nameOf(client))
    return {
      answer: answered.json<unknown>(),
      onPrimary: servers.filter((name) => name !== standbyName).length,
      // The statements that begin and end the transaction are not counted.
      onStandby: Math.max(0, servers.filter((name) => name === standbyName).length - 2),
    } satisfies Counted
  } finally {
    statements.stop()
    server.database.replicas = null
  }
}

function nameOf(client: unknown): string {
  const { connectionParameters } = client as { connectionParameters: { application_name: string } }
  return connectionParameters.application_name
}

test('public reads run on the standby, with the answers of the primary, which tells its position and the standing', async () => {
  const counts: Record<string, { alone: number; primary: number; standby: number }> = {}
  for (const path of [
    '/courses?limit=12',
    '/courses?search=tide&sort=rating',
    '/instructors/featured',
    '/community/groups/featured',
    '/courses/:id',
    '/courses/sales/:id',
    '/courses/:id/reviews',
  ]) {
    const address = path.replace(':id', String(course.id))
    const alone = await ask(address, { hasStandby: false })
    const together = await ask(address, { hasStandby: true })
    expect(together.answer).toEqual(alone.answer)
    expect(alone.onStandby).toBe(0)
    counts[path] = { alone: alone.onPrimary, primary: together.onPrimary, standby: together.onStandby }
  }
  expect(counts).toEqual({
    '/courses?limit=12': { alone: 3, primary: 1, standby: 3 },
    '/courses?search=tide&sort=rating': { alone: 3, primary: 1, standby: 3 },
    '/instructors/featured': { alone: 1, primary: 1, standby: 1 },
    '/community/groups/featured': { alone: 1, primary: 1, standby: 1 },
    '/courses/:id': { alone: 4, primary: 2, standby: 3 },
    '/courses/sales/:id': { alone: 5, primary: 2, standby: 4 },
    '/courses/:id/reviews': { alone: 3, primary: 2, standby: 2 },
  })
})

test('no read of a signed-in person runs on the standby', async () => {
  for (const path of [
    '/courses',
    `/courses/${course.id}`,
    `/courses/sales/${course.id}`,
    '/courses/enrolled',
  ]) {
    const { onStandby } = await ask(path, { as: teacher, hasStandby: true })
    expect([path, onStandby]).toEqual([path, 0])
  }
})

test('a call that writes uses the primary alone', async () => {
  server.database.replicas = replicas
  const statements = watchStatements()
  const { status } = await server.call('createCourse', {
    body: { title: 'Waves', description: 'x', draft: true },
    as: teacher,
  })
  const servers = new Set(statements.sent().map(({ client }) => nameOf(client)))
  statements.stop()
  server.database.replicas = null
  expect([status, servers.has(standbyName)]).toEqual([201, false])
})
