/**
 * Guesses passwords for existing and invented accounts from many network addresses. The owner of an attacked account must be able
 * to sign in at all times.
 */
import type { Attack, Scene } from './attack.ts'
import { json, type Answered } from './support/client.ts'
import { demoPassword, wrongPassword } from './support/people.ts'

/** So many guesses are sent at the same time, because concurrent guesses reveal a limit that is counted too late. */
const atOnce = 24

interface Guess {
  email: string
  from?: string
  localAddress?: string
  password?: string
  cookie?: string
}

/** Counts guesses. `evaluated` ones were compared with the password; `refused` ones were answered with the request to wait. */
interface Outcome {
  evaluated: number
  refused: number
}

const guess = (
  { target }: Scene,
  { email, password = wrongPassword, cookie, ...origin }: Guess,
): Promise<Answered> =>
  target.client.send({
    method: 'POST',
    path: '/api/auth/login',
    ...origin,
    headers: { ...json, ...(cookie && { cookie }) },
    body: JSON.stringify({ email, password }),
  })

async function guessAll(scene: Scene, guesses: readonly Guess[]): Promise<Outcome> {
  const outcome: Outcome = { evaluated: 0, refused: 0 }
  const left = [...guesses]
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { status } = await guess(scene, next)
      if (status === 429) outcome.refused += 1
      else outcome.evaluated += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return outcome
}

const many = <T>(count: number, make: (nth: number) => T): T[] =>
  Array.from({ length: count }, (_, nth) => make(nth))

export const credentialStuffing: Attack = {
  name: 'credential-stuffing',
  has: 'e-mail addresses of accounts, and as many network addresses as they like',
  tries: 'one password after another',
  async run(scene) {
    const { target, drill, form } = scene
    const { client } = target
    const email = 'shufen@apogee.test'
    const own = await guess(scene, { email, password: demoPassword })
    const cookie = (own.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ')

    const spread = await guessAll(
      scene,
      many(form.guesses / 5, () => ({ email, from: client.newAddress() })),
    )
    drill.atMost('stuffing: guesses at one account from many addresses', spread.evaluated, 30)
    const spelled = await guessAll(
      scene,
      ['SHUFEN@apogee.test', 'shufen@APOGEE.test', ' shufen@apogee.test'].map((each) => ({ email: each })),
    )
    drill.atMost('stuffing: guesses at it in other spellings', spelled.evaluated, 1)
    const owner = await guess(scene, { email, password: demoPassword, cookie })
    drill.atMost('stuffing: the owner is refused in a known browser', owner.status === 200 ? 0 : 1, 0)
    const thief = await guess(scene, {
      email: 'arvind@apogee.test',
      password: demoPassword,
      cookie: 'apogee_device=x'.padEnd(60, 'x'),
    })
    drill.atMost('stuffing: an invented cookie is an error', thief.status === 200 ? 0 : 1, 0)

    // The product trusts one proxy: this program at 127.0.0.1. It must ignore forwarded addresses on other connections.
    const direct = await guessAll(
      scene,
      many(40, (nth) => ({ email: 'arvind@apogee.test', from: `10.9.0.${nth}`, localAddress: '127.0.0.2' })),
    )
    drill.atMost('stuffing: guesses with an invented address, no proxy', direct.evaluated, 10)
    const through = await guessAll(
      scene,
      many(40, (nth) => ({ email: 'clement@apogee.test', from: `10.9.1.${nth}, 10.250.0.1` })),
    )
    drill.atMost('stuffing: guesses with an invented address, through the proxy', through.evaluated, 10)
    const network = await guessAll(
      scene,
      many(40, (nth) => ({ email: 'zhihao@apogee.test', from: `2001:db8:1:1::${nth.toString(16)}` })),
    )
    drill.atMost('stuffing: guesses from one IPv6 network', network.evaluated, 10)
    if (form.isShort) return
    const { rows } = await target.pool.query<{ email: string }>(
      'SELECT email::text AS email FROM users WHERE password_hash IS NOT NULL ORDER BY id DESC LIMIT 50',
    )
    const sprayed = await guessAll(
      scene,
      many(300, (nth) => ({ email: rows[nth % rows.length]?.email ?? '', from: '10.250.0.2' })),
    )
    drill.atMost('stuffing: one password at every account, from one address', sprayed.evaluated, 100)
    const storm = await guessAll(
      scene,
      many(form.guesses, (nth) => ({
        email: rows[nth % rows.length]?.email ?? '',
        from: `10.8.${nth % 7}.${nth % 200}`,
      })),
    )
    drill.atMost('stuffing: guesses in a storm, for each account', storm.evaluated / rows.length, 30)
  },
}
