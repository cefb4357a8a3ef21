/** Runs the simulator as its own server with CHIP's API, the payer's pages, callbacks and the tester's API. */
import { closeSync, openSync, writeSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'

import { controlPlugin } from './control.ts'
import { Deliveries } from './deliveries.ts'
import { simulatorPlugin } from './http.ts'
import { JournaledStorage } from './storage/journaled-storage.ts'
import { Simulator } from './simulator.ts'
import { TruthStorage, type PurchaseLogLine } from './purchase/purchase-log.ts'

interface StandAloneOptions {
  /** 0 selects any free port. */
  port: number
  /** Each change of money is appended to this file as a line of JSON before it is reported to anyone. */
  truthFile?: string
  /** Purchases, callbacks and keys survive a restart in this file. Without it they are in memory only. */
  dataFile?: string
  /** The delays between repeated callbacks are multiplied by this factor; 1 is CHIP's schedule in minutes. */
  retryScale?: number
  /** A receiver of callbacks must answer within this number of milliseconds. */
  callbackTimeoutMs?: number
  strictCallbackPorts?: boolean
  onError: (error: unknown) => void
}

interface StandAlone {
  origin: string
  /** A second call does nothing. */
  close(): Promise<void>
}

/** Listens on 127.0.0.1 only, because whoever reaches the simulator can make it post to any address. */
export async function startStandAlone(options: StandAloneOptions): Promise<StandAlone> {
  const { truthFile, dataFile, onError } = options
  let shiftMs = 0
  let origin = ''
  const now = () => new Date(Date.now() + shiftMs)
  const truth = truthFile === undefined ? null : openSync(truthFile, 'a')
  // The write is synchronous instead of a stream, so that every reported result is in the file, however the process ends.
  let isOpen = dataFile === undefined
  const write = (line: PurchaseLogLine) => {
    // An earlier process has already appended the changes that are read from its data file to the log.
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
    concurrency: 16,
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
