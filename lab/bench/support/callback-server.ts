/**
 * Runs the product with a provider whose callbacks are signed. The first IPC message contains the key, and the answer is the
 * product's origin.
 */
import { createVerify } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { unusedPayments } from '../../../apps/server/src/adapters/payments/testing.ts'
import { connect } from '../../../apps/server/src/platform/database/database.ts'
import { buildBenchApp } from '../../harness/bench-app.ts'

export interface CallbackServerRole {
  connectionString: string
  publicKey: string
}

process.once('message', async (message) => {
  const { connectionString, publicKey } = message as CallbackServerRole
  const database = connect({
    connectionString,
    poolSize: 10,
    applicationName: 'bench callbacks',
    log: pino({ level: 'warn' }),
  })
  const { app, services } = await buildBenchApp(database, {
    ...unusedPayments,
    verifyCallback: async (_account, body, signature) =>
      createVerify('sha256')
        .update(body)
        .verify(publicKey, signature ?? '', 'base64'),
    parseCallback(body) {
      const { id, event_type: eventType } = JSON.parse(body.toString('utf8')) as {
        id: string
        event_type: string
      }
      return { purchaseId: id, eventType, reference: null }
    },
  })
  const account = await services.businesses.connectPlatformAccount({
    chipSecret: 'bench',
    chipBrandId: 'bench',
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  process.send?.(`http://127.0.0.1:${port}/api/payments/callback/${account}`)
})
process.once('disconnect', () => process.exit(0))
