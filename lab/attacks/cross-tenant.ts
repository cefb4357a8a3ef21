/** Uses ids of the attacked business in every call, as another business, a teacher, a student and a visitor. */
import fc from 'fast-check'
import {
  requestOf,
  type Ids,
  type Schema,
} from '../../apps/server/src/app/hostile-input/hostile-bodies.testing.ts'
import { createRandom } from '../harness/random.ts'
import type { Attack, Scene } from './attack.ts'
import { endsSessions, readCalls, type Call } from './support/calls.ts'
import { ChangeLog, type Change } from './support/change-log.ts'
import { written, type Actor, type Asked } from './support/client.ts'
import { kindOf, readObjects, type Objects } from './support/objects.ts'
import type { People } from './support/people.ts'

/**
 * Lists the calls that a stranger may make with the id of a foreign object, each with the reason. Any other accepted call fails the
 * attack, so whoever adds a call must decide here whether it is meant to be open. Answers to these calls are searched for private
 * texts like all others.
 */
const openCalls: ReadonlyMap<string, string> = new Map([
  ...[
    'readCourse',
    'searchLessons',
    'courseSales',
    'listReviews',
    'readStarts',
    'countVisit',
    'quotePrices',
    'readGroup',
    'listGroupMembers',
    'readCertificate',
    'downloadCertificate',
  ].map((name) => [name, 'about something public'] as const),
  ...[
    'addToWishlist',
    'removeFromWishlist',
    'joinGroup',
    'leaveGroup',
    'deleteReview',
    'reportReview',
    'startDiscussion',
    'enroll',
    'payForCourse',
    'payForCart',
    'discardCourseImport',
    'markNotificationsRead',
  ].map((name) => [name, 'adds or removes what is the caller’s own'] as const),
  ...[
    'listWishlist',
    'listCourses',
    'countCourses',
    'listCertificates',
    'listEnrolledCourses',
    'listCoupons',
    'listDiscussions',
    'listOrders',
    'listPaymentExceptions',
    'listLedger',
    'listSecurityLog',
    'searchSecurityLog',
    'readLedger',
    'readSstReturn',
    'downloadSstReturn',
    'readSources',
    'listSuggestions',
    'readAnalytics',
    'createTicket',
    'createInvitation',
    'createCourse',
    'updateUser',
  ].map((name) => [name, 'the named object is optional; without it, about the caller'] as const),
  ['orderSchoolCourses', 'courses of others are left out; the order has only the caller’s own'],
])

/**
 * A permitted act of a stranger may change these tables in addition to the caller's own rows: sums, and the lines of a recreated
 * order.
 */
const publicTables: ReadonlySet<string> = new Set(['study_groups', 'course_figures', 'order_lines'])

/** These calls give access to a public course, so they run last. */
const givesAccess: ReadonlySet<string> = new Set(['enroll', 'payForCourse', 'payForCart'])

/** Returns the names in the path, the parameters and the body that can identify a stored object. */
function objectNames({ path, operation, body }: Call): string[] {
  const fields = (schema: Schema): [string, Schema][] => [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
      [name, field] as [string, Schema],
      ...fields(field),
    ]),
    ...(schema.items ? fields(schema.items) : []),
    ...(schema.anyOf ?? []).flatMap(fields),
  ]
  const named = [...operation.parameters.map(({ name }) => name), ...fields(body ?? {}).map(([name]) => name)]
  return named.filter((name) => kindOf(path, name) !== undefined)
}

class CrossTenant {
  readonly accepted: string[] = []
  readonly changed: string[] = []
  /** Holds the calls that accepted an own object together with a foreign one and did not change the foreign one. */
  readonly acceptedMixed: Set<string> = new Set<string>()
  tried = 0
  readonly #scene: Scene
  readonly #objects: Objects
  /** Holds the objects of the attacking business. */
  readonly #own: Objects
  readonly #changes: ChangeLog
  readonly #victims: ReadonlySet<unknown>
  readonly #courses: ReadonlySet<unknown>

  constructor(
    scene: Scene,
    { foreign, own }: { foreign: Objects; own: Objects },
    courses: readonly number[],
    changes: ChangeLog,
  ) {
    this.#scene = scene
    this.#objects = foreign
    this.#own = own
    this.#changes = changes
    this.#courses = new Set(courses)
    const { victims, strangers } = scene.people
    this.#victims = new Set(victims.ids.filter((id) => !strangers.ids.includes(id)))
  }

  async attack(call: Call, as: Actor): Promise<void> {
    await this.#send(call, as, { ids: this.#ids(call), isMixed: false })
  }

  /** Uses an object of the caller first in the path, and foreign objects in all other places. */
  async attackFromOwn(call: Call, as: Actor): Promise<void> {
    const [, first] = /\{(\w+)\}/.exec(call.path) ?? []
    if (first === undefined) return
    const kind = kindOf(call.path, first)
    const own = kind === undefined ? [] : this.#own[kind]
    if (own.length === 0) return
    const foreign = this.#ids(call)
    const ids: Ids = (name) =>
      name === first ? (fc.constantFrom(...own) as fc.Arbitrary<number>) : foreign(name)
    await this.#send(call, as, { ids, isMixed: true })
  }

