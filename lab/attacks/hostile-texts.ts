/**
 * Sends texts that try to block the product's only thread: in bodies, paths, queries, headers and cookies, with and without the
 * right to make the call.
 */
import type { Operation, Schema } from '../../apps/server/src/app/hostile-input/hostile-bodies.testing.ts'
import { hostileTexts } from '../../apps/server/src/app/hostile-input/hostile-texts.testing.ts'
import { createRandom, type Random } from '../harness/random.ts'
import type { Attack, Scene } from './attack.ts'
import { endsSessions, readCalls, type Call } from './support/calls.ts'
import { json, written, type Actor, type Asked } from './support/client.ts'
import { HealthWatch, servingThreadMs } from './support/held-thread.ts'
import { registerStudent } from './support/people.ts'
import { Senders, type Sender } from './support/senders.ts'

/** A request may take this much processor time of the serving thread, in ms. Parsing a body of a megabyte takes a tenth of that. */
const mostMs = 200
/** The short form runs on busy machines, so its bound in ms is higher. A text that blocks the thread exceeds it anyway. */
const mostMsInShort = 5_000
/** A slow request is sent again up to this many times, because concurrent requests distort a measurement. */
const tries = 3
/** The product accepts JSON of a megabyte. */
const bodyBytes = 900_000
/** The size in bytes is close to the maximum of a URL or a header. */
const addressBytes = 6_000
const headerBytes = 12_000

/** Sets every text of the schema to `text`; the rest is valid. */
function filled(schema: Schema, text: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return schema.anyOf.map((one) => filled(one, text)).find((one) => one !== null) ?? null
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  switch (type) {
    case 'string':
      return text
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    case 'array':
      return [...(schema.prefixItems ?? [schema.items ?? {}])].map((item) => filled(item, text))
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, one]) => [name, filled(one, text)]),
      )
    default:
      return null
  }
}

/** Returns a body whose texts fill it up to the size limit. */
function bodyOf({ ids }: Sender, schema: Schema, text: string): string {
  const made = (part: string) => JSON.stringify({ ...(filled(schema, part) as object), ...ids })
  const whole = made(text)
  const bytes = Buffer.byteLength(whole)
  return bytes <= bodyBytes ? whole : made(text.slice(0, (text.length * bodyBytes) / bytes))
}

const inAddress = (text: string): string => {
  const encoded = encodeURIComponent(text.toWellFormed()).slice(0, addressBytes)
  return encoded.replace(/%.?$/, '')
}

/** Puts the text into every path parameter, then into every query parameter. */
function addressesOf({ path, operation }: Call, text: string): string[] {
  const named = (place: Operation['parameters'][number]['in']) =>
    operation.parameters.filter((parameter) => parameter.in === place).map(({ name }) => name)
  const asked = named('query')
  const plain = path.replace(/\{\w+\}/g, '1')
  const share = Math.max(1, asked.length)
  const query = asked.map(
    (name) => `${name}=${inAddress(text.slice(0, text.length / share)).slice(0, addressBytes / share)}`,
  )
  return [
    ...(named('path').length > 0 ? [path.replace(/\{\w+\}/g, inAddress(text).slice(0, 2_000))] : []),
    ...(asked.length > 0 ? [`${plain}?${query.join('&').replaceAll(/%.?(?=&|$)/g, '')}`] : []),
  ]
}

/** Returns whether a header may contain the text. HTTP allows no other characters. */
const isOfHeader = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text)

const headersOf = (text: string): Record<string, string>[] => [
  { authorization: `Bearer ${text}` },
  { cookie: text },
  { cookie: `apogee_device=${text}` },
  { cookie: `language=${text}; theme=${text.slice(0, 100)}` },
  { cookie: `a=${text}`.slice(0, headerBytes).replaceAll(/.{40}/g, '$&;') },
  ...[
    'accept',
    'accept-language',
    'accept-encoding',
    'content-type',
    'content-disposition',
    'host',
    'origin',

    'referer',
    'user-agent',
    'range',
    'if-range',
    'if-none-match',
    'if-modified-since',
    'forwarded',
    'via',

    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
    'traceparent',
    'tracestate',
    'idempotency-key',
    'if-match',
    'sec-fetch-site',
    'x-request-id',
  ].map((name) => ({ [name]: text })),
]

const pagePaths = [
  '/',
  '/marketplace',
  '/sp/1/',
  '/api/courses',
  '/media/x',
  '/assets/x',
  '/certificates/x',
  '/blog/x',
]

