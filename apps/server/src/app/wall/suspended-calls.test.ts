/** Tests every call that changes something, as a member of a suspended seller (docs/decisions/sellers.md). */
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import { changesForSeller, isClosedToSuspended } from '@apogee/contracts/suspension.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { courseCalls } from './course-attempts.testing.ts'
import { invoiceForm } from './objects.testing.ts'
import { roleCalls } from './role-requests.testing.ts'
import { sendCall } from './walk.testing.ts'
import { startWorld, type World } from './world.testing.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  const { businessId } = world.staff.admin
  await world.sharedCourse('free')
  await sql`UPDATE sellers SET selling_state = 'suspended' WHERE business_id = ${businessId}`.execute(
    world.server.database.kysely,
  )
})
afterAll(() => world.server.stop())

const calls = Object.entries(endpoints as Record<string, AnyEndpoint>).map(([name, entry]) => ({
  name: name as RouteName,
  ...entry,
}))
const closed = calls.filter(isClosedToSuspended)

async function answerTo(name: RouteName, letter: string): Promise<string | undefined> {
  const caller = world.caller(letter, name)
  const target = await world.sharedCourse('free')
  const attempt = courseCalls[name]?.(target, caller.id) ?? roleCalls[name]?.(caller.id)
  if (!attempt) throw new Error(`${name} is not sent`)
  // These calls need a complete form, which the permission wall builds, too.
  const body = ['createInvoice', 'updateInvoice'].includes(name) ? await invoiceForm(world) : attempt.body
  return (await sendCall(world, name, { ...attempt, ...(body && { body }) }, caller)).errorCode
}

test('every call that changes something for a seller is refused to the people of a suspended one, unless the contract says why not', async () => {
  const answers = []
  for (const { name } of closed) answers.push([name, await answerTo(name, 'a')])
  expect(answers).toEqual(closed.map(({ name }) => [name, 'SELLER_SUSPENDED']))
})

test('the calls that are closed to a suspended seller are open to the platform', async () => {
  const answers = []
  // A call that names no course is about the caller's own business, so the platform does not make it.
  for (const { name } of closed.filter(({ access }) => access.kind === 'course'))
    answers.push([name, await answerTo(name, 'S')])
  expect(answers.filter(([, code]) => code === 'SELLER_SUSPENDED')).toEqual([])
})

test('a reason why a call stays open is given only where the call would be closed, as a sentence', () => {
  const open = calls.filter(({ openToSuspended }) => openToSuspended !== undefined)
  expect(open.filter((entry) => !changesForSeller(entry)).map(({ name }) => name)).toEqual([])
  expect(open.filter(({ openToSuspended }) => !/^[A-Z].{10,}\.$/.test(openToSuspended ?? ''))).toEqual([])
})

test('calls that write to learners, give access or sell are closed', () => {
  const names = closed.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'writeLearnerMessage',
      'writeAnnouncement',
      'createLiveSession',
      'updateLiveSession',
      'removeLearner',
      'withdrawEnrolments',

      'lengthenAccess',
      'moveLearners',
      'letLearnerStart',
      'sendInvoice',
      'sendSeatAgain',
      'createWebhook',
    ]),
  )
})
