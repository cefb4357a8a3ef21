/**
 * Compares the ids that database rows store for longer than a process lives with the ids of the last release. A released id stays,
 * or a migration renames it in all rows (docs/decisions/services-and-ids.md). A new id needs no line here until it is released.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { notificationData } from '@apogee/contracts/notifications/notifications.ts'
import { securityKinds } from '@apogee/contracts/accounts/security.ts'
import { activityKinds } from '@apogee/contracts/security-log/security-log.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { failureLimits } from '#server/features/accounts/accounts.rules.ts'
import { xpRules } from '#server/features/achievements/achievements.rules.ts'
import { eventKinds } from '#server/events.ts'
import { editKinds } from '#server/policy/edits.ts'
import { periodicTasks } from '../jobs.ts'
import { serverFacts } from '#server/platform/server-facts.ts'
import { startTestApp, type TestApp } from '../testing.ts'

const feature = /^[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*$/
const words = /^[a-z]+(?:-[a-z]+)*$/
/** Kinds of the contract and of CHECK constraints have this form. */
const contractKind = /^[a-z][A-Za-z]*\.[a-zA-Z]+$/

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments } })
})
afterAll(() => server.stop())

test('each schedule names one task that a class of jobs runs', () => {
  const tasks = Object.keys(server.jobTable)
  const scheduled = periodicTasks(server.jobTable).map(({ task }) => task)
  expect(scheduled.filter((task) => !tasks.includes(task))).toEqual([])
  expect(new Set(scheduled).size).toBe(scheduled.length)
})

const features = join(import.meta.dirname, '../../features')
const sources = globSync('**/*.ts', { cwd: features })
  .filter((path) => !/test/.test(path))
  .map((path) => ({ path, text: readFileSync(join(features, path), 'utf8') }))

const prefixesIn = (isSource: (source: { path: string; text: string }) => boolean, prefix: RegExp) => [
  ...new Set(
    sources.filter(isSource).flatMap(({ text }) => [...text.matchAll(prefix)].map((match) => match[1] ?? '')),
  ),
]

/** A listener's id is stored together with its event, so it is listed as `event listener`. */
const listenerOfEvent = new RegExp(`${feature.source.slice(0, -1)} ${feature.source.slice(1)}`)
const listeners = () =>
  eventKinds.flatMap((kind) =>
    Object.keys(server.features.listenersOf(kind)).map((listener) => `${kind} ${listener}`),
  )

const kinds: Record<string, { found: () => readonly string[]; form: RegExp }> = {
  'tasks of the job queue': { found: () => Object.keys(server.jobTable), form: feature },
  'kinds of events': { found: () => eventKinds, form: feature },
  'listeners of events': { found: listeners, form: listenerOfEvent },
  'facts about a database': { found: () => serverFacts, form: feature },
  'counted attempts': { found: () => Object.keys(failureLimits), form: feature },
  'kinds of edits': { found: () => editKinds, form: words },
  'prefixes of the keys of mails, notifications and counters': {
    found: () =>
      prefixesIn(
        ({ text }) => /\b(?:queueMails?|notify)\(|Occasion = \(/.test(text),
        /`([a-z][a-z -]*)[: ]\$\{/g,
      ),
    form: words,
  },
  'prefixes of the sources of ledger postings': {
    found: () =>
      prefixesIn(
        ({ path }) => /^(?:accounting|sales|invoices)\//.test(path),
        /(?:source(?::| =)|=>) `([a-z][a-z -]*):\$\{/g,
      ),
    form: words,
  },
  'kinds of notifications': { found: () => Object.keys(notificationData), form: contractKind },
  'kinds of changes in security': { found: () => securityKinds, form: contractKind },
  'kinds of entries of the security log': { found: () => activityKinds, form: contractKind },
  'kinds of points': { found: () => Object.keys(xpRules), form: contractKind },
}

const listPath = join(import.meta.dirname, 'released-ids.json')
const { version } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../../package.json'), 'utf8'),
) as { version: string }
const released = JSON.parse(readFileSync(listPath, 'utf8')) as {
  release: string
  ids: Record<string, string[]>
}

test.each(Object.keys(kinds))('the %s keep the ids of the last release', (kind) => {
  const found = kinds[kind]?.found() ?? []
  expect(found.length).toBeGreaterThan(3)
  expect(
    (released.ids[kind] ?? []).filter((id) => !found.includes(id)),
    'A released id changed. Renaming one needs a migration that renames the rows of the last release, and its line in ' +
      'released-ids.json (docs/decisions/services-and-ids.md).',
  ).toEqual([])
})

test.each(Object.entries(kinds))('the %s have one form', (_kind, { found, form }) => {
  expect(found().filter((id) => !form.test(id))).toEqual([])
})

test('the list is that of the release whose number package.json has', () => {
  if (process.env['RELEASED_IDS'] === 'write') {
    const ids = Object.fromEntries(
      Object.entries(kinds).map(([kind, { found }]) => [kind, found().toSorted()]),
    )
    writeFileSync(listPath, `${JSON.stringify({ release: version, ids }, null, 2)}\n`)
    return
  }
  expect(
    released.release,
    'A commit that sets the version also renews the list: RELEASED_IDS=write vitest run --project server stable-ids',
  ).toBe(version)
  expect(Object.keys(released.ids)).toEqual(Object.keys(kinds))
})

test('every feature that queues a mail has a prefix for its occasions', () => {
  const queueing = sources.filter(({ text }) => /\bqueueMails?\(/.test(text))
  expect(queueing.length).toBeGreaterThan(10)
  // If several files write the same occasion, a function of its own builds it.
  const named = /`[a-z][a-z-]*:\$\{|Occasion\(/
  expect(queueing.filter(({ text }) => !named.test(text)).map(({ path }) => path)).toEqual([])
})

test('every job key and queue name begins with a task or is derived from one', () => {
  const named = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:jobKey|queueName)(?::| =) ?([^,\n]+)/g)].map(([, value]) => `${path} ${value}`),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((one) => !/ (?:`\$\{\w+Task\}:|\w+Task\b)/.test(one))).toEqual([])
})

test('the keys of what browsers store keep their spelling', () => {
  expect(storageKeys, 'a browser that stored something under the former key loses it').toEqual({
    token: 'authToken',
    cart: 'cart-storage',
    cartCode: 'cart-code',
    latestPurchase: 'latest_purchase_id',
    rememberedEmail: 'rememberedEmail',
    checkoutDraft: 'checkout-draft',
    intention: 'intention',
    registration: 'registration',
    starts: 'chosen-starts',
    drafts: 'drafts',
    noteDrafts: 'note-drafts',
    outbox: 'outbox',
    upload: 'unfinished-upload',
    uploadQueue: 'upload-queue',
    renewedToken: 'renewed-token',
    visits: 'visits',
    player: 'player-preferences',
    documentPages: 'document-pages',
    accountCodes: 'account-codes',
    documentView: 'document-view',
    openModules: 'open-modules',
  })
})
