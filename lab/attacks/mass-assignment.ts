/**
 * Adds the name of every column of every table to every body. No added name may change a row that the call does not offer to
 * change.
 */
import fc from 'fast-check'
import { requestOf, type Ids } from '../../apps/server/src/app/hostile-input/hostile-bodies.testing.ts'
import { createRandom } from '../harness/random.ts'
import type { Attack, Scene } from './attack.ts'
import { endsSessions, readCalls, type Call } from './support/calls.ts'
import { ChangeLog, type Change } from './support/change-log.ts'
import { json, written, type Asked } from './support/client.ts'
import { kindOf } from './support/objects.ts'
import { Senders, type Sender } from './support/senders.ts'

const sentinel = 'zq7-sentinel'
const sentinelNumber = 987_654_321
/** A refusal names at most this many fields. */
const namesAtOnce = 20
/** A column with such a name identifies the owner of its row. */
const owners =
  /^(business|seller|user|owner|buyer|author|created|instructor|granted|signer|teacher)_?(id|by)$/i

class MassAssignment {
  readonly wrong: string[] = []
  /** Counts calls that refuse the names (`refusing`) separately from calls that ignore them (`dropped`). */
  refusing = 0
  dropped = 0
  accepted = 0
  neverRead: string[] = []
  readonly #scene: Scene
  readonly #names: readonly string[]
  readonly #senders: Senders
  readonly #changes: ChangeLog

  constructor(scene: Scene, given: { names: readonly string[]; senders: Senders; changes: ChangeLog }) {
    this.#scene = scene
    this.#names = given.names
    this.#senders = given.senders
    this.#changes = given.changes
  }

  async attack(call: Call): Promise<void> {
    const sender = await this.#senders.of(call)
    if (sender === null) {
      this.neverRead.push(call.name)
      return
    }
    const own = Object.keys(call.body?.properties ?? {})
    const foreign = this.#names.filter((name) => !own.includes(name))
    const refused = await this.#refusedNames(call, sender, foreign)
    const candidates = foreign.filter((name) => !refused.has(name))
    if (candidates.length === 0) this.refusing += 1
    this.dropped += candidates.length
    const ownerFields = own.filter((name) => owners.test(name) || name === 'role')
    for (const name of [...candidates, ...ownerFields])
      await this.#inject(call, (body) => ({ ...body, [name]: this.#value(name) }))
    await this.#inject(call, (body) => this.#inEveryObject(body) as Record<string, unknown>)
  }

