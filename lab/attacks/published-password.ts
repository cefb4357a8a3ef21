/**
 * Tests that the demo accounts' published password does not work from outside the machine, and that a password set as
 * `DEMO_PASSWORD` does.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publishedPassword } from '../../apps/server/src/features/accounts/passwords/published-password.ts'
import { Part } from '../harness/part.ts'
import { freePort } from '../harness/processes.ts'
import type { Attack, Scene } from './attack.ts'
import { Client, json } from './support/client.ts'
import { demoPassword } from './support/people.ts'

const accounts = ['student', 'instructor', 'admin', 'superadmin']

/**
 * Proxies, tunnels and content networks add these headers, whether or not the product trusts them. A request with one of them comes
 * from outside.
 */
const outside: readonly Record<string, string>[] = [
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-for': '203.0.113.9' },
  { forwarded: 'for=127.0.0.1;proto=https' },
  { via: '1.1 proxy' },
  { 'x-real-ip': '10.0.0.1' },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-host': 'learn.example.my' },
  { 'cf-connecting-ip': '203.0.113.9' },
  { 'true-client-ip': '203.0.113.9' },
  { 'fly-client-ip': '203.0.113.9' },
  { 'x-envoy-external-address': '203.0.113.9' },
  { 'ngrok-trace-id': 'x' },
  { X_Forwarded_For: '127.0.0.1' },
  { host: 'learn.example.my' },
  { host: '203.0.113.9' },
  { origin: 'https://learn.example.my' },
]

/** Runs a separate demo. Its processes start one after the other, with different variables. */
class Demo {
  readonly #scene: Scene
  readonly #dataDir: string
  #part: Part | null = null

  constructor(scene: Scene, dataDir: string) {
    this.#scene = scene
    this.#dataDir = dataDir
  }

  async start(environment: Record<string, string>): Promise<Client> {
    await this.stop()
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const { provider } = this.#scene.target
    this.#part = new Part({
      name: 'demo',
      file: process.execPath,
      logFile: join(this.#dataDir, 'demo.log'),
      parameters: [join(import.meta.dirname, '../harness/server-process.ts')],
      environment: {
        PORT: String(port),
        HOST: '0.0.0.0',
        DATA_DIR: this.#dataDir,
        DATABASE_URL: '',
        DEMO_DATA: 'true',
        CHIP_API_URL: provider.origin,
        CHIP_SECRET: 'attack-platform',
        RATE_LIMITS: 'off',
        CHIP_BRAND_ID: '5f0c2b6e-7d43-4c8e-9a51-3e2f8d6b1c04',
        ...environment,
      },
      isUp: async () => (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) })).ok,
    })
    await this.#part.start()
    return new Client(origin)
  }

  async stop(): Promise<void> {
    await this.#part?.stop()
    this.#part = null
  }
}

class SignIns {
  readonly wrong: string[] = []
  readonly faults: string[] = []
  tried = 0

  /** `expected` is 'in' or the code of the refusal. */
  async try(
    client: Client,
    password: string,
    expected: string,
    headers: Record<string, string> = {},
    who = accounts,
  ) {
    for (const name of who) {
      this.tried += 1
      const body = JSON.stringify({ email: `${name}@apogee.test`, password })
      const { status, text } = await client.exchange({
        from: null,
        method: 'POST',
        path: '/api/auth/login',
        body,
        headers: { ...json, ...headers },
      })
      const code = (JSON.parse(text) as { errorCode?: string }).errorCode ?? 'in'
      if (code !== expected)
        this.wrong.push(`${name} with ${JSON.stringify(headers)}: ${status} ${code} instead of ${expected}`)
    }
  }
}

export const publishedPasswordAttack: Attack = {
  name: 'published-password',
  has: 'the README',
  tries: 'to sign in to a demo that others can reach with the password that everybody knows',
  async run(scene) {
    const { drill, form } = scene
    const dataDir = await mkdtemp(join(tmpdir(), 'apogee-demo-'))
    drill.atEnd(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
    const demo = new Demo(scene, dataDir)
    drill.atEnd(() => demo.stop())
    const signIns = new SignIns()
    const some = form.isShort ? ['superadmin'] : accounts

    const local = await demo.start({})
    await signIns.try(local, publishedPassword, 'in')
    for (const headers of outside)
      await signIns.try(local, publishedPassword, 'PUBLISHED_PASSWORD', headers, some)
    // An outsider must not learn whether another password is right.
    await signIns.try(local, `${publishedPassword}2`, 'INVALID_CREDENTIALS', outside[0], ['superadmin'])

    const publicName = { PUBLIC_URL: 'https://learn.example.my' }
    const open = await demo.start(publicName)
    await signIns.try(open, publishedPassword, 'PUBLISHED_PASSWORD', {}, some)

    const shown = await demo.start({ ...publicName, DEMO_PASSWORD: demoPassword })
    await signIns.try(shown, demoPassword, 'in', {}, some)
    for (const headers of outside.slice(0, form.isShort ? 3 : undefined))
      await signIns.try(shown, demoPassword, 'in', { ...headers, host: 'learn.example.my' }, some)
    await signIns.try(shown, publishedPassword, 'INVALID_CREDENTIALS', {}, some)
    await demo.stop()

    drill.note('published password: sign-ins', String(signIns.tried))
    drill.none('published password: other answers than expected', signIns.wrong)
  },
}
