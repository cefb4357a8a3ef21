/**
 * `npm run drill -- stack [--keep] [--only=PART,…]`: runs the processes of two machines, a standby, PgBouncer, an S3 service, the
 * payment provider and HAProxy on this machine, as docs/operations.md#two-machines-step-by-step installs them. People buy a course
 * and watch it, while each part is killed once and recovers. Fails when a part costs more than lab/drills/support/outages.ts allows,
 * or when the books do not agree with the provider's. `--keep`: with the demo school, until SIGINT or SIGTERM. Needs Debian 12.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { connect, type Database } from '../../../apps/server/src/platform/database/database.ts'
import { compareBooks } from '../../harness/compare-books.ts'
import { createRandom } from '../../harness/random.ts'
import { openSchool } from '../../harness/school.ts'
import { advanceDatabaseTime } from '../../harness/wait-until-idle.ts'
import { addLesson, Learners, type Lesson } from './learners.ts'
import { judge, outages, tableOf, type Observed, type Outage } from './outages.ts'
import type { Part } from '../../harness/part.ts'
import { RequestLog } from './request-log.ts'
import { demoPassword, startStack, type Stack } from './stack-parts.ts'
import type { Visit } from './traffic.ts'
import { visitsTo } from './visits.ts'

const { values } = parseArgs({
  options: { keep: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const learnersAtOnce = 2
const lessonsForSale = 3
const pulseMs = 200
const longestBetweenMs = 90_000

const undo: (() => Promise<unknown>)[] = []
const wrong: string[] = []
const began = performance.now()
const say = (text: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}`)

async function openStack(): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), 'apogee-stack-'))
  undo.push(async () => {
    if (wrong.length > 0) console.log(`The logs are in ${join(folder, 'logs')}`)
    else await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return startStack(folder, {
    demoData: values.keep,
    say,
    started: (part: Part) => void undo.push(() => part.stop()),
  })
}

/** Resolves at the first signal to stop. Further signals do not interrupt the clean-up. */
const asked = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
})

async function keep(): Promise<void> {
  const stack = await Promise.race([openStack(), asked])
  if (!stack) return
  const accounts = ['student', 'instructor', 'admin', 'superadmin'].map((name) => `${name}@apogee.test`)
  console.log(`\nOpen ${stack.origin} (its certificate is its own: the browser asks once).`)
  console.log(`Accounts, password ${demoPassword}: ${accounts.join(', ')}`)
  console.log('Ctrl+C ends all parts.')
  await asked
}

async function interrupted(): Promise<never> {
  await asked
  throw new Error('interrupted')
}

function wantedOutages(): readonly Outage[] {
  const names = values.only?.split(',') ?? outages.map(({ part }) => part)
  return names.map((name) => {
    const found = outages.find(({ part }) => part === name)
    if (found) return found
    throw new Error(`No part is called ${name}. There are: ${outages.map(({ part }) => part).join(', ')}`)
  })
}

/** Counts how often the product's processes have ended by themselves, which the loss of another part must not cause. */
const ownEndsOf = ({ parts: { webA, workerA, webB, workerB } }: Stack) =>
  [webA, workerA, webB, workerB]
    .filter(({ ownEnds }) => ownEnds > 0)
    .map(({ name, ownEnds }) => `${name} ended by itself ${ownEnds} times`)

async function drill(): Promise<void> {
  const wanted = wantedOutages()
  const stack = await openStack()
  const log = new RequestLog(stack.ca)
  const database = connect({
    connectionString: stack.databaseUrl,
    poolSize: 4,
    applicationName: 'drill',
    log: pino({ level: 'silent' }),
  })
  undo.push(() => database.close())
  const lessons = await sellCourses(stack, database)
  const learners = new Learners(stack.origin, lessons, log)
  const visits = await visitsTo(stack.webOrigin)
  await learners.visit()
  say('the first person has bought a course and watched it')
  const load = learners.untilStopped(learnersAtOnce)
  const pulse = new Pulse(stack.origin, visits, log)
  const observed: Observed[] = []
  const kills = (async () => {
    for (const outage of wanted) observed.push(await lose(outage, stack, learners, log))
  })()
  await Promise.race([kills, load.then(() => kills)])
  learners.stop()
  await load
  await pulse.stop()
  log.close()
  console.log(tableOf(observed))
  for (const each of observed) wrong.push(...judge(each).faults)
  wrong.push(...learners.surprises, ...ownEndsOf(stack))
  await compare(stack, database, learners)
}

