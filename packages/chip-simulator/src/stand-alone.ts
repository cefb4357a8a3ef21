/** The simulator as a server of its own: CHIP's API, the payer's pages, callbacks and the tester's API. */
import { closeSync, openSync, writeSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'

import { controlPlugin } from './control.ts'
import { Deliveries } from './deliveries.ts'
import { simulatorPlugin } from './http.ts'
import { JournaledStorage } from './journaled-storage.ts'
import { Simulator } from './simulator.ts'
import { TruthStorage, type PurchaseLogLine } from './purchase-log.ts'

interface StandAloneOptions {
  /** 0: any free one. */
  port: number
  /** A file to which each change of money is appended as a line of JSON, before anybody hears of it. */
  truthFile?: string
  /** Where its purchases, callbacks and keys survive its end; without it, they are in memory only. */
  dataFile?: string
  /** CHIP's minutes between repeated callbacks, times this. */
  retryScale?: number
  /** How long a receiver of callbacks may take. */
  callbackTimeoutMs?: number
  strictCallbackPorts?: boolean
  onError: (error: unknown) => void
}

interface StandAlone {
  origin: string
  /** Idempotent. */
  close(): Promise<void>
}

/** Listens on 127.0.0.1 only: whoever reaches it may make it post anywhere. */
export async function startStandAlone(options: StandAloneOptions): Promise<StandAlone> {
  const { truthFile, dataFile, onError } = options
  let shiftMs = 0
  let origin = ''
  const now = () => new Date(Date.now() + shiftMs)
  const truth = truthFile === undefined ? null : openSync(truthFile, 'a')
  // Written at once and not by a stream: what a payer was told must be in the file, whatever ends this process.
  let isOpen = dataFile === undefined
  const write = (line: PurchaseLogLine) => {
    // What the file of an earlier process is read into the storage, the log has already.
    if (truth !== null && isOpen) writeSync(truth, `${JSON.stringify(line)}\n`)
  }
  const memory = new TruthStorage(write, now)
  const journal = dataFile === undefined ? null : await JournaledStorage.open(dataFile, memory)
  const storage = journal ?? memory
  isOpen = true
  const simulator = new Simulator({
    storage,
    pageRoot: () => `${origin}/`,
    now,
    strictCallbackPorts: options.strictCallbackPorts ?? false,
  })
  const deliveries = new Deliveries({
    simulator,
    storage,
    timeScale: options.retryScale ?? 1,
    timeoutMs: options.callbackTimeoutMs,
    atOnce: 16,
    onError,
  })
  const app = Fastify({ forceCloseConnections: true })
  const passTime = (seconds: number) => {
    shiftMs += seconds * 1000
  }
  await app.register(simulatorPlugin, { simulator, api: true, onPayment: () => deliveries.wake(), passTime })
  await app.register(
    async (control) => {
      control.removeAllContentTypeParsers()
      control.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 200_000 }, (_request, body, done) =>
        done(null, body),
      )
      await control.register(controlPlugin, {
        simulator,
        onChange: () => deliveries.wake(),
        passTime,
      })
    },
    { prefix: '/simulator' },
  )
  app.get('/', (_request, reply) => reply.redirect('/tester/'))
  await app.listen({ host: '127.0.0.1', port: options.port })
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  deliveries.start({ intervalMs: 100 })
  const close = async () => {
    await deliveries.stop()
    await app.close()
    journal?.close()
    if (truth !== null) closeSync(truth)
  }
  let closing: Promise<void> | undefined
  return { origin, close: () => (closing ??= close()) }
}
