/**
 * `node packages/chip-simulator/src/main.ts --port 4010` runs a local CHIP on 127.0.0.1. Start a server with
 * CHIP_API_URL=http://127.0.0.1:4010, any CHIP_SECRET and CHIP_BRAND_ID, and its own address as CHIP_CALLBACK_URL.
 */
import { parseArgs } from 'node:util'

import { startStandAlone } from './stand-alone.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    truth: { type: 'string' },
    data: { type: 'string' },
    'retry-scale': { type: 'string', default: '1' },
    'callback-timeout': { type: 'string', default: '10000' },
    'strict-callback-ports': { type: 'boolean', default: false },
  },
})

const started = await startStandAlone({
  port: Number(values.port),
  truthFile: values.truth,
  dataFile: values.data,
  retryScale: Number(values['retry-scale']),
  callbackTimeoutMs: Number(values['callback-timeout']),
  strictCallbackPorts: values['strict-callback-ports'],
  onError: (error) => console.error(error),
})
console.log(`The payment simulator is ready at ${started.origin}`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void started.close().then(() => process.exit(0)))
}
