/** Performs the operations at the product, and records what a bare server must send to do the same. */
import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { BuiltApp } from '../../../apps/server/src/app/build-app.ts'
import { tokenDigest } from '../../../apps/server/src/platform/secrets/tokens.ts'
import { asText, record } from '../../harness/recorded-statements.ts'
import type { RecordedOperation } from '../support/bare-server.ts'
import { forkServer, productOptions } from '../support/forked-server.ts'
import { ask } from './client.ts'
import type { OperationName, PeerServer, Performed } from './operations.ts'
import { tokenOf, type PeersSchool } from './school.ts'

/** A request with any credentials never gets a cached answer; these belong to no session, so they cost no lookup. */
const uncached = 'Basic none'
export const searchedWord = 'robots'
export const pageSize = 20

interface Asked {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: object
}

type Send = (asked: Asked) => Promise<string>

interface Subject {
  learner: number
  nth: number
  client: number
}

/** Sends the requests of one operation, in order. */
type Script = (send: Send, subject: Subject) => Promise<unknown>

/** The first learners are those of the recording; of the others, the product and the bare server have every second one. */
const recordedLearners = 6
const learnerOf = (place: number, side: 'product' | 'bare') =>
  recordedLearners + 2 * place + (side === 'bare' ? 1 : 0)

/** Returns how many learners both servers need for this number of operations. */
export const learnersFor = (times: number): number => learnerOf(times, 'product')

const asLearner = (learner: number) => ({ authorization: `Bearer ${tokenOf(learner)}` })
const callbackOf = (purchaseId: string) => ({ id: purchaseId, event_type: 'purchase.paid' })

function scriptsOf(school: PeersSchool, certificateId: () => string): Record<OperationName, Script> {
  const { coursesToBuy, videoId, assessmentId, courseId, accountId } = school
  const list = `/courses?limit=${pageSize}`
  const courseFor = (client: number) => coursesToBuy[client % coursesToBuy.length] ?? 0
  return {
    list: (send) => send({ path: list, headers: { authorization: uncached } }),
    'list again': (send) => send({ path: list }),
    search: (send) => send({ path: `${list}&search=${searchedWord}`, headers: { authorization: uncached } }),
    async purchase(send, { learner, client }) {
      const begun = await send({
        method: 'POST',
        path: '/payments',
        headers: asLearner(learner),
        body: { courseId: courseFor(client) },
      })
      const { payment_url: page, purchase_id: purchase } = JSON.parse(begun) as Record<string, string>
      await send({
        method: 'POST',
        path: `/payments/callback/${accountId}`,
        headers: { 'x-signature': 'trusted by the provider in memory' },
        body: callbackOf(page?.split('/').at(-1) ?? ''),
      })
      const checked = await send({ path: `/payments/check/${purchase}` })
      if (!checked.includes('"paid"')) throw new Error(`the purchase was not settled: ${checked}`)
    },
    progress: (send, { learner, nth }) =>
      send({
        method: 'PUT',
        path: `/course-resources/${videoId}/progress`,
        headers: asLearner(learner),
        body: { position: (nth * 15) % 3000, watched: [[(nth * 15) % 3000, ((nth * 15) % 3000) + 15]] },
      }),
    quiz: (send, { learner }) =>
      send({
        method: 'POST',
        path: `/assessments/${assessmentId}/attempts/1/submit`,
        headers: asLearner(learner),
      }),
    certificate: (send, { learner }) =>
      send({ method: 'POST', path: `/courses/${courseId}/certificate`, headers: asLearner(learner) }),
    'certificate as PDF': (send) => send({ path: `/certificates/${certificateId()}/pdf` }),
  }
}

export interface Apogee {
  product: PeerServer
  bare: PeerServer
}

interface Prepared {
  connectionString: string
  poolSize: number
  school: PeersSchool
  recorded: Record<OperationName, RecordedOperation>
  certificateId: string
}

/** Starts the product and the bare server, each in a process of its own, on the same database. */
export async function startApogee(prepared: Prepared): Promise<Apogee> {
  const { connectionString, poolSize, school, recorded, certificateId } = prepared
  const support = join(import.meta.dirname, '../support')
  const database = { connectionString, poolSize }
  const product = await forkServer(join(support, 'paying-server.ts'), database, { options: productOptions })
  const bare = await forkServer(join(support, 'bare-server.ts'), {
    ...database,
    operations: Object.values(recorded),
  })
  const scripts = scriptsOf(school, () => certificateId)
  const both = Object.keys(scripts) as OperationName[]
  return {
    product: {
      ...product,
      name: 'Apogee',
      operations: byName(both, (name) => atProduct(product.origin, scripts[name], recorded[name], name)),
    },
    bare: {
      ...bare,
      name: 'bare `node:http` and `pg`',
      operations: byName(both, (name) => atBare(bare.origin, recorded[name], school)),
    },
  }
}

function byName(names: readonly OperationName[], make: (name: OperationName) => Performed) {
  return Object.fromEntries(names.map((name) => [name, make(name)]))
}

/** Progress is saved by the same person for each client; other operations end once for each person. */
const placeOf = (name: string, { nth, client }: Omit<Subject, 'learner'>) =>
  name === 'progress' ? client : nth

