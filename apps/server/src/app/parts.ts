import type { Logger } from 'pino'
import type { Mailer } from '../adapters/mail/port.ts'
import type { Pictures } from '../adapters/pictures/port.ts'
import type { PaymentProvider } from '../adapters/payments/port.ts'
import type { SignInProviders } from '../adapters/sign-in/port.ts'
import type { FileStorage } from '../adapters/storage/port.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Keys } from '../platform/keys.ts'
import type { Passwords } from '../platform/passwords.ts'

/** What the product is built from. Building it reads no environment and listens nowhere. */
export interface Parts {
  database: Database
  payments: PaymentProvider
  storage: FileStorage
  pictures: Pictures
  mailer: Mailer
  signInProviders: SignInProviders
  clock: Clock
  keys: Keys
  passwords: Passwords
  log: Logger
  limitsOn: boolean
  /** The origin of links when it is fixed; null: the request's own if it is loopback. */
  publicUrl: string | null
  /** Where the server listens, for links made without a request. */
  ownOrigin: () => string
  /** The origin under which the payment provider reaches `/api/payments/callback/…`; null when it cannot. */
  callbackOrigin: () => string | null
  /** False where real money is taken: a purchase made with a test key settles nothing. */
  acceptTestPayments: boolean
  /** True where real money is taken: a new seller sells through the platform's account once a superadmin approves. */
  sellersNeedApproval: boolean
  trustedProxies: string[]
}
