/**
 * Provides the browser features that the web client's outbox needs in Node: two devices with separate storages, and a connection
 * that loses messages.
 */
import { learnCalls, setTransport, type Transport } from '../../../apps/web/src/platform/transfer/client.ts'
import { furtherRoutes } from '../../../packages/contracts/src/routes.further.ts'

export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Returns a storage whose items are own properties, as in a browser. */
function newStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key]
    },
  }
  return Object.create(methods) as Storage
}

export interface Line {
  /** True means that no message passes. */
  isCut: boolean
  /** Each request and each answer is lost with this probability. */
  losses: number
  lost: number
}

/** Simulates a browser in this process and connects the client to `inner`. `use` switches to one of the devices. */
export function installBrowser(inner: Transport, random: () => number) {
  const names = ['window', 'document', 'localStorage', 'navigator'] as const
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  const define = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  const line: Line = { isCut: false, losses: 0, lost: 0 }
  const isLost = () => {
    const loses = line.isCut || random() < line.losses
    if (loses) line.lost += 1
    return loses
  }
  setTransport(async (request) => {
    // Both values are drawn before the request, because the order of answers does not depend on the seed.
    const [losesRequest, losesAnswer] = [isLost(), isLost()]
    if (losesRequest) throw new TypeError('The request was lost')
    const answer = await inner(request)
    if (losesAnswer) throw new TypeError('The answer was lost')
    return answer
  })
  learnCalls(furtherRoutes)
  const storages = [newStorage(), newStorage()]
  function use(device: number): void {
    const storage = storages[device]
    define('localStorage', storage)
    define('window', Object.assign(new EventTarget(), { localStorage: storage }))
  }
  define(
    'document',
    Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement: { dataset: {} } }),
  )
  define('navigator', { onLine: true })
  use(0)
  return {
    line,
    use,
    waitingOn: (device: number): string[] =>
      Object.keys(storages[device] ?? {}).filter((key) => key.startsWith('outbox') || key === 'note-drafts'),
    restore() {
      for (const [name, descriptor] of before) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor)
        else Reflect.deleteProperty(globalThis, name)
      }
    },
  }
}
