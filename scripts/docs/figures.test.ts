/**
 * Checks figures in the documentation that the code states as constants. Each sentence below is built from these constants and must
 * be on its page.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { quizFileMaxBytes } from '@apogee/contracts/assessments/quiz-file.ts'
import { textFileLimits } from '@apogee/contracts/courses/lesson-document.ts'
import * as limits from '@apogee/contracts/limits.ts'
import { expect, test } from 'vitest'
import { poolSizes } from '../../apps/server/src/app/config/process-role.ts'
import { failureLimits, sessionLife } from '../../apps/server/src/features/accounts/accounts.rules.ts'
import { apiTokenRate } from '../../apps/server/src/features/accounts/api-tokens/api-tokens.rules.ts'
import { createPurchaseLeaseMs } from '../../apps/server/src/features/sales/model/orders.rules.ts'
import { keepMsOf } from '../../apps/server/src/policy/personal-data/retention.ts'
import { leastFreeBytes } from '../../apps/server/src/platform/resources/disk-space.ts'
import { outages } from '../../lab/drills/support/outages.ts'

const most = (kind: keyof typeof failureLimits): number => failureLimits[kind].most
const hours = (ms: number): number => ms / 3_600_000
const days = (ms: number): number => hours(ms) / 24
const mebibytes = (bytes: number): number => bytes / 1024 ** 2
const gibibytes = (bytes: number): number => bytes / 1024 ** 3
const backWithin = (part: string): number =>
  outages.find((outage) => outage.part === part)?.backWithinSeconds ?? NaN

const sentences: Record<string, readonly string[]> = {
  'docs/api.md': [
    `sign-in ${most('sign-in.pair')} for an account and address, ${most('sign-in.address')} for an address, ${most('sign-in.account')} for an account from all addresses`,
    `a day: ${most('second-factor.account')} for an account from unknown browsers, ${most('second-factor.device-day')} from a known one, ${most('second-factor.proof')} for re-authentication; recovery codes ${most('recovery-code.account')} an hour`,
    `passkeys ${most('passkey.pair')} for an account and address, ${most('passkey.account')} for an account, ${most('passkey.address')} for an address`,
    `Registration ${most('registration.person')} and business registration ${most('registration.business')} an hour`,
    `a seller makes ${limits.coursesADay.ofSeller} courses a day, and in live ${limits.coursesADay.ofNewSeller} in its first ${limits.newSellerDays} days`,
    `A token makes ${apiTokenRate.most} requests a minute`,
    `a video then of up to ${gibibytes(limits.partedVideoMaxBytes)} GB`,
    `in parts up to ${gibibytes(limits.courseArchiveMaxBytes)} GB`,
  ],
  'docs/security.md': [
    `| session without use | ${days(sessionLife.idleMs)} days | ${hours(sessionLife.staffIdleMs)} hours |`,
    `| session at most | ${days(sessionLife.absoluteMs)} days | ${days(sessionLife.staffAbsoluteMs)} days |`,
    `those of people who teach or manage below ${limits.staffPasswordMinLength} characters`,
    `${mebibytes(limits.uploadMaxBytes)} MB, a video in parts ${gibibytes(limits.partedVideoMaxBytes)} GB`,
    `in discussions ${mebibytes(limits.postPictureLimits.bytes)} MB`,
    `${mebibytes(limits.handInLimits.bytes)} MB, five of an answer, ${limits.handInLimits.perDay} a day; in a text ${mebibytes(textFileLimits.bytes)} MB`,
    `Quiz: JSON, ${quizFileMaxBytes / 1024} kB`,
    `SCORM package: ZIP, ${mebibytes(limits.packageMaxBytes)} MB`,
    `the network is deleted after ${days(keepMsOf('security-log.addresses'))} days`,
    `events by ids (${days(keepMsOf('events.handled'))} days), deliveries of webhooks (${days(keepMsOf('webhooks.deliveries'))} days, for admins of the business)`,
    `reports of browsers (${days(keepMsOf('blocked-contents.reports'))} days)`,
  ],
  'docs/operations.md': [
    `| database connections of the pool | ${poolSizes.all} | ${poolSizes.web} | ${poolSizes.worker} |`,
    `Each process holds up to ${poolSizes.all + 1} connections`,
    `below ${leastFreeBytes / 1_000_000} MB or 1,000 files`,
    `| PgBouncer, the database | 503 with \`Retry-After\`, except for cached pages and \`/status\` | success within ${backWithin('primary')} s |`,
    `success within ${backWithin('provider')} s |\n| HAProxy | nothing at all is reachable | success within ${backWithin('proxy')} s |`,
  ],
  'docs/orders-and-payments.md': [`with a lease of ${createPurchaseLeaseMs / 1000} s`],
}

test.each(Object.entries(sentences))('%s has the figures of the code', (path, expected) => {
  const page = readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
  expect(expected.filter((sentence) => !page.includes(sentence))).toEqual([])
})
