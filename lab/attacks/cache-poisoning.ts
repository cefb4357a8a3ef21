/** Attacks caches with headers that a cache ignores, with URLs that look like files, and with ETags of private answers. */
import type { Attack, Scene } from './attack.ts'
import { readCalls } from './support/calls.ts'
import type { Answered } from './support/client.ts'

const evil = 'poison.example'

/** Proxies and frameworks read these headers, but a cache stores the answer under the path alone. */
const unkeyed: readonly Record<string, string>[] = [
  { host: evil },
  { 'x-forwarded-host': evil },
  { 'x-forwarded-server': evil },
  { 'x-host': evil },
  { forwarded: `for=1.2.3.4;host=${evil};proto=http` },
  { 'x-forwarded-proto': 'http', 'x-forwarded-port': '4443' },
  { 'x-forwarded-prefix': `/${evil}` },
  { 'x-original-url': `/${evil}` },
  { 'x-rewrite-url': '/api/users' },
  { 'x-http-method-override': 'DELETE' },
  { origin: `https://${evil}` },
  { referer: `https://${evil}/` },
  { 'accept-language': evil },
  { 'user-agent': `<script>${evil}</script>` },
]

const publicPaths = [
  '/',
  '/courses',
  '/login',
  '/robots.txt',
  '/sitemap.xml',
  '/api/courses',
  '/api/courses/counts',
  '/unknown-page',
]
const deceptive = ['/x.css', '/x.js', '/x.png', '%2fx.css', ';x.css', '/..%2fx.css', '?x.css', '%0ax.css']

const mayBeShared = ({ headers }: Answered): boolean =>
  /public|s-maxage/.test(headers['cache-control'] ?? '') || headers['surrogate-control'] !== undefined

async function poison({ target }: Scene): Promise<string[]> {
  const poisoned: string[] = []
  for (const path of publicPaths) {
    const before = await target.client.send({ method: 'GET', path })
    for (const headers of unkeyed) {
      const answer = await target.client.send({ method: 'GET', path, headers })
      if (`${JSON.stringify(answer.headers)}${answer.text}`.includes(evil) && mayBeShared(answer))
        poisoned.push(`${path} with ${JSON.stringify(headers)}`)
      if (answer.status !== before.status && answer.status < 400)
        poisoned.push(`${path} is ${answer.status} with ${JSON.stringify(headers)}`)
    }
    const after = await target.client.send({ method: 'GET', path })
    if (after.text.includes(evil)) poisoned.push(`${path} afterwards`)
  }
  return poisoned
}

/** Checks that a signed-in person's answer is never stored for others, whatever its URL looks like. */
async function deceive({ target, people }: Scene): Promise<{ tried: number; stored: string[] }> {
  const stored: string[] = []
  let tried = 0
  const as = people.victims.admin
  const readable = (await readCalls(target.client)).filter(
    ({ method, path }) => method === 'GET' && !path.includes('{'),
  )
  for (const { path } of readable) {
    for (const end of ['', ...deceptive]) {
      const answer = await target.client.send({ method: 'GET', path: path + end, as })
      tried += 1
      if (answer.status >= 300 || !mayBeShared(answer)) continue
      const open = await target.client.send({ method: 'GET', path: path + end })
      if (open.text !== answer.text) stored.push(`${path}${end}: ${answer.headers['cache-control']}`)
    }
  }
  return { tried, stored }
}

/** Checks that the ETag of a private answer confirms nothing to another person. */
async function reuseTags({ target, people }: Scene): Promise<string[]> {
  const told: string[] = []
  const { victims, strangers, visitor } = people
  const readable = (await readCalls(target.client)).filter(
    ({ method, path }) => method === 'GET' && !path.includes('{'),
  )
  for (const { path } of readable) {
    const { headers, status } = await target.client.send({ method: 'GET', path, as: victims.admin })
    const tag = headers.etag
    if (status !== 200 || tag === undefined) continue
    for (const as of [visitor, strangers.student]) {
      const answer = await target.client.send({ method: 'GET', path, as, headers: { 'if-none-match': tag } })
      const own = await target.client.send({ method: 'GET', path, as })
      if (answer.status === 304 && own.headers.etag !== tag) told.push(`${path} as ${as.name}`)
    }
  }
  return told
}

export const cachePoisoning: Attack = {
  name: 'cache-poisoning',
  has: 'a cache between the product and its readers',
  tries: 'to store an answer for others that carries a text of theirs, or a private one',
  async run(scene) {
    const { drill } = scene
    drill.none('cache: answers for everybody with a foreign text', await poison(scene))
    const { tried, stored } = await deceive(scene)
    drill.note('cache: addresses that look like files', String(tried))
    drill.none('cache: private answers that may be stored for others', stored)
    drill.none('cache: tags that tell of a private answer', await reuseTags(scene))
  },
}
