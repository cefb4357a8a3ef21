/**
 * `npm run security-log -- [--head NUMBER:HASH]` checks the whole security log, and whether the log still contains a block that a
 * log line named or that the file storage holds. Exit code 1 means that the log was altered.
 */
import { parseArgs } from 'node:util'
import { readConfig } from '../../apps/server/src/app/config/config.ts'
import { withServices } from '../../apps/server/src/app/start-server.ts'
import type { SecurityLogChain } from '../../apps/server/src/features/security-log/chain.ts'
import type { LastSeal } from '../../apps/server/src/features/security-log/last-seal.ts'
import { log } from './open-database.ts'

const usage = 'Usage: npm run security-log -- [--head NUMBER:HASH]'

interface Log {
  securityLogChain: SecurityLogChain
  securityLogHead: LastSeal
}

async function report(
  { securityLogChain: chain, securityLogHead }: Log,
  head: string | undefined,
): Promise<string[]> {
  // The missing block is looked up before sealing, because sealing overwrites the stored head.
  const missing = await securityLogHead.missing()
  await chain.seal()
  // The check recomputes the whole chain, because the owner of the database could change stored results.
  const check = await chain.checkWhole()
  const { head: newest } = await chain.state()
  if (check.breakCount > 0 || missing) process.exitCode = 1
  return [
    `Entries checked: ${check.entries}. Newest block: ${newest ? `${newest.block}:${newest.hash}` : 'none'}`,
    `Breaks: ${check.breakCount}`,
    ...check.breaks.map(
      ({ block, fromId, throughId, problem }) =>
        `  block ${block}, entries ${fromId} to ${throughId}: ${problem}`,
    ),
    ...(missing ? [`The storage keeps block ${missing.block}:${missing.hash}, which the log lacks.`] : []),
    ...(head === undefined ? [] : [await compare(chain, head)]),
  ]
}

async function compare(chain: SecurityLogChain, head: string): Promise<string> {
  const [number = '', hash = ''] = head.split(':')
  if (!/^\d{1,15}$/.test(number) || !/^[0-9a-f]{64}$/i.test(hash)) throw new Error(usage)
  const found = await chain.hasBlock(Number(number), hash)
  if (found === 'yes') return `The log has the block ${number}.`
  if (found === 'swept') return `The block ${number} is swept: it cannot be compared.`
  process.exitCode = 1
  return `The log has no block ${number} with this hash: it is an older copy, or its end was removed.`
}

try {
  const { values } = parseArgs({ options: { head: { type: 'string' } } })
  const lines = await withServices(readConfig(process.env), log, ({ services }) =>
    report(services, values.head),
  )
  console.log(lines.join('\n'))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  if (error instanceof TypeError && 'code' in error) console.error(usage)
  process.exitCode = 1
}
