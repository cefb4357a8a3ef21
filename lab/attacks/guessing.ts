/** Guesses secrets that grant access: discount codes, and the tokens of invitations, invoices, exports and calendars. */
import { randomBytes } from 'node:crypto'
import type { Attack, Scene } from './attack.ts'
import { readCalls } from './support/calls.ts'
import { json, type Actor, type Asked } from './support/client.ts'

const couponLimit = { account: 30, address: 100 }

const quote = (courseId: number, code: string, as: Actor | undefined, from?: string): Asked => ({
  method: 'POST',
  path: '/api/payments/quote',
  as,
  ...(from && { from }),
  body: JSON.stringify({ courseIds: [courseId], code }),
  headers: json,
})

/** Sends guesses concurrently, and counts those that the product looks up instead of refusing them. */
async function guessCodes(
  scene: Scene,
  { count, courseId, as, from }: { count: number; courseId: number; as?: Actor; from?: string },
): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, nth) =>
      scene.target.client.send(quote(courseId, `GUESS-${nth}`, as, from)),
    ),
  )
  return answers.filter(({ status }) => status !== 429).length
}

/** Sends random tokens of the right format. All must be refused with the same text. */
async function guessTokens(scene: Scene): Promise<{ tried: number; opened: string[] }> {
  const { target, form } = scene
  const opened: string[] = []
  let tried = 0
  for (const call of await readCalls(target.client)) {
    if (call.method !== 'GET' || !/\{(token|ticket|file)\}/.test(call.path)) continue
    for (let nth = 0; nth < (form.isShort ? 20 : 500); nth += 1) {
      const word = randomBytes(32).toString('base64url')
      const path = call.path.replace(/\{(token|ticket)\}/, word).replace(/\{\w+\}/, `${word}.pdf`)
      const { status, text } = await target.client.send({ method: 'GET', path, from: '10.250.0.9' })
      tried += 1
      if (status < 300 || text.includes('@')) opened.push(`${call.name}: ${status} ${text.slice(0, 200)}`)
    }
  }
  return { tried, opened }
}

export const guessing: Attack = {
  name: 'guessing',
  has: 'the form of codes and links',
  tries: 'codes at the price of a cart, and addresses of invitations, invoices and exports',
  async run(scene) {
    const { target, people, drill } = scene
    const { rows } = await target.pool.query<{ id: number }>(
      'SELECT id::int AS id FROM courses WHERE seller_id = $1 AND price_cents > 0 AND is_listed LIMIT 1',
      [people.victims.seller],
    )
    const courseId = rows[0]?.id ?? 0
    const byAccount = await guessCodes(scene, { count: 60, courseId, as: people.strangers.student })
    drill.atMost('guessing: codes answered to one account', byAccount, couponLimit.account)
    const byAddress = await guessCodes(scene, { count: 130, courseId, from: '10.250.0.8' })
    drill.atMost('guessing: codes answered to one address', byAddress, couponLimit.address)
    const { tried, opened } = await guessTokens(scene)
    drill.note('guessing: links tried', String(tried))
    drill.none('guessing: links that opened', opened)
  },
}
