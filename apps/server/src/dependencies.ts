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
import type { BreachedPasswords } from '#server/platform/secrets/breached-passwords.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import type { Reach } from '#server/platform/secrets/outbound-post.ts'
import type { Passwords } from '#server/platform/secrets/passwords.ts'

/** The application receives everything it depends on here, because building it reads no environment variables and opens no port. */
export interface Dependencies {
  database: Database
  payments: PaymentProvider
  storage: FileStorage
  /** The folder is on the local disk. Its files belong to this process and are deleted when it ends. */
  temporaryFolder: string
  pictures: Pictures
  /** Null means that ffmpeg is missing, and videos play as uploaded. */
  videos: VideoTools | null
  /** Null means that no scanner is configured: uploads are not scanned for malware. */
  virusScanner: VirusScanner | null
  mailer: Mailer
  signInProviders: SignInProviders
  clock: Clock
  keys: Keys
  passwords: Passwords
  log: Logger
  limitsOn: boolean
  /**
   * Links start with this origin. Null means that no origin is configured: a link starts with the request's own origin if that is
   * loopback, and otherwise with `ownOrigin()`.
   */
  publicUrl: string | null
  /** Packages are served from this origin, as `PackageRule` describes. */
  packageOrigin: string | null
  /** Returns the server's listening address, for links made without a request. */
  ownOrigin: () => string
  /** Returns the origin under which the payment provider reaches `/api/payments/callback/…`, or null when it cannot. */
  callbackOrigin: () => string | null
  /** A purchase made with a test key settles its order only if this is true. It is false where real money is taken. */
  acceptTestPayments: boolean
  /**
   * If true, a superadmin must approve a new seller before the seller sells through the platform's account. It is true where real
   * money is taken.
   */
  sellersNeedApproval: boolean
  /** If true, common passwords are refused, and staff need longer ones. It is true where real money is taken. */
  strictPasswords: boolean
  /** Passwords in this set are refused in addition to the common ones. Null means that no file of such passwords is configured. */
  breachedPasswords: BreachedPasswords | null
  /** If true, everyone who can move money needs a second factor. It is true where real money is taken. */
  requireSecondFactor: boolean
  payoutApprovals: PayoutApprovals
  /** Limits the targets of webhooks. `loopback` also allows http on this machine and is used only where no real money is taken. */
  webhookReach: Reach
  /** `WEBHOOK_HOSTS` lists the hosts that webhooks may go to. Null allows every host. */
  webhookHosts: readonly string[] | null
  trustedProxies: string[]
  backups: Pick<Backups, 'takeDue' | 'ages'> | null
}