function atProduct(
  origin: string,
  script: Script,
  { requests }: RecordedOperation,
  name: OperationName,
): Performed {
  const send: Send = async ({ path, ...asked }) => (await ask(`${origin}/api${path}`, asked)).text
  return {
    requests: requests.length,
    perform: (nth, client) =>
      script(send, { learner: learnerOf(placeOf(name, { nth, client }), 'product'), nth, client }),
  }
}

function atBare(
  origin: string,
  { name, given, requests }: RecordedOperation,
  school: PeersSchool,
): Performed {
  return {
    requests: requests.length,
    async perform(nth, client) {
      const subject = { learner: learnerOf(placeOf(name, { nth, client }), 'bare'), nth, client }
      const texts = textsOf(school, subject)
      const replaced = Object.fromEntries(given.map((text, place) => [text, texts[place] ?? text]))
      for (const place of requests.keys()) {
        const isFirst = place === 0 && given.length > 0
        await ask(`${origin}/${encodeURIComponent(name)}/${place}?run=${nth}`, {
          method: isFirst ? 'POST' : 'GET',
          ...(isFirst && { body: replaced }),
        })
      }
    },
  }
}

/** Returns the texts of a run that the statements of another run must not have: person, session, course, callback. */
function textsOf({ firstLearner, coursesToBuy }: PeersSchool, { learner, nth, client }: Subject): string[] {
  const asBytes = (bytes: Buffer) => `\\x${bytes.toString('hex')}`
  return [
    String(firstLearner + learner),
    asBytes(tokenDigest(tokenOf(learner))),
    String(coursesToBuy[client % coursesToBuy.length]),
    asBytes(hash('sha256', `callback ${nth}`, 'buffer')),
  ]
}

/** Begins a quiz, answers it and completes the video for each learner, so that what is measured can follow. */
export async function prepareLearners(
  { app }: BuiltApp,
  school: PeersSchool,
  learners: number,
): Promise<void> {
  const { assessmentId, videoId } = school
  const waiting = Array.from({ length: learners }, (_, learner) => learner).values()
  const work = async () => {
    for (const learner of waiting) {
      const send = injected(app, learner)
      const attempts = `/assessments/${assessmentId}/attempts`
      const started = await send({ method: 'POST', path: attempts })
      const { data } = JSON.parse(started.text) as {
        data: { questions: { id: number; options: string[] }[] }
      }
      for (const { id, options } of data.questions)
        await send({
          method: 'PUT',
          path: `${attempts}/1/answers/${id}`,
          body: { answer: options.length > 0 ? 1 : true },
        })
      await send({ method: 'PUT', path: `/course-resources/${videoId}/progress`, body: { completed: true } })
    }
  }
  await Promise.all(Array.from({ length: 4 }, work))
}

function injected(app: BuiltApp['app'], learner?: number) {
  return async ({ method = 'GET', path, headers, body }: Asked) => {
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      headers: headers ?? (learner === undefined ? {} : asLearner(learner)),
      ...(body && { payload: body }),
    })
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`)
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return { text: answer.body, answer: isJson ? answer.json<object>() : answer.rawPayload }
  }
}

/** Performs every operation in this process, and records the last time. */
export async function recordOperations(
  { app }: BuiltApp,
  school: PeersSchool,
  certificateOf: (learner: number) => Promise<string>,
) {
  let certificateId = ''
  const scripts = scriptsOf(school, () => certificateId)
  const send = injected(app)
  const recordedAt = async (name: OperationName): Promise<RecordedOperation> => {
    if (name === 'certificate as PDF') certificateId = await certificateOf(0)
    const subject = (nth: number): Subject => ({ learner: nth, nth, client: 0 })
    const last = recordedLearners - 1
    for (let nth = 0; nth < last; nth += 1)
      await scripts[name](async (asked) => (await send(asked)).text, subject(nth))
    const requests: RecordedOperation['requests'] = []
    let callback: object | undefined
    await scripts[name](async (asked) => {
      let given: Awaited<ReturnType<typeof send>> = { text: '', answer: {} }
      const statements = await record(async () => (given = await send(asked)))
      requests.push({ statements, answer: given.answer })
      if (asked.headers?.['x-signature'] !== undefined) callback = asked.body
      return given.text
    }, subject(last))
    return { name, given: givenIn(requests, textsOf(school, subject(last)), callback), requests }
  }
  const recorded = new Map<string, RecordedOperation>()
  for (const name of Object.keys(scripts) as OperationName[]) recorded.set(name, await recordedAt(name))
  return { recorded: Object.fromEntries(recorded) as Record<OperationName, RecordedOperation>, certificateId }
}

/** Returns the texts to be replaced, or none when no statement contains one. The callback's hash is that of the sent bytes. */
function givenIn(
  requests: RecordedOperation['requests'],
  texts: readonly string[],
  callback?: object,
): string[] {
  const digest = callback && hash('sha256', JSON.stringify(callback), 'hex')
  const given = digest === undefined ? [...texts] : [...texts.slice(0, -1), `\\x${digest}`]
  const values = requests.flatMap(({ statements }) => statements.flatMap((statement) => statement.values))
  return values.some((value) => given.some((text) => asText(value).includes(text))) ? given : []
}
