/**
 * Runs the product with a provider that answers immediately. The first IPC message names the database, and the answer is the
 * product's origin.
 */
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { connect } from '../../../apps/server/src/platform/database/database.ts'
import { buildBenchApp } from '../../harness/bench-app.ts'
import { instantProvider } from './instant-provider.ts'

export interface PayingRole {
  connectionString: string
  poolSize: number
}

process.once('message', async (message) => {
  const { connectionString, poolSize } = message as PayingRole
  const log = pino({ level: 'warn' })
  const database = connect({ connectionString, poolSize, applicationName: 'bench peers', log })
  const { app } = await buildBenchApp(database, instantProvider())
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
})
process.once('disconnect', () => process.exit(0))