class HostileTexts {
  readonly slow: string[] = []
  readonly mostMs: number
  sent = 0
  neverRead: string[] = []
  readonly #scene: Scene
  readonly #random: Random

  constructor(scene: Scene) {
    this.#scene = scene
    this.mostMs = scene.form.isShort ? mostMsInShort : mostMs
    this.#random = createRandom(scene.seed).named('hostile texts')
  }

  /** Reproduces the case that led to this attack: a new account writes a link that is far too long. */
  async sendLink(student: Actor): Promise<void> {
    const link = `https://${':'.repeat(60_000)}\tx`
    await this.#send({
      method: 'POST',
      path: '/api/courses/1/live-sessions',
      as: student,

      body: JSON.stringify({ title: 'x', link, startsAt: '2030-01-01T00:00:00Z', minutes: 60 }),
      headers: json,
    })
  }

  async sendBodies(call: Call, sender: Sender, stranger: Actor): Promise<void> {
    const schema = call.body
    if (!schema) return
    for (const text of this.#someTexts(`body ${call.name}`)) {
      const body = bodyOf(sender, schema, text)
      const asked: Asked = { method: call.method, path: sender.path, as: sender.as, body, headers: json }
      await this.#send(asked)
      // The stranger lacks the right to most of these objects, so the request tests refused calls.
      await this.#send({ ...asked, as: stranger })
    }
  }

  async sendAddresses(call: Call, as: Actor): Promise<void> {
    for (const text of this.#someTexts(`address ${call.name}`))
      for (const path of addressesOf(call, text.slice(0, addressBytes)))
        await this.#send({ method: call.method, path, as, ...(call.body && { body: '{}', headers: json }) })
  }

  async sendHeaders(path: string): Promise<void> {
    const texts = this.#someTexts(`headers ${path}`).filter(isOfHeader)
    for (const text of texts)
      for (const headers of headersOf(text.slice(0, headerBytes).trim()))
        await this.#send({ method: 'GET', path, headers })
    for (const text of this.#someTexts(`pages ${path}`))
      await this.#send({
        method: 'GET',
        path: `${path}${inAddress(text)}?q=${inAddress(text.slice(-1_000))}`,
      })
  }

  /** Returns some of the texts, chosen by the seed. Some of them fill a whole body. */
  #someTexts(name: string): string[] {
    const random = this.#random.named(name)
    const { isShort } = this.#scene.form
    const [usual, whole] = isShort ? [2, 1] : [30, 6]
    return [...random.some(hostileTexts(30_000), usual), ...random.some(hostileTexts(bodyBytes), whole)]
  }

  async #send(asked: Asked): Promise<void> {
    const { client, product } = this.#scene.target
    const spent: number[] = []
    while (spent.length < tries && spent.every((ms) => ms > this.mostMs)) {
      const before = await servingThreadMs(product.pid)
      await client.send(asked)
      this.sent += 1
      spent.push((await servingThreadMs(product.pid)) - before)
    }
    const least = Math.min(...spent)
    if (least > this.mostMs) this.slow.push(`${least.toFixed(0)} ms for ${written(asked)}`)
  }
}

export const hostileTextsAttack: Attack = {
  name: 'hostile-texts',
  has: 'an account of a second ago, and the account of everybody who may make a call',
  tries: 'texts that take much more time to check than to send',
  withoutJobs: true,
  withFreshProof: true,
  async run(scene) {
    const { target, drill } = scene
    const senders = await Senders.create(scene, 'text-learner')
    const student = await registerStudent(target.client, target.pool, 'text-stranger')
    const calls = (await readCalls(target.client)).filter(({ name }) => !endsSessions.has(name))
    const attack = new HostileTexts(scene)
    const watch = await HealthWatch.ofIdle(target.origin)
    await watch.during(async () => {
      await attack.sendLink(student)
      for (const call of calls) {
        if (call.body) {
          const sender = await senders.of(call)
          if (sender) await attack.sendBodies(call, sender, student)
          else attack.neverRead.push(call.name)
        }
        await attack.sendAddresses(call, student)
      }
      for (const path of pagePaths) await attack.sendHeaders(path)
    })
    drill.note('hostile texts: requests', String(attack.sent))
    watch.judge('hostile texts', scene)
    drill.none('hostile texts: calls that read the body of nobody', attack.neverRead)
    drill.none(`hostile texts: above ${attack.mostMs} ms of the serving thread`, attack.slow)
  },
}
