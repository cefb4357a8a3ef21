/**
 * `npm run backup:close-gap -- [--purchases FILE] [--skip-numbers N]` runs after a restore and before the first start. The command
 * asks the payment provider for purchases that the restored database lacks. It also skips numbers that may have been issued since
 * the backup.
 */
import { parseArgs } from 'node:util'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { closeGap, type ClosedGap } from '../../apps/server/src/app/backup/close-gap.ts'
import { readConfig } from '../../apps/server/src/app/config/config.ts'
import { log } from './open-database.ts'

const usage = 'Usage: npm run backup:close-gap -- [--purchases FILE] [--skip-numbers 1000]'

function describe(gap: ClosedGap): string {
  const { read, unread, settled, refunded, noted, moneyWithoutOrder, comparison } = gap
  return [
    `Gap since ${gap.since}`,
    `Payments read: ${read}, not read: ${unread}`,
    `Settled now: ${settled.payments} (${formatRinggit(settled.cents)}); refunded now: ${refunded.payments} (${formatRinggit(refunded.cents)})`,
    `Purchases noted outside of the database: ${noted}, not read: ${gap.unreadPurchases.length}, unknown to every account: ${gap.unknownPurchases.length}`,
    `Payment pages of lost orders closed: ${gap.closedPages}`,
    `Purchases of FILE without an order that can still be paid, not closed: ${gap.openPurchases.length}`,
    ...gap.openPurchases.map((id) => `  purchase ${id}`),
    `Money for lost orders: ${moneyWithoutOrder.length}`,
    ...moneyWithoutOrder.map(
      ({ purchaseId, accountId, reference, amountCents, paidAt }) =>
        `  ${formatRinggit(amountCents)}, purchase ${purchaseId} at account ${accountId}, order ${reference}, paid ${paidAt ?? 'not yet'}`,
    ),
    `Numbers skipped in each series of receipts and invoices: ${gap.skippedNumbers}`,
    `Comparison ${comparison.id}: ${comparison.differences} differences, ${comparison.unread} not read`,
    ...gap.brokenInvariants.map(({ broken, ids }) => `Not so: ${broken} (${ids.join(', ')})`),
    `The report is in ${gap.file}`,
    gap.isClosed
      ? 'The gap is closed: the server may start.'
      : 'Not everything could be read: run this again.',
  ].join('\n')
}

try {
  const { values } = parseArgs({
    options: { purchases: { type: 'string' }, 'skip-numbers': { type: 'string', default: '1000' } },
  })
  if (!/^\d{1,6}$/.test(values['skip-numbers'])) throw new Error(usage)
  const gap = await closeGap(readConfig(process.env), log, {
    skipNumbers: Number(values['skip-numbers']),
    purchasesFile: values.purchases ?? null,
  })
  console.log(describe(gap))
  if (!gap.isClosed) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  if (error instanceof TypeError && 'code' in error) console.error(usage)
  process.exitCode = 1
}
