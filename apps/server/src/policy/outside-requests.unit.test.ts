import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { comesFromOutside } from './outside-requests.ts'

const app = Fastify({ trustProxy: '127.0.0.1' })
app.get('/', async (request) => ({ isOutside: comesFromOutside(request) }))

async function isOutside(
  headers: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
): Promise<boolean> {
  const answer = await app.inject({
    url: '/',
    remoteAddress,
    headers: { host: '127.0.0.1:3000', ...headers },
  })
  return answer.json<{ isOutside: boolean }>().isOutside
}

test.each(['127.0.0.1', '::1', '::ffff:172.17.0.1', '172.18.0.5', '192.168.1.20', 'fd00::2', '100.64.3.2'])(
  'a request straight from %s comes from inside',
  async (address) => {
    expect(await isOutside({}, address)).toBe(false)
  },
)

test.each(['203.0.113.9', '8.8.8.8', '2606:4700::1', '::ffff:8.8.8.8'])(
  'a request from %s comes from outside',
  async (address) => {
    expect(await isOutside({}, address)).toBe(true)
  },
)

test.each([
  'X-Forwarded-For',
  'x-forwarded-host',
  'X-Forwarded-Proto',
  'X-Forwarded',
  'X-Forwarder-For',
  'Forwarded',

  'X-Real-IP',
  'Via',
  'CF-Connecting-IP',
  'CF-Ray',
  'CDN-Loop',
  'True-Client-IP',
  'X-Client-IP',
  'Client-IP',

  'X-Cluster-Client-IP',
  'X-Original-Forwarded-For',
  'X-Original-Host',
  'Fastly-Client-IP',
  'Fly-Client-IP',

  'X-Envoy-External-Address',
  'X-Amzn-Trace-Id',
  'X-Azure-ClientIP',
  'Tailscale-User-Login',
  'X_Forwarded_For',
  'X-ARR-LOG-ID',
  'X-Vercel-Forwarded-For',
  'X-Appengine-User-IP',
  'X-Cloud-Trace-Context',
  'X-Scheme',
])('a request with %s came through a proxy, whatever the header says', async (name) => {
  for (const value of ['127.0.0.1', '', 'https']) expect(await isOutside({ [name]: value })).toBe(true)
})

test.each([
  'localhost:3000',
  '[::1]:3000',
  '172.17.0.2:3000',
  'apogee:3000',
  'host.docker.internal',
  'learn.test',
])('a request to %s comes from inside', async (host) => {
  expect(await isOutside({ host, origin: `http://${host}` })).toBe(false)
})

test.each(['learn.example.my', '203.0.113.9:3000', 'a.trycloudflare.com', 'x.nip.io'])(
  'a request to %s, or from a page there, comes from outside',
  async (host) => {
    expect(await isOutside({ host })).toBe(true)
    expect(await isOutside({ origin: `https://${host}` })).toBe(true)
  },
)

test('usual headers of browsers and programs are not forwarding headers', async () => {
  const usual = {
    accept: '*/*',
    'accept-language': 'ms',
    authorization: 'Bearer x',
    cookie: 'a=b',
    origin: 'null',
    'content-type': 'application/json',
    'user-agent': 'curl/8',
    referer: 'http://127.0.0.1:3000/login',

    'sec-fetch-site': 'same-origin',
    'x-request-id': '1',
    traceparent: '00-1',
    'x-requested-with': 'x',
    te: 'trailers',
    'upgrade-insecure-requests': '1',
    dnt: '1',
    'idempotency-key': '1',
    priority: 'u=1',
  }
  expect(await isOutside(usual)).toBe(false)
})
