/**
 * Measures the processor time of each test file. All unit, server and client tests load this set-up file. With
 * `APOGEE_FILE_TIMES=DIR` it writes the time that the file took in its worker and in the worker's processes;
 * `platform/database/testing.ts` adds the time of the connections to the file's database.
 */
import { afterAll, expect } from 'vitest'
import { processorSeconds, recordFileTime } from './recorded-times.ts'

if (process.env['APOGEE_FILE_TIMES']) {
  const before = process.cpuUsage()
  const childrenBefore = processorSeconds(process.pid, 'its ended children')
  afterAll(() => {
    const { user, system } = process.cpuUsage(before)
    const children = processorSeconds(process.pid, 'its ended children') - childrenBefore
    recordFileTime(expect.getState().testPath ?? '', (user + system) / 1e6 + children)
  })
}
