/**
 * Finds for each call a person with ids of own objects. The product checks the right before the body, so only such a sender makes
 * the call read its body.
 */
import type { Scene } from '../attack.ts'
import type { Call } from './calls.ts'
import { json, type Actor } from './client.ts'
import { kindOf, readObjects, type Objects } from './objects.ts'
import { registerStudent } from './people.ts'

/** Describes the sender of a call, with ids for which this person has the required right. */
export interface Sender {
  as: Actor
  path: string
  ids: Readonly<Record<string, unknown>>
}

/** No call has a field of this name, so every call refuses the field once it reads the body. */
const noField = 'zq7Field'
/** So many objects are tried for a person at most, until the call reads the body. */
const objectsTried = 12

export class Senders {
  /** The strangers attack the business. They have all rights in their own business. */
  readonly attackers: readonly Actor[]
  readonly own: Objects
  readonly #scene: Scene

  private constructor(scene: Scene, attackers: readonly Actor[], own: Objects) {
    this.#scene = scene
    this.attackers = attackers
    this.own = own
  }

  /**
   * `name` is the name of a new learner who is enrolled in the courses of the strangers' business, because calls for learners read
   * the body only of learners.
   */
  static async create(scene: Scene, name: string): Promise<Senders> {
    const { target, people } = scene
    const { admin, instructor, student, seller } = people.strangers
    const learner = await registerStudent(target.client, target.pool, name)
    await target.pool.query(
      `INSERT INTO enrolments (user_id, course_id, source) SELECT $1, id, 'granted' FROM courses WHERE seller_id = $2`,
      [learner.id, seller],
    )
    const own = await readObjects(target.pool, { sellers: [seller], people: [student.id, learner.id] })
    return new Senders(scene, [admin, instructor, student, learner, people.visitor], own)
  }

  /** Returns a person for whom the call reads the body, or null if there is none. */
  async of(call: Call): Promise<Sender | null> {
    for (const as of [...this.attackers, this.#scene.people.superadmin]) {
      for (let nth = 0; nth < objectsTried; nth += 1) {
        const sender = this.#senderWith(call, as, nth)
        const issues = await this.issuesOf(call, sender, { [noField]: 1 })
        if (issues?.includes(noField)) return sender
      }
    }
    return null
  }

  #senderWith(call: Call, as: Actor, nth: number): Sender {
    const idOf = (name: string): number | string | undefined => {
      const kind = kindOf(call.path, name)
      const from = kind ? this.own[kind] : []
      return from[nth % Math.max(1, from.length)]
    }
    const ids = Object.entries(call.body?.properties ?? {}).flatMap(([name, { type }]) => {
      // An id of a person in the body must be the sender's own.
      const id = kindOf(call.path, name) === 'person' ? as.id : idOf(name)
      return type === 'array' || id === undefined ? [] : [[name, id]]
    })
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => String(idOf(name) ?? 1))
    return { as, path, ids: Object.fromEntries(ids) as Sender['ids'] }
  }

  /**
   * Returns the fields that the refusal lists, or null if it lists none. `accepted` is called for a request that is not refused.
   */
  async issuesOf(
    call: Call,
    { as, path, ids }: Sender,
    fields: Readonly<Record<string, unknown>>,
    accepted?: () => void,
  ): Promise<string[] | null> {
    const { status, text } = await this.#scene.target.client.send({
      method: call.method,
      path,
      as,
      body: JSON.stringify({ ...ids, ...fields }),
      headers: json,
    })
    if (status < 300) accepted?.()
    const { issues } = JSON.parse(text) as { issues?: { path: string }[] }
    return issues?.map((issue) => issue.path) ?? null
  }
}
