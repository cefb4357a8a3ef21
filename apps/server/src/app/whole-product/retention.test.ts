/** The sweep deletes data older than each period of policy/personal-data/retention.ts, and preserves newer data. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { retention, type Period, type PeriodId } from '#server/policy/personal-data/retention.ts'
import { applyRetention, retentionRules } from '../jobs.ts'
import { TableRows, type Row } from './table-rows.testing.ts'
import { startTestApp, type TestApp } from '../testing.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

let server: TestApp
let rows: TableRows
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments } })
  rows = await TableRows.on(server.database.pool)
})
afterAll(() => server.stop())

const periods: readonly (Period & { id: PeriodId })[] = (Object.keys(retention) as PeriodId[]).map((id) => ({
  ...retention[id],
  id,
}))

const isDay = ({ table, since }: Period): boolean =>
  rows.columnsOf(table).find(({ name }) => name === since)?.type === 'date'

/** Returns a time that is just older or just younger than the period. */
function timeAt(period: Period, side: 'older' | 'younger'): string {
  const marginMs = (isDay(period) ? 2 * dayMs : minuteMs) * (side === 'older' ? -1 : 1)
  const time = new Date(server.clock.now().getTime() - period.keepMs + marginMs).toISOString()
  return isDay(period) ? time.slice(0, 10) : time
}

async function addAt(period: Period, time: string): Promise<void> {
  await rows.add(period.table, { text: 'usual', values: { [period.since]: time } })
  // The security log is swept in whole sealed blocks, so a block is sealed first.
  await server.services.securityLogChain.seal()
}

async function rowsAt({ table, since }: Period, time: string): Promise<Row[]> {
  const found = await server.database.pool.query<Row>(`SELECT * FROM ${table} WHERE ${since} = $1`, [time])
  return found.rows
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Buffer.isBuffer(value) && value.length === 0)

test('each period is applied by one rule', () => {
  const applied = retentionRules(server.features, server.dependencies).map(({ period }) => period)
  expect(applied.toSorted()).toEqual(Object.keys(retention).toSorted())
})

test.each(periods)('the sweep applies $id to $table', async (period) => {
  const [older, younger] = [timeAt(period, 'older'), timeAt(period, 'younger')]
  await addAt(period, older)
  await addAt(period, younger)
  const filled = (row: Row) => (period.empties ?? []).every((column) => !isEmpty(row[column]))
  expect((await rowsAt(period, older)).filter(filled)).toHaveLength(1)

  await server.sweep()

  const left = await rowsAt(period, older)
  if (period.empties) expect(left.map(filled)).toEqual([false])
  else expect(left).toEqual([])
  expect((await rowsAt(period, younger)).filter(filled)).toHaveLength(1)
})

test('a rule that fails keeps no other rule from its turn, and the run fails', async () => {
  const applied: Date[] = []
  const rules = [
    { period: 'mail.sent', deleteBefore: () => Promise.reject(new Error('no space')) },
    { period: 'events.handled', deleteBefore: async (before: Date) => void applied.push(before) },
  ] as const
  await expect(applyRetention(rules, server.dependencies)).rejects.toThrow('1 retention rules failed')
  expect(applied).toEqual([new Date(server.clock.now().getTime() - retention['events.handled'].keepMs)])
})
