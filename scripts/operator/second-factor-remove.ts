/**
 * `npm run second-factor:remove -- EMAIL` immediately removes the second factors of a person who has lost them. The command is for
 * installations without two other superadmins (docs/decisions/authentication.md).
 */
import { readConfig } from '../../apps/server/src/app/config/config.ts'
import { withServices } from '../../apps/server/src/app/start-server.ts'
import { log } from './open-database.ts'

const [email = '', ...others] = process.argv.slice(2)
if (!email.includes('@') || others.length > 0) {
  console.error('Usage: npm run second-factor:remove -- EMAIL')
  process.exitCode = 1
} else {
  try {
    const isRemoved = await withServices(readConfig(process.env), log, ({ services }) =>
      services.accounts.factorRemovals.removeNow(email),
    )
    if (!isRemoved) process.exitCode = 1
    console.log(
      isRemoved
        ? 'The second factors are removed, and all sessions and API tokens ended. The password signs in now. The owner is mailed.'
        : 'No account has this address.',
    )
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
