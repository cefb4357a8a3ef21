/** Defines what the security log records, and how superadmins and admins search it (docs/decisions/security-log.md). */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { securityEntry, securityKinds } from '../accounts/security.ts'
import { dayText } from '../calendar-text.ts'
import { answerOf, endpoint, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { formedText, limit } from '../texts.ts'

/** Lists the kinds of acts that change no rights, accounts or money of others. The log records them, and nobody is notified. */
export const activityKinds = [
  'signIn.succeeded',
  // The next seven kinds are aggregated: one entry covers a quarter of an hour, with the count `acts` in its details.
  'signIn.failed',
  'signIn.limited',
  'secondFactor.failed',
  'secondFactor.limited',
  'access.refused',
  'access.probed',
  'access.misused',
  'password.changed',
  'password.reset',
  'email.changeAsked',
  'email.changeStopped',
  'invitation.accepted',
  'invitation.revoked',
  'account.opened',
  'account.left',
  'account.returned',
  'account.erased',
  'identity.linked',
  'chip.configured',
  'payout.approved',
  'payout.declined',
  'payout.withdrawn',
  'payout.paid',
  'signal.closed',
  'refund.asked',
  'exception.decided',
  'seller.checksSent',
  'seller.contactProven',
  'seller.checkVerified',
  'webhook.changed',
  'certificate.reissued',
  'upload.infected',
  'upload.notChecked',
  'export.table',
  'export.course',
  'export.notes',
  'export.account',
  // Entries of this kind cover a quarter of an hour as well.
  'view.orders',
  'view.order',
  'view.people',
  'view.person',
  'view.bank',
  'view.seller',
  'view.sellerChecks',
  'view.sellerDocument',
] as const
export type ActivityKind = (typeof activityKinds)[number]

/** Groups the kinds by the word before the dot. A kind without a group is listed only when no filter is set. */
export const securityGroups = {
  signIn: ['signIn', 'password', 'identity', 'sessions', 'email'],
  secondFactor: ['secondFactor', 'recoveryCodes', 'recoveryCode', 'passkey', 'passkeys'],
  people: ['role', 'member', 'invitation', 'account', 'certificate'],
  credentials: ['chip', 'apiToken', 'webhook'],
  money: ['bank', 'payoutBank', 'fee', 'seller', 'payout', 'signal', 'transfer', 'refund', 'exception'],
  uploads: ['upload'],
  exports: ['export'],
  views: ['view'],
  refusals: ['access'],
  log: ['securityLog'],
} as const satisfies Record<string, readonly string[]>
export type SecurityGroup = keyof typeof securityGroups
export const securityGroupNames = Object.keys(securityGroups) as [SecurityGroup, ...SecurityGroup[]]

/** Returns the kinds of the group that this release knows. The log may contain further kinds of a newer release. */
export function kindsOfGroup(group: SecurityGroup): string[] {
  const words: readonly string[] = securityGroups[group]
  return [...securityKinds, ...activityKinds].filter((kind) => words.includes(kind.split('.')[0] ?? ''))
}

/** Days are days in Malaysia, both included. */
export const securityLogFilters = {
  group: z.optional(z.enum(securityGroupNames)),
  /** Holds an id, or the whole e-mail address of an account. The search matches both the actor and the person concerned. */
  person: z.optional(z.string().check(z.trim(), limit(254), z.minLength(1))),
  from: z.optional(dayText()),
  to: z.optional(dayText()),
  /** The filter by network address is for superadmins only. The format is that of the entries. */
  address: z.optional(z.string().check(z.trim(), limit(50), z.minLength(1))),
}

export const securityLogBreaks = [
  'changed',
  'missing',
  'added',
  'addresses',
  'block',
  'key',
  'sweep',
] as const

/** Describes a place where the log differs from its sealed state. */
export const securityLogBreak = z.object({
  /** Names the sealed block to which the entries `fromId` to `throughId` belong. */
  block: z.int(),
  fromId: z.int(),
  throughId: z.int(),
  problem: z.enum(securityLogBreaks),
})
export type SecurityLogBreak = z.infer<typeof securityLogBreak>

/**
 * The database lacked a sealed block that was also stored outside of it. Either an older copy was restored, or the newest entries
 * were removed. The log may have continued since, with another block of the same number.
 */
export const securityLogFall = z.object({
  at: instant,
  /** Holds the number of the log's last block at that time. 0 means that the log had no block. */
  block: z.int(),
  /**
   * Holds the number of the missing block, which was sealed at `keptAt`. If `block` is not lower, the log has other contents under
   * this number.
   */
  kept: z.int(),
  keptAt: instant,
})
export type SecurityLogFall = z.infer<typeof securityLogFall>

export const securityLogState = z.object({
  /** Holds the newest finished check. Null means that no check has finished yet. */
  check: z.nullable(
    z.object({
      finishedAt: instant,
      entries: z.int(),
      breakCount: z.int(),
      /** Lists at most the first 20 breaks. */
      breaks: z.array(securityLogBreak),
    }),
  ),
  /** Holds the newest sealed block. Null means that no block is sealed yet. */
  head: z.nullable(z.object({ block: z.int(), hash: z.string(), sealedAt: instant })),
  /** Holds the newest such loss within the last 30 days, or null. */
  fall: z.nullable(securityLogFall),
})
export type SecurityLogState = z.infer<typeof securityLogState>

/** Describes content that a browser did not load or run on one of our pages, because the content security policy forbids it. */
export const blockedContent = z.object({
  id: z.int(),
  /** Holds the directive of the policy, such as `script-src-elem`. */
  directive: z.string(),
  /** Holds the origin of the content, or a word such as `inline`. */
  blocked: z.string(),
  /** Paths have no query, and secret parts are left out. An empty text means unknown. */
  page: z.string(),
  source: z.string(),
  /** Counts the hours in which browsers reported the content. Each process of the server counts its own hours. */
  hours: z.int(),
  firstAt: instant,
  lastAt: instant,
})
export type BlockedContent = z.infer<typeof blockedContent>

export const securityLogEndpoints = {
  listBlockedContents: endpoint({
    call: 'GET /platform/blocked-contents',
    access: byRole('platform.run'),
    summary: 'What browsers reported as blocked by the content security policy in the last 30 days',
    query: z.object(pageQuery),
    answer: listAnswer(blockedContent),
  }),
  searchSecurityLog: endpoint({
    call: 'GET /security-log/entries',
    // The service returns the entries of their business to admins, and all entries to superadmins.
    access: byRole('securityLog.read'),
    summary: 'Everything the security log has: an admin’s business, a superadmin’s all',
    query: z.object({
      limit: pageQuery.limit,
      cursor: pageQuery.cursor,
      /** Later pages are reachable only by `cursor`, because skipping entries would read all of them. */
      page: z.optional(
        z.pipe(
          formedText(2, /^\d{1,2}$/, 'must be a page number up to 99'),
          z.transform((text: string) => Math.max(1, Number(text))),
        ),
      ),
      businessId: z.optional(idInUrl),
      ...securityLogFilters,
    }),
    answer: z.object({
      success: z.literal(true),
      data: z.array(securityEntry),
      meta: z.object({ nextCursor: z.nullable(z.string()) }),
    }),
    refusals: ['FORBIDDEN'],
  }),
  readSecurityLogState: endpoint({
    call: 'GET /security-log/state',
    access: byRole('platform.run'),
    summary: 'Whether the security log is as it was written: the newest check and the newest sealed block',
    answer: answerOf(securityLogState),
  }),
} as const
