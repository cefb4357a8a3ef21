/**
 * Contains the default and the meaning of each environment variable. `scripts/documents/configuration-page.ts` writes
 * docs/configuration.md from it.
 */
import type { VariableName } from './config-variables.ts'

interface Description {
  byDefault: string
  meaning: string
}

const page = (anchor: string) => `([how](operations.md#${anchor}))`
const s3Key = 'a key that may put, get and delete objects of the bucket and list it'

export const descriptions: Readonly<Record<VariableName, Description>> = {
  PORT: { byDefault: '3000', meaning: 'port it listens on' },
  HOST: { byDefault: '127.0.0.1', meaning: 'address it listens on' },
  PUBLIC_URL: {
    byDefault: '`http://HOST:PORT`',
    meaning: 'origin of links, payment returns and mail; when unset, a loopback request’s own origin is used',
  },
  TLS_ELSEWHERE: {
    byDefault: '`off`',
    meaning: '`on`: something that Apogee does not see encrypts the whole way to visitors',
  },
  PACKAGE_ORIGIN: {
    byDefault: 'none: names below `localhost` on one’s own machine, else the product’s own origin',
    meaning: `origin of SCORM packages, on another host name that leads to this server; \`https://*.…\` gives each launch its own; needs \`PUBLIC_URL\` ${page('packages-on-a-host-of-their-own')}`,
  },
  DATA_DIR: { byDefault: '`./data`', meaning: 'database files, uploads, mailbox, generated secret' },
  DATABASE_URL: {
    byDefault: 'own PostgreSQL 18 in `DATA_DIR`, unix socket only',
    meaning: `any PostgreSQL from 15 on, or a pooler in front of it ${page('postgresql-of-your-own')}`,
  },
  DATABASE_DIRECT_URL: {
    byDefault: 'none',
    meaning: `address of PostgreSQL itself when \`DATABASE_URL\` is that of a pooler in transaction mode ${page('a-pooler')}`,
  },
  DATABASE_OWNER_URL: {
    byDefault: 'none: the role of `DATABASE_URL` owns the tables',
    meaning: `the same database with the role that owns its tables ${page('two-roles-of-the-database')}`,
  },
  DATABASE_REPLICA_URL: {
    byDefault: 'none',
    meaning: `streaming standbys that answer public reads, separated by commas ${page('standbys-for-public-reads')}`,
  },
  DEMO_DATA: {
    byDefault: '`true` only without `DATABASE_URL`',
    meaning: 'load the demo school into a new database',
  },
  DEMO_PASSWORD: {
    byDefault: 'none: the published one',
    meaning: `password of the demo accounts, also of those that exist already ${page('a-demo-that-others-can-reach')}`,
  },
  APOGEE_ENV: {
    byDefault: '`demo`',
    meaning: `\`live\`: real payments; checks the settings [below](#what-live-refuses) ${page('going-live')}`,
  },
  APOGEE_PAYOUT_APPROVALS: {
    byDefault: '`one`; `live`: `two`',
    meaning: 'number of superadmins that a payout to a seller takes',
  },
  APOGEE_ROLE: {
    byDefault: '`all`',
    meaning: `\`web\`: pages and calls, no jobs; \`worker\`: jobs and health checks only ${page('web-and-worker-processes')}`,
  },
  APP_SECRET: {
    byDefault: 'generated once, stored in `DATA_DIR`',
    meaning: 'root of the signing and encryption keys',
  },
  APP_SECRET_PREVIOUS: {
    byDefault: 'none',
    meaning: `a second accepted secret while \`APP_SECRET\` is replaced ${page('replacing-app_secret')}`,
  },
  BREACHED_PASSWORDS_FILE: {
    byDefault: 'none',
    meaning: `\`live\` only: file of breached passwords to refuse ${page('breached-passwords')}`,
  },
  SUPERADMIN_EMAIL: {
    byDefault: 'none',
    meaning: 'creates the first superadmin when there is none',
  },
  SUPERADMIN_PASSWORD: {
    byDefault: 'none',
    meaning: 'password of the first superadmin; `live`: at least 12 characters and not common',
  },
  CHIP_API_URL: {
    byDefault: '`demo`: the simulator',
    meaning: '`live`: CHIP itself, needs `APOGEE_ENV=live`; or the address of a compatible API',
  },
  CHIP_SECRET: {
    byDefault: 'none; simulator: its own',
    meaning: 'secret key of the platform’s CHIP account',
  },
  CHIP_BRAND_ID: {
    byDefault: 'none; simulator: its own',
    meaning: 'brand of the platform’s CHIP account',
  },
  CHIP_CALLBACK_URL: {
    byDefault: '`PUBLIC_URL` on port 80 or 443, or with the simulator',
    meaning:
      'origin under which CHIP reaches `/api/payments/callback/{account}`; without one, payments are found by reading CHIP',
  },
  SMTP_URL: { byDefault: 'none: files in `DATA_DIR/mail`', meaning: 'server for outgoing mail' },
  MAIL_FROM: { byDefault: '`Apogee <no-reply@localhost>`', meaning: 'sender of mail' },
  SECURITY_CONTACT: {
    byDefault: 'none: no `/.well-known/security.txt`',
    meaning: '`mailto:` or https address for reports of vulnerabilities',
  },
  GOOGLE_CLIENT_ID: {
    byDefault: 'none: the button explains it',
    meaning: `sign-in through Google ${page('sign-in-through-google-and-github')}`,
  },
  GOOGLE_CLIENT_SECRET: { byDefault: 'none', meaning: 'its secret' },
  OIDC_ISSUER_GOOGLE: {
    byDefault: '`https://accounts.google.com`',
    meaning: 'OpenID Connect issuer behind the Google button',
  },
  GITHUB_CLIENT_ID: {
    byDefault: 'none: the button explains it',
    meaning: `sign-in through GitHub ${page('sign-in-through-google-and-github')}`,
  },
  GITHUB_CLIENT_SECRET: { byDefault: 'none', meaning: 'its secret' },
  GITHUB_URL: { byDefault: '`https://github.com`', meaning: 'GitHub, or a GitHub Enterprise Server' },
  METRICS_TOKEN: {
    byDefault: 'none: no metrics',
    meaning: `bearer token that \`GET /metrics\` asks for ${page('metrics')}`,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    byDefault: 'none: no traces',
    meaning: `OpenTelemetry collector for traces, by OTLP over HTTP ${page('traces')}`,
  },
  OTEL_TRACES_SAMPLER_ARG: { byDefault: '1', meaning: 'share of traces that is recorded, 0 to 1' },
  TRUSTED_PROXIES: {
    byDefault: 'none',
    meaning: `addresses or networks of proxies whose \`X-Forwarded-For\` is believed, or \`none\`; \`live\` behind a proxy needs it ${page('tls-and-the-proxy')}`,
  },
  WEBHOOK_HOSTS: {
    byDefault: 'none: any public host',
    meaning: 'hosts that webhooks may go to, separated by commas; `*.example.my` for all below `example.my`',
  },
  MEDIA_ACCEL_LOCATION: {
    byDefault: 'none: this process sends files',
    meaning: `internal location of an nginx that sends stored files after our check ${page('media-through-nginx')}`,
  },
  FFMPEG: {
    byDefault: 'the first on the PATH',
    meaning:
      'ffmpeg, with ffprobe beside it, that prepares videos in several qualities; `off`: videos play as uploaded',
  },
  VIRUS_SCANNER: {
    byDefault: 'none: uploads are not scanned',
    meaning: `ClamAV daemon that reads each upload before anybody can open it, \`unix:/run/clamav/clamd.ctl\` or \`tcp://host:3310\` ${page('scanning-uploads-for-malware')}`,
  },
  VIRUS_SCANNER_MAX_MB: {
    byDefault: '500',
    meaning:
      'largest file that it reads; `StreamMaxLength` of clamd is at least that; longer videos are not scanned',
  },
  STORAGE: {
    byDefault: '`disk`: `DATA_DIR/uploads`',
    meaning: `\`s3\`: uploaded files are in a bucket ${page('files-in-s3')}`,
  },
  STORAGE_ALSO_READ: {
    byDefault: 'none',
    meaning: `the other storage while files move ${page('moving-files-between-disk-and-s3')}`,
  },
  S3_ENDPOINT: { byDefault: 'none; `STORAGE=s3` needs it', meaning: 'origin of the S3-compatible service' },
  S3_PUBLIC_ENDPOINT: {
    byDefault: 'none: this process sends all files',
    meaning: 'origin under which browsers reach the service and read videos by signed addresses',
  },
  S3_BROWSER_UPLOADS: {
    byDefault: '`off`',
    meaning:
      '`on`: browsers send large videos and PDFs to the bucket; needs `S3_PUBLIC_ENDPOINT` and a CORS rule',
  },
  S3_REGION: { byDefault: '`us-east-1`', meaning: 'region that signatures name' },
  S3_BUCKET: { byDefault: 'none; `STORAGE=s3` needs it', meaning: 'the bucket' },
  S3_ACCESS_KEY_ID: { byDefault: 'none; `STORAGE=s3` needs it', meaning: s3Key },
  S3_SECRET_ACCESS_KEY: { byDefault: 'none; `STORAGE=s3` needs it', meaning: 'its secret' },
  S3_PATH_STYLE: {
    byDefault: '`on`',
    meaning: '`off`: `bucket.endpoint/…` instead of `endpoint/bucket/…`',
  },
  BACKUP_DIR: {
    byDefault: 'none: no backups',
    meaning: `folder on another disk for backups of the database, at most a minute old ${page('backup-and-restore')}`,
  },
  BACKUP_KEY: { byDefault: 'none; `BACKUP_DIR` needs it', meaning: 'key that encrypts the backups' },
  BACKUP_EVERY_HOURS: { byDefault: '24', meaning: 'hours between base backups' },
  BACKUP_KEEP_DAYS: { byDefault: '14', meaning: 'how many days back a restore can reach' },
  BACKUP_S3_BUCKET: {
    byDefault: 'none: no copies',
    meaning: `bucket for copies of the backups; needs \`BACKUP_DIR\` ${page('a-bucket-for-backups')}`,
  },
  BACKUP_S3_ENDPOINT: { byDefault: '`S3_ENDPOINT`', meaning: 'origin of that service' },
  BACKUP_S3_REGION: { byDefault: '`S3_REGION`', meaning: 'its region' },
  BACKUP_S3_ACCESS_KEY_ID: { byDefault: '`S3_ACCESS_KEY_ID`', meaning: s3Key },
  BACKUP_S3_SECRET_ACCESS_KEY: { byDefault: '`S3_SECRET_ACCESS_KEY`', meaning: 'its secret' },
  BACKUP_S3_PATH_STYLE: { byDefault: '`S3_PATH_STYLE`', meaning: 'as for files' },
  ACCESS_LOG: { byDefault: '`off`', meaning: '`on`: one log line for each request, at the level `info`' },
  RATE_LIMITS: { byDefault: '`on`', meaning: 'limits on failed sign-ins, registrations and requested mails' },
  EDGE_SECONDS: {
    byDefault: 'none: shared caches ask each time',
    meaning: `how long a CDN or proxy may keep public pages and lists; needs \`PUBLIC_URL\` ${page('a-shared-cache-or-a-cdn')}`,
  },
  EDGE_PURGE_URL: {
    byDefault: 'none: copies stay for `EDGE_SECONDS`',
    meaning: 'where a CDN removes outdated pages by tag',
  },
  EDGE_PURGE_TOKEN: { byDefault: 'none', meaning: 'token for it' },
  EDGE_PURGE_FORM: { byDefault: '`cloudflare`', meaning: '`fastly`: tags are sent as surrogate keys' },
  DRAIN_SECONDS: {
    byDefault: '0; `live`: 10, worker 0',
    meaning: `how long a process that is asked to stop serves on after \`/readyz\` fails ${page('rolling-restarts')}`,
  },
  LOG_LEVEL: {
    byDefault: '`info`',
    meaning: '`debug`, `info`, `warn`, `error` or `silent`: the least severe lines to write',
  },
}