  async #send(call: Call, as: Actor, { ids, isMixed }: { ids: Ids; isMixed: boolean }): Promise<void> {
    const { form, seed, target } = this.#scene
    const random = createRandom(seed).named(`cross-tenant ${call.name} ${as.name}${isMixed ? ' mixed' : ''}`)
    const requests = requestOf(call.method, call.path, call.operation, ids)
    const made = fc.sample(requests, { seed: random.between(1, 2 ** 31 - 1), numRuns: form.foreignRequests })
    for (const { url, payload, headers } of made) {
      const asked: Asked = {
        method: call.method,
        path: url,
        as,
        body: payload,
        headers: (headers ?? {}) as Record<string, string>,
      }
      const { status, text } = await target.client.send(asked)
      this.tried += 1
      const changes = call.method === 'GET' ? [] : await this.#changes.take()
      if (isMixed && status < 300) this.acceptedMixed.add(call.name)
      this.#judge(call, asked, { status, text, changes, isMixed })
    }
  }

  #judge(
    call: Call,
    asked: Asked,
    {
      status,
      text,
      changes,
      isMixed,
    }: { status: number; text: string; changes: readonly Change[]; isMixed: boolean },
  ): void {
    const isOpen = openCalls.has(call.name)
    const theirs = changes.filter((each) => this.#isTheirs(each) && !(isOpen && isPublicAct(each, asked.as)))
    for (const change of theirs)
      this.changed.push(`${call.name}: ${status} ${change.table} after ${written(asked)}`)
    // A request with an own object may be accepted, as long as no foreign row changes.
    if (status < 300 && !isOpen && !isMixed)
      this.accepted.push(`${call.name}: ${status} ${text.slice(0, 200)} to ${written(asked)}`)
  }

  #isTheirs({ table, before, after }: Change): boolean {
    const { victims } = this.#scene.people
    return [before, after].some(
      (row) =>
        row !== null &&
        (row['seller_id'] === victims.seller ||
          row['business_id'] === victims.business ||
          this.#courses.has(row['course_id']) ||
          (table === 'courses' && this.#courses.has(row['id'])) ||
          (table === 'users' && this.#victims.has(row['id'])) ||
          ['user_id', 'owner_id', 'buyer_id', 'author_id', 'created_by'].some((column) =>
            this.#victims.has(row[column]),
          )),
    )
  }

  #ids(call: Call): Ids {
    return (name) => {
      const kind = kindOf(call.path, name)
      const from = (kind ? this.#objects[kind] : undefined) ?? []
      return fc.constantFrom(...(from.length > 0 ? from : [1])) as fc.Arbitrary<number>
    }
  }
}

/** Returns whether the changed row is the caller's own, or a new row about the attacked business's course, such as an enrolment. */
const isPublicAct = ({ table, before }: Change, as: Actor | undefined): boolean =>
  before === null || publicTables.has(table) || before['user_id'] === as?.id

const lateness = ({ name }: Call): number => (givesAccess.has(name) ? 1 : 0)

const strangersOf = ({ visitor, strangers }: People): Actor[] => [
  visitor,
  strangers.student,
  strangers.instructor,
  strangers.lone,
  strangers.admin,
]

export const crossTenant: Attack = {
  name: 'cross-tenant',
  has: 'accounts of another business, of a teacher and of a student, and the ids of all objects',
  tries: 'every call with the ids of another business',
  withoutJobs: true,
  withFreshProof: true,
  async run(scene) {
    const { target, people, drill } = scene
    const { victims } = people
    const objects = await readObjects(target.pool, { sellers: [victims.seller], people: victims.ids })
    const { rows } = await target.pool.query<{ id: number }>(
      'SELECT id::int AS id FROM courses WHERE seller_id = $1',
      [victims.seller],
    )
    const { strangers } = people
    const own = await readObjects(target.pool, { sellers: [strangers.seller], people: [strangers.admin.id] })
    const changes = new ChangeLog(target.pool)
    await changes.install()
    const attack = new CrossTenant(
      scene,
      { foreign: objects, own },
      rows.map(({ id }) => id),
      changes,
    )
    try {
      const calls = (await readCalls(target.client)).filter(
        (call) => objectNames(call).length > 0 && (!endsSessions.has(call.name) || call.path.includes('{')),
      )
      for (const call of calls.toSorted((one, other) => lateness(one) - lateness(other))) {
        for (const as of strangersOf(people)) await attack.attack(call, as)
        if (objectNames(call).length > 1) await attack.attackFromOwn(call, strangers.admin)
      }
    } finally {
      await changes.remove()
    }
    const empty = Object.entries(objects).flatMap(([kind, ids]) => (ids.length === 0 ? [kind] : []))
    drill.note('cross-tenant: requests', String(attack.tried))
    drill.none('cross-tenant: kinds of objects without any', empty)
    drill.note('cross-tenant: accepted about an own object', [...attack.acceptedMixed].join(' ') || '0')
    drill.none('cross-tenant: accepted', [...new Set(attack.accepted)])
    drill.none('cross-tenant: rows of the business that changed', [...new Set(attack.changed)])
  },
}
