/** Sends generated requests, valid, nearly valid and broken ones, as every kind of caller. No request may be answered with 5xx. */
import fc from 'fast-check'
import { gzipSync } from 'node:zlib'
import {
  ownHostileBodiesFor,
  requestOf,
  sharedHostileBodies,
  type Ids,
} from '../../apps/server/src/app/hostile-input/hostile-bodies.testing.ts'
import { createRandom, type Random } from '../harness/random.ts'
import type { Attack, Scene } from './attack.ts'
import { endsSessions, readCalls, type Call } from './support/calls.ts'
import { json, type Actor, type Asked } from './support/client.ts'
import { kindOf, readObjects, type Objects } from './support/objects.ts'
import { registerStudent } from './support/people.ts'

const atOnce = 8
/** Ids of objects are read again after this many requests, because the requests create and delete some. */
const objectsLast = 4_000

const broken: readonly ((good: string) => Pick<Asked, 'body' | 'headers'>)[] = [
  (good) => ({ body: good.slice(0, -1), headers: json }),
  (good) => ({ body: `${good}${good}`, headers: json }),
  (good) => ({ body: `\ufeff${good}`, headers: json }),
  () => ({ body: Buffer.from([0xff, 0xfe, 0x00, 0x7b]), headers: json }),
  () => ({ body: '', headers: json }),
  () => ({ body: '[]', headers: json }),
  () => ({ body: '"x"', headers: json }),
  (good) => ({ body: good.replace('{', '{"__proto__":{"role":"superadmin"},'), headers: json }),
  // The body repeats a key, because some parsers take the last value of a repeated key and others the first.
  (good) => ({ body: good.replace(/\{("\w+":)/, '{$1null,$1'), headers: json }),
  (good) => ({ body: good.replace(/:"[^"]*"/, ':"\\ud800"'), headers: json }),
  (good) => ({ body: good.replace(/:-?\d+/, ':1e400'), headers: json }),
  (good) => ({ body: good.replace(/:-?\d+/, `:${'9'.repeat(300)}`), headers: json }),
  (good) => ({ body: good.replace(/:"[^"]*"/, `:"${'A'.repeat(1_000_000)}"`), headers: json }),
  (good) => ({ body: good, headers: { 'content-type': 'text/plain' } }),
  (good) => ({ body: good, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  (good) => ({ body: good, headers: { 'content-type': 'multipart/form-data; boundary=x' } }),
  (good) => ({ body: good, headers: { 'content-type': 'application/json; charset=utf-7' } }),
  (good) => ({ body: gzipSync(good), headers: { ...json, 'content-encoding': 'gzip' } }),
  (good) => ({ body: good, headers: { ...json, 'content-encoding': 'identity, br' } }),
]

const oddHeaders: readonly Record<string, string>[] = [
  { authorization: 'Bearer' },
  { authorization: `Bearer ${'a'.repeat(6_000)}` },
  { authorization: 'Basic Og==' },
  { authorization: 'Bearer apg_x' },
  { cookie: `apogee_device=${'%'.repeat(500)}; language=zz; a=\u00ff` },
  { cookie: 'language=ms; apogee_sign_in=%zz' },
  { 'accept-language': 'ms;q=9, *;q=-1, ,,,;q=x' },
  { 'accept-encoding': 'br;q=0, gzip;q=NaN' },
  { host: 'evil.example' },
  { host: '[::1' },
  { range: 'bytes=9-1,-,0-0,5-' },
  { 'if-none-match': 'W/"' },
  { 'if-match': '"x", *' },
  { 'if-modified-since': 'yesterday' },
  { 'x-forwarded-for': 'unknown, ::::, 999.1.1.1' },
  { 'x-forwarded-proto': 'javascript' },
  { 'x-forwarded-host': 'evil.example:99999' },
  { traceparent: '00-zz-zz-zz' },
  { expect: '200-ok' },
  { 'idempotency-key': '\u00e9'.repeat(300) },
  { 'x-http-method-override': 'DELETE' },
]

const oddPaths: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => `${path}%00`,
  (path) => `${path}/..%2f..%2fetc%2fpasswd`,
  (path) => `${path}%c0%af`,
  (path) => `${path}%`,
  (path) => `${path};a=b`,
  (path) => `${path}?${'a=1&'.repeat(500)}`,
  (path) => `${path}?page[]=1&page[x]=2&page=%00&limit=1e9&offset=-1`,
  (path) => `${path}?__proto__[x]=1&constructor=1`,
  (path) => `${path}?search=${'%25_'.repeat(400)}`,
  (path) => path.replace('/api/', '/API/'),
  (path) => path.replace('/api/', '/api/%2e%2e/'),
  (path) => path.replace(/\/(\w)/g, '//$1'),
]

const oddMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

class Fuzzer {
  readonly #scene: Scene
  readonly #random: Random
  #objects: Objects
  #leavers = 0
  readonly answered: Map<string, Set<number>> = new Map<string, Set<number>>()
  /** Counts the sent requests. Answers with 5xx are recorded once for each call and text. */
  sent = 0

  constructor(scene: Scene, objects: Objects) {
    this.#scene = scene
    this.#random = createRandom(scene.seed).named('fuzz')
    this.#objects = objects
  }

  async run(calls: readonly Call[], callers: readonly Actor[], most: number): Promise<void> {
    const { target, people, drill } = this.#scene
    const byName = new Map(calls.map((call) => [call.name, this.#generatorFor(call)]))
    const until = this.sent + most
    let nextReading = this.sent + objectsLast
    let next = 0
    const worker = async (nth: number) => {
      for (let batch = 0; this.sent < until; batch += 1) {
        const random = this.#random.named(`${until} ${nth} ${batch}`)
        const call = calls[next++ % calls.length] as Call
        const as = await this.#callerOf(call, random.pick(callers))
        const make = byName.get(call.name)
        if (!make) continue
        for (const asked of make(random, as)) await this.#send(call, asked)
        if (this.sent < nextReading) continue
        nextReading = this.sent + objectsLast
        this.#objects = await readObjects(target.pool, everybody(people))
        if (nextReading % (objectsLast * 5) === 0) drill.say(`${this.sent} requests`)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, (_, nth) => worker(nth)))
  }

  /** Uses a new account for a call that may end sessions. The rate limits of the demo accounts are used up by then. */
  async #callerOf(call: Call, as: Actor): Promise<Actor> {
    if (!endsSessions.has(call.name)) return as
    const { client, pool } = this.#scene.target
    return registerStudent(client, pool, `leaver${++this.#leavers}`)
  }

  async #send(call: Call, asked: Asked): Promise<void> {
    this.sent += 1
    const { status } = await this.#scene.target.client.send(asked)
    const seen = this.answered.get(call.name) ?? new Set()
    this.answered.set(call.name, seen.add(status))
  }

  #generatorFor(call: Call) {
    const { perBatch } = this.#scene.form
    const ids: Ids = (name) => {
      const kind = kindOf(call.path, name)
      const known = fc.nat().map((nth) => {
        const from = kind ? this.#objects[kind] : []
        return from[nth % Math.max(1, from.length)] ?? 1
      })
      const any = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constantFrom(0, 2 ** 31, 2 ** 53 - 1))
      return fc.oneof({ weight: 8, arbitrary: known }, any) as fc.Arbitrary<number>
    }
    const requests = requestOf(call.method, call.path, call.operation, ids)
    const bodies = call.body ? [...sharedHostileBodies, ...ownHostileBodiesFor(call.operation)] : []
    return (random: Random, as: Actor): Asked[] => {
      const seed = random.between(1, 2 ** 31 - 1)
      return fc
        .sample(requests, { seed, numRuns: perBatch })
        .map(({ method, url, payload, headers }): Asked => {
          const asked: Asked = {
            method: String(method),
            path: url,
            as,
            body: payload,
            headers: (headers ?? {}) as Record<string, string>,
          }
          return damaged(asked, bodies, random)
        })
    }
  }
}

/** Leaves two thirds of the requests unchanged, and breaks each of the others in one respect. */
function damaged(asked: Asked, hostileBodies: readonly string[], random: Random): Asked {
  const kind = random.between(1, 30)
  const { body, headers } = asked
  if (kind === 1) return { ...asked, method: random.pick(oddMethods) }
  if (kind <= 3) return { ...asked, headers: { ...headers, ...random.pick(oddHeaders) } }
  if (kind === 4) return { ...asked, path: random.pick(oddPaths)(asked.path) }
  if (body === undefined) return asked
  if (kind <= 7) return { ...asked, ...random.pick(broken)(body.toString()) }
  if (kind === 8 && hostileBodies.length > 0)
    return { ...asked, body: random.pick(hostileBodies), headers: json }
  return asked
}

const everybody = (people: Scene['people']) => ({
  sellers: [people.victims.seller, people.strangers.seller],
  people: [...people.victims.ids, ...people.strangers.ids],
})

export const fuzz: Attack = {
  name: 'fuzz',
  has: 'the contract, and an account of every kind',
  tries: 'valid, nearly valid and broken requests to every call',
  withFreshProof: true,
  async run(scene) {
    const { target, people, drill, form } = scene
    const { client } = target
    const calls = await readCalls(client)
    const fuzzer = new Fuzzer(scene, await readObjects(target.pool, everybody(people)))
    const { strangers, victims, visitor, superadmin } = people
    const outside = [visitor, strangers.student, strangers.instructor, strangers.lone, strangers.admin]
    const before = new Map(client.statuses)
    const firstFault = client.faults.length
    // Memory is measured after these requests, because any server fills caches and compiles code in its first minutes.
    await fuzzer.run(calls, outside, form.fuzzRequests / 10)
    const resident = await target.memoryMib()
    const live = await target.liveMemoryMib()
    await fuzzer.run(calls, outside, form.fuzzRequests * 0.5)
    const liveBetween = await target.liveMemoryMib()
    await fuzzer.run(
      calls,
      [victims.student, victims.instructor, victims.admin, superadmin],
      form.fuzzRequests * 0.4,
    )
    const liveAtTheEnd = await target.liveMemoryMib()
    const residentGrowth = (await target.memoryMib()) - resident
    const count = (status: number) => (client.statuses.get(status) ?? 0) - (before.get(status) ?? 0)
    const accepted = [...fuzzer.answered.values()].filter((seen) => seen.has(200) || seen.has(201))
    drill.note('fuzz: requests', String(fuzzer.sent))
    drill.note('fuzz: answered 2xx', String(count(200) + count(201) + count(204)))
    drill.note('fuzz: resident memory before, MiB', resident.toFixed(0))
    drill.note('fuzz: growth of resident memory, MiB', residentGrowth.toFixed(0))
    drill.note(
      'fuzz: live memory at 10, 60 and 100 % of the requests, MiB',
      [live, liveBetween, liveAtTheEnd].map((mib) => mib.toFixed(0)).join(', '),
    )
    drill.atMost('fuzz: share refused for too many requests', count(429) / fuzzer.sent, 0.15)
    drill.atMost('fuzz: calls never tried', calls.length - fuzzer.answered.size, form.callsNeverTried)
    drill.note('fuzz: calls that accepted a request', `${accepted.length} of ${calls.length}`)
    drill.atMost('fuzz: growth of live memory', liveAtTheEnd - live, form.memoryGrowthMib, 'MiB')
    drill.none('fuzz: answered 5xx or not at all', [...new Set(client.faults.slice(firstFault))])
  },
}
