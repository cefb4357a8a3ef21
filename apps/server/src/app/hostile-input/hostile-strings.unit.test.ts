/** Tests that no text that a client sends blocks the process. */
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { requestStrings } from '@apogee/contracts/checks/request-strings.testing.ts'
import { hostileTexts } from './hostile-texts.testing.ts'

const characters = 30_000
const mostMs = 100

const hostile = hostileTexts(characters)

function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

test(
  'each text of each request is checked within 100 ms, whatever 30,000 characters it is',
  { timeout: 300_000 },
  () => {
    const slow: string[] = []
    const seen = new Set<z.core.$ZodType>()
    for (const { path, schema, checks } of requestStrings()) {
      if (seen.has(schema)) continue
      seen.add(schema)
      const bounds = checks.map(({ _zod }) => ('maximum' in _zod.def ? Number(_zod.def.maximum) : Infinity))
      const most = Math.min(...bounds)
      // A text that is as long as its field allows also reaches the checks after the check of its length.
      const fitting = (text: string) => text.slice(0, most - 2) + text.slice(-2)
      const texts = most < characters ? [...hostile, ...hostile.map(fitting)] : hostile
      const parse = (text: string) => cpuMsOf(() => z.safeParse(schema, text))
      for (const text of texts)
        // Other work on the machine may delay one measurement, but hardly three.
        if (parse(text) > mostMs && parse(text) > mostMs && parse(text) > mostMs)
          slow.push(`${path}: ${JSON.stringify(text.slice(0, 20))}`)
    }
    expect(seen.size).toBeGreaterThan(100)
    expect(slow).toEqual([])
  },
)
