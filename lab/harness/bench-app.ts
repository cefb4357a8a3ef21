import { join } from 'node:path'
import { tmpdir } from 'node:os'
import pino from 'pino'
import { ChildPictures } from '../../apps/server/src/adapters/pictures/child-pictures.ts'
import { createLocalStorage } from '../../apps/server/src/adapters/storage/local.ts'
import { noSignInProviders } from '../../apps/server/src/adapters/sign-in/port.ts'
import type { PaymentProvider } from '../../apps/server/src/adapters/payments/port.ts'
import { unusedPayments } from '../../apps/server/src/adapters/payments/testing.ts'
import { buildApp, type BuiltApp } from '../../apps/server/src/app/build-app.ts'
import type { Dependencies } from '../../apps/server/src/dependencies.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import type { Database } from '../../apps/server/src/platform/database/database.ts'
import { createKeys } from '../../apps/server/src/platform/secrets/keys.ts'
import { createPasswords } from '../../apps/server/src/platform/secrets/passwords.ts'

/** Builds the whole API on this database. It stores no files, sends no mails, and takes no payments unless `payments` is passed. */
export function buildBenchApp(database: Database, payments?: PaymentProvider): Promise<BuiltApp> {
  return buildApp(benchDependencies(database, payments))
}

export function benchDependencies(
  database: Database,
  payments: PaymentProvider = unusedPayments,
): Dependencies {
  const origin = 'http://127.0.0.1'
  const log = pino({ level: 'error' })
  return {
    database,
    payments,
    storage: createLocalStorage(join(tmpdir(), 'apogee-bench-uploads')),
    temporaryFolder: join(tmpdir(), 'apogee-bench-temporary'),
    pictures: new ChildPictures({ log }),
    videos: null,
    mailer: {
      async send() {
        throw new Error('a measurement sends no mail')
      },
    },
    signInProviders: noSignInProviders,
    clock: systemClock,
    keys: createKeys('a secret for measurements only, of no worth'),
    passwords: createPasswords(),
    log,
    limitsOn: false,
    publicUrl: origin,
    packageOrigin: null,
    ownOrigin: () => origin,
    callbackOrigin: () => null,
    acceptTestPayments: true,
    sellersNeedApproval: false,
    strictPasswords: false,
    breachedPasswords: null,
    requireSecondFactor: false,
    payoutApprovals: 'one',
    webhookReach: 'public',
    webhookHosts: null,
    trustedProxies: [],
    virusScanner: null,
    backups: null,
  }
}