  async #refusedNames(call: Call, sender: Sender, names: readonly string[]): Promise<ReadonlySet<string>> {
    const refused = new Set<string>()
    for (let from = 0; from < names.length; from += namesAtOnce) {
      const some = names.slice(from, from + namesAtOnce)
      const issues = await this.#issuesOf(call, sender, some)
      // The call may have failed because of just one of these fields, so each field is also sent alone.
      const each = issues ? [issues] : await this.#issuesOfEach(call, sender, some)
      for (const issue of each.flat()) refused.add(issue)
    }
    return refused
  }

  async #issuesOfEach(call: Call, sender: Sender, names: readonly string[]): Promise<string[][]> {
    const issues: string[][] = []
    for (const name of names) issues.push((await this.#issuesOf(call, sender, [name])) ?? [])
    return issues
  }

  #issuesOf(call: Call, sender: Sender, names: readonly string[]): Promise<string[] | null> {
    const fields = Object.fromEntries(names.map((name) => [name, this.#value(name)]))
    return this.#senders.issuesOf(call, sender, fields, () =>
      this.wrong.push(`${call.name} accepted ${names.join(' ')}`),
    )
  }

  async #inject(
    call: Call,
    change: (body: Record<string, unknown>) => Record<string, unknown>,
  ): Promise<void> {
    const { form, seed, target } = this.#scene
    const requests = requestOf(call.method, call.path, call.operation, this.#ids(call))
    for (const as of this.#senders.attackers) {
      const random = createRandom(seed).named(`mass assignment ${call.name} ${as.name}`)
      const made = fc.sample(requests, {
        seed: random.between(1, 2 ** 31 - 1),
        numRuns: form.isShort ? 1 : 3,
      })
      for (const { url, payload } of made) {
        const body = parsed(payload?.toString())
        if (body === null) continue
        const asked: Asked = {
          method: call.method,
          path: url,
          as,
          body: JSON.stringify(change(body)),
          headers: json,
        }
        const { status } = await target.client.send(asked)
        if (status < 300) this.accepted += 1
        const wrong = (await this.#changes.take()).filter((each) => this.#isForeign(each))
        this.wrong.push(...wrong.map(({ table }) => `${status} ${table} after ${written(asked)}`))
      }
    }
  }

  /** Returns whether the row contains the injected value, changed owner to the other business, or grants a right. */
  #isForeign({ table, before, after }: Change): boolean {
    if (after === null) return false
    const { victims } = this.#scene.people
    const fresh = Object.entries(after).filter(([column, value]) => before?.[column] !== value)
    return fresh.some(
      ([column, value]) =>
        (typeof value === 'string' && value.includes(sentinel)) ||
        value === sentinelNumber ||
        (table === 'users' && column === 'role' && value === 'superadmin') ||
        (owners.test(column) &&
          value ===
            (/business/.test(column)
              ? victims.business
              : /seller/.test(column)
                ? victims.seller
                : victims.admin.id)),
    )
  }

  #value(name: string): unknown {
    const { victims } = this.#scene.people
    if (name === 'role') return 'superadmin'
    if (!owners.test(name))
      return /(id|cents|price|total|amount|version|number)$/i.test(name) ? sentinelNumber : sentinel
    if (/business/i.test(name)) return victims.business
    return /seller/i.test(name) ? victims.seller : victims.admin.id
  }

  #inEveryObject(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#inEveryObject(item))
    if (typeof value !== 'object' || value === null) return value
    const inside = Object.entries(value).map(([name, item]) => [name, this.#inEveryObject(item)])
    const smuggled = {
      id: sentinelNumber,
      sellerId: this.#value('sellerId'),
      role: 'superadmin',
      state: sentinel,
    }
    return { ...smuggled, ...Object.fromEntries(inside) }
  }

  #ids(call: Call): Ids {
    return (name) => {
      const kind = kindOf(call.path, name)
      const from = (kind ? this.#senders.own[kind] : undefined) ?? []
      return fc.constantFrom(...(from.length > 0 ? from : [1])) as fc.Arbitrary<number>
    }
  }
}

function parsed(text: string | undefined): Record<string, unknown> | null {
  if (!text) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

const camel = (column: string): string =>
  column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

export const massAssignment: Attack = {
  name: 'mass-assignment',
  has: 'own accounts, and the names of all tables and columns',
  tries: 'to set columns that a call does not offer',
  withoutJobs: true,
  withFreshProof: true,
  async run(scene) {
    const { target, drill } = scene
    const { rows } = await target.pool.query<{ name: string }>(
      `SELECT DISTINCT column_name AS name FROM information_schema.columns WHERE table_schema = 'public'`,
    )
    const all = [...new Set(rows.flatMap(({ name }) => [name, camel(name)]))]
    const telling = all.filter((name) => owners.test(name) || ['role', 'id'].includes(name))
    // The short form tests only some of the other names, chosen by the seed.
    const some = createRandom(scene.seed).named('names').some(all, 20)
    const names = scene.form.isShort ? [...new Set([...telling, ...some])] : all
    const senders = await Senders.create(scene, 'learner')
    const changes = new ChangeLog(target.pool)
    await changes.install()
    const attack = new MassAssignment(scene, { names, senders, changes })
    const calls = (await readCalls(target.client)).filter(
      ({ name, body }) => body !== undefined && !endsSessions.has(name),
    )
    try {
      for (const call of calls) await attack.attack(call)
    } finally {
      await changes.remove()
    }
    drill.note('mass assignment: names of columns', String(names.length))
    drill.note('mass assignment: calls with a body', String(calls.length))
    drill.note('mass assignment: refuse every foreign name', String(attack.refusing))
    drill.note('mass assignment: names taken without a refusal', String(attack.dropped))
    drill.note('mass assignment: accepted requests with one', String(attack.accepted))
    drill.none('mass assignment: calls whose answer names no field', attack.neverRead)
    drill.none('mass assignment: smuggled values in rows', [...new Set(attack.wrong)])
  },
}