/** Creates a seller's courses with a video each, uploaded through the first machine. */
async function sellCourses(stack: Stack, database: Database): Promise<Lesson[]> {
  const school = await openSchool(
    database.pool,
    stack.webOrigin,
    createRandom('stack drill').named('school'),
    {
      buyers: 0,
      platformSecret: stack.platformSecret,
    },
  )
  const { rows } = await database.pool.query<{ id: number }>(
    'SELECT DISTINCT ON (seller_id) id FROM courses WHERE price_cents > 0 AND sale_price_cents IS NULL ORDER BY seller_id, id LIMIT $1',
    [lessonsForSale],
  )
  return Promise.all(rows.map(({ id }) => addLesson(stack.webOrigin, school.superadmin, id)))
}

/** Kills a part, restarts it, and watches until people have bought and watched again. */
async function lose(outage: Outage, stack: Stack, learners: Learners, log: RequestLog): Promise<Observed> {
  const part = stack.parts[outage.part]
  const before = countsOf(learners, log)
  const earlierFailures = log.failures.length
  await part.kill()
  const goneMs = performance.now()
  await pause(outage.awaySeconds * 1000)
  await part.start()
  const backMs = performance.now()
  // When this many visits have begun, every learner has begun and ended a visit since the part's return.
  const enough = learners.begun + learnersAtOnce
  while (!learners.haveEnded(enough)) {
    if (performance.now() > backMs + longestBetweenMs)
      throw new Error(`${part.name}: nobody buys and watches any more`)
    await pause(100)
  }
  const after = countsOf(learners, log)
  say(`${part.name} was killed and is back`)
  return {
    outage,
    name: part.name,
    goneMs,
    backMs,
    requests: after.requests - before.requests,
    failures: log.failures.slice(earlierFailures),
    begun: after.begun - before.begun,
    finished: after.finished - before.finished,
  }
}

function countsOf(learners: Learners, log: RequestLog) {
  const { purchases } = learners
  return {
    requests: log.requests,
    begun: purchases.length,
    finished: purchases.filter(({ isSeenPaid }) => isSeenPaid).length,
  }
}

/** Checks that every paid purchase has enrolled its buyer once, and that all books agree with the provider's. */
async function compare({ truthFile }: Stack, database: Database, { purchases }: Learners): Promise<void> {
  await advanceDatabaseTime(database.pool)
  const { differences, figures } = await compareBooks(database, truthFile)
  wrong.push(...differences)
  const { rows } = await database.pool.query<{ email: string; course: number; times: number }>(
    `SELECT u.email::text, e.course_id AS course, count(*)::int AS times FROM enrolments e JOIN users u ON u.id = e.user_id
      WHERE e.revoked_at IS NULL GROUP BY 1, 2`,
  )
  const enrolled = new Map(rows.map(({ email, course, times }) => [`${email} ${course}`, times]))
  const paid = purchases.filter(({ isPaid }) => isPaid)
  const lost = paid.filter(({ email, courseId }) => enrolled.get(`${email} ${courseId}`) !== 1)
  for (const { id, email } of lost)
    wrong.push(`purchase ${id} of ${email} was paid and enrolled nobody, or twice`)
  say(`compared: ${figures}`)
  say(
    `purchases: ${purchases.length} begun, ${paid.length} paid, ${lost.length} lost; ${differences.length} differences`,
  )
}

class Pulse {
  readonly #stopped = new AbortController()
  readonly #running = new Set<Promise<unknown>>()
  readonly #beating: Promise<void>

  constructor(origin: string, visits: readonly Visit[], log: RequestLog) {
    this.#beating = this.#beat(origin, visits, log)
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#beating
    await Promise.all(this.#running)
  }

  async #beat(origin: string, visits: readonly Visit[], log: RequestLog): Promise<void> {
    for (let nth = 0; !this.#stopped.signal.aborted; nth += 1) {
      const visit = visits[nth % visits.length]
      if (!visit) throw new Error('no visits')
      const { method, path, body, status } = visit
      const asked = log.ask('product', new URL(path, origin), {
        method,
        statuses: [status],
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      const running = asked.finally(() => this.#running.delete(running))
      this.#running.add(running)
      await pause(pulseMs)
    }
  }
}

try {
  await (values.keep ? keep() : Promise.race([drill(), interrupted()]))
} catch (error) {
  wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
}
for (const step of undo.toReversed()) {
  await step().catch((error: unknown) => wrong.push(`could not be tidied up: ${String(error)}`))
}
for (const each of wrong) console.log(`WRONG  ${each}`)
if (wrong.length === 0 && !values.keep) say('everybody who paid studies, and all books agree')
process.exit(wrong.length === 0 ? 0 : 1)
