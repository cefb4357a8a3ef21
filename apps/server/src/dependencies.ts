import type { PayoutApprovals } from '@apogee/contracts/accounting/payouts.ts'
import type { Logger } from 'pino'
import type { Mailer } from '#server/adapters/mail/port.ts'
import type { Pictures } from '#server/adapters/pictures/port.ts'
import type { PaymentProvider } from '#server/adapters/payments/port.ts'
import type { SignInProviders } from '#server/adapters/sign-in/port.ts'
import type { FileStorage } from '#server/adapters/storage/port.ts'
import type { VideoTools } from '#server/adapters/video/port.ts'
import type { VirusScanner } from '#server/adapters/virus-scan/port.ts'
import type { Backups } from '#server/platform/backup/backups.ts'
import type { BreachedPasswords } from '#server/platform/breached-passwords.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/keys.ts'
import type { Reach } from '#server/platform/outbound-post.ts'
import type { Passwords } from '#server/platform/passwords.ts'

/** The dependencies of the application. Building it reads no environment and opens no port. */
export interface Dependencies {
  database: Database
  payments: PaymentProvider
  storage: FileStorage
  /** The folder is on this machine's disk. Its files belong to this process and end with it. */
  temporaryFolder: string
  pictures: Pictures
  /** Null: there is no ffmpeg here, and videos play as they were uploaded. */
  videos: VideoTools | null
  /** Null: uploads are not scanned for malware. */
  virusScanner: VirusScanner | null
  mailer: Mailer
  signInProviders: SignInProviders
  clock: Clock
  keys: Keys
  passwords: Passwords
  log: Logger
  limitsOn: boolean
  /** The fixed origin of links; null: the request's own origin if it is loopback. */
  publicUrl: string | null
  /** The origin of SCORM packages, on a host of its own; null: they are at the product's own origin. */
  packageOrigin: string | null
  /** The address the server listens on, for links made without a request. */
  ownOrigin: () => string
  /** The origin under which the payment provider reaches `/api/payments/callback/…`; null when it cannot. */
  callbackOrigin: () => string | null
  /** False where real money is taken: a purchase made with a test key settles nothing. */
  acceptTestPayments: boolean
  /** True where real money is taken: a new seller sells through the platform's account once a superadmin approves. */
  sellersNeedApproval: boolean
  /** True where real money is taken: new passwords may not be common, and those of staff are longer. */
  strictPasswords: boolean
  /** Refused as new passwords, besides the common ones; null: no file is set. */
  breachedPasswords: BreachedPasswords | null
  /** True where real money is taken: whoever may move it needs a second factor. */
  requireSecondFactor: boolean
  /** How many superadmins a payout takes. */
  payoutApprovals: PayoutApprovals
  /** Where webhooks may go: `loopback` also to http on this machine, where no real money is taken. */
  webhookReach: Reach
  /** Hosts that webhooks may go to, as `WEBHOOK_HOSTS` lists them; null: every host. */
  webhookHosts: readonly string[] | null
  trustedProxies: string[]
  /** Null when none are configured. */
  backups: Pick<Backups, 'takeDue' | 'ages'> | null
}
