/** Tries to find out which objects exist, from the texts and headers of answers and, in the long form, from response times. */
import { randomBytes } from 'node:crypto'
import type { Attack, Scene } from './attack.ts'
import { readCalls } from './support/calls.ts'
import { json, type Answered, type Asked } from './support/client.ts'
import { kindOf, readObjects } from './support/objects.ts'
import { wrongPassword } from './support/people.ts'
import { separability } from './separability.ts'

/** Returns everything that a client sees except the time and the connection. */
function seen({ status, headers, text }: Answered): string {
  const { date: _, 'keep-alive': __, connection: ___, ...rest } = headers
  const steady = Object.entries(rest).filter(([name]) => !/request-id|set-cookie|content-length/.test(name))
  return JSON.stringify([status, steady, text])
}

const post = (path: string, body: object): Asked => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
  headers: json,
})

/** Each function sends the same request for an existing account and for an invented one. */
const aboutAccounts: Readonly<Record<string, (email: string) => Asked>> = {
  'a wrong password': (email) => post('/api/auth/login', { email, password: wrongPassword }),
  'a forgotten password': (email) => post('/api/auth/password/forgot', { email }),
  'a message': (email) =>
    post('/api/messages', { topic: 'contact', name: 'Nn', email, text: 'Hello', website: '' }),
}

/** Creates accounts without earlier guesses, because those would be rate-limited. */
async function newAccounts({ target }: Scene): Promise<string[]> {
  const { rows } = await target.pool.query<{ email: string }>(
    `INSERT INTO users (email, name, role, password_hash, email_verified_at)
     SELECT 'timed' || n || '@attack.test', 'Timed ' || n, 'student',
            (SELECT password_hash FROM users WHERE email = 'maria@apogee.test'), now()
       FROM generate_series(1, 120) n RETURNING email::text AS email`,
  )
  return rows.map(({ email }) => email)
}

async function compareTexts(scene: Scene, account: string): Promise<string[]> {
  const { client } = scene.target
  const different: string[] = []
  for (const [what, ask] of Object.entries(aboutAccounts)) {
    const known = seen(await client.send(ask(account)))
    const unknown = seen(await client.send(ask(`n${account}`)))
    if (known !== unknown) different.push(`${what}: ${known} and ${unknown}`)
  }
  return different
}

const publicKinds: ReadonlySet<string> = new Set(['business', 'group', 'certificate', 'review'])

/** Compares a private object with a non-existing one in every GET with an id. */
async function compareObjects(scene: Scene): Promise<{ compared: number; different: string[] }> {
  const { target, people } = scene
  const { victims, strangers, visitor } = people
  const objects = await readObjects(target.pool, {
    sellers: [victims.seller],
    people: victims.ids,
    onlyPrivate: true,
  })
  const different: string[] = []
  let compared = 0
  for (const { method, path, name } of await readCalls(target.client)) {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, found]) => found ?? '')
    const kind = parameters[0] === undefined ? undefined : kindOf(path, parameters[0])
    const [real] = kind ? objects[kind] : []
    // These answers are meant to be public: profiles of businesses, groups and certificates. The state of a payment may be read by
    // anybody who knows its id.
    if (method !== 'GET' || real === undefined || publicKinds.has(kind ?? '') || name === 'checkPayment')
      continue
    const missing = typeof real === 'number' ? 987_654_321 : randomBytes(16).toString('base64url')
    const at = (id: number | string) =>
      path.replace(`{${parameters[0]}}`, String(id)).replace(/\{\w+\}/g, '1')
    for (const as of [visitor, strangers.student, strangers.admin]) {
      const one = seen(await target.client.send({ method, path: at(real), as }))
      const other = seen(await target.client.send({ method, path: at(missing), as }))
      compared += 1
      if (one !== other)
        different.push(`${name} as ${as.name}: ${one.slice(0, 300)} and ${other.slice(0, 300)}`)
    }
  }
  return { compared, different }
}

/** Measures pairs of requests in random order. Times are in ms, and each request comes from a separate address. */
async function timePairs(
  scene: Scene,
  ask: (email: string) => Asked,
  accounts: readonly string[],
): Promise<{ known: number[]; unknown: number[] }> {
  const { target, form } = scene
  const times = { known: [] as number[], unknown: [] as number[] }
  const timed = async (email: string) => {
    const began = performance.now()
    await target.client.send(ask(email))
    return performance.now() - began
  }
  for (let nth = 0; nth < form.timedPairs; nth += 1) {
    const known = accounts[nth % accounts.length] ?? ''
    const unknown = `n${known}`
    if (nth % 2 === 0) {
      times.known.push(await timed(known))
      times.unknown.push(await timed(unknown))
    } else {
      times.unknown.push(await timed(unknown))
      times.known.push(await timed(known))
    }
  }
  return times
}

async function judgeTimes(scene: Scene, accounts: readonly string[]): Promise<void> {
  const { drill } = scene
  for (const what of ['a wrong password', 'a forgotten password'] as const) {
    const ask = aboutAccounts[what]
    if (!ask) continue
    const p = separability(await timePairs(scene, ask, accounts))
    // One run in a hundred shows a difference by chance, so a difference counts only if a repetition shows it too.
    const again = p < 0.01 ? separability(await timePairs(scene, ask, accounts)) : 1
    drill.note(`enumeration: ${what}, by time: p`, p.toFixed(3))
    drill.atMost(`enumeration: ${what}, told apart by time twice`, p < 0.01 && again < 0.01 ? 1 : 0, 0)
  }
}

export const enumeration: Attack = {
  name: 'enumeration',
  has: 'lists of e-mail addresses and ids',
  tries: 'to tell those that exist from those that do not',
  async run(scene) {
    const { drill, form } = scene
    const accounts = await newAccounts(scene)
    drill.none('enumeration: texts that tell an account', await compareTexts(scene, accounts[0] ?? ''))
    const { compared, different } = await compareObjects(scene)
    drill.note('enumeration: pairs of a private and a missing object', String(compared))
    drill.none('enumeration: texts that tell a private object', different)
    if (!form.isShort) await judgeTimes(scene, accounts)
  },
}
