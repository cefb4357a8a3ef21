import type { PayoutApprovals } from '@apogee/contracts/accounting/payouts.ts'
import type { ClamdAddress } from '#server/adapters/virus-scan/clamd.ts'
import type { StorageConfig } from '#server/adapters/storage/storage.ts'
import type { PurgeForm } from '../http/caching/edge-purge.ts'
import type { BackupConfig } from './config-backup.ts'
import type { ProcessRole } from './process-role.ts'

export interface Config {
  port: number
  host: string
  /**
   * Links start with this origin. Null means that no origin is configured, and a link starts with the request's own origin if that
   * is loopback.
   */
  publicUrl: string | null
  /** If true, something outside of the server encrypts the whole path to visitors. */
  tlsElsewhere: boolean
  /** Packages are served from this origin, as `PackageRule` describes. */
  packageOrigin: string | null
  dataDir: string
  storage: StorageConfig
  /** This ClamAV daemon scans uploads. Null means that uploads are not scanned. */
  virusScanner: { address: ClamdAddress; maxBytes: number } | null
  /** This is the path of an ffmpeg, or `off`. Null means that the first ffmpeg on the PATH is used. */
  ffmpeg: string | null
  databaseUrl: string | null
  /** Connections that need a session of their own use this address. It is needed when `databaseUrl` leads to a pooler. */
  databaseDirectUrl: string | null
  /** The role of this address owns the tables and changes them. Null means that the role of `databaseUrl` does. */
  databaseOwnerUrl: string | null
  /** These streaming standbys serve public reads. An empty list means that there is no standby. */
  databaseReplicaUrls: readonly string[]
  demoData: boolean
  /** Null means that the demo accounts have the published password. */
  demoPassword: string | null
  isLive: boolean
  /** A payout needs the approval of this many superadmins. */
  payoutApprovals: PayoutApprovals
  breachedPasswordsFile: string | null
  role: ProcessRole
  appSecret: string | null
  /** The server also accepts what was signed with this former or next secret, but never signs with it. */
  otherAppSecret: string | null
  /** Vulnerabilities are reported to this address. */
  securityContact: string | null
  superadmin: { email: string; password: string } | null
  chip: {
    apiUrl: string
    secret: string | null
    brandId: string | null
    callbackUrl: string | null
  }
  mail: { smtpUrl: string | null; from: string }
  /** Null means that the provider is not configured. The sign-in screen then says so. */
  signIn: {
    google: { clientId: string; clientSecret: string; issuer: string } | null
    github: { clientId: string; clientSecret: string; url: string } | null
  }
  metricsToken: string | null
  /** Null means that no backups are written. */
  backup: BackupConfig | null
  /**
   * This share of requests is traced, and the traces are sent to this collector, whose address has no slash at its end. Null means
   * that no traces are recorded.
   */
  traces: { url: string; share: number } | null
  /** Webhooks may go to these hosts only. Null means every public host. */
  webhookHosts: readonly string[] | null
  trustedProxies: string[]
  /** If true, each request writes a line to the log. */
  accessLog: boolean
  rateLimits: boolean
  /** Shared caches may keep public answers for this time. Null means that they must revalidate each time. */
  edgeSeconds: number | null
  /** The CDN removes pages by tag when this address is called. Null means that pages stay in the CDN for `edgeSeconds`. */
  edgePurge: { url: string; token: string; form: PurgeForm } | null
  /** A stopping process continues to serve for this time after `/readyz` fails. */
  drainSeconds: number
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}
