import { expect, test } from 'vitest'
import { secondsToWait } from './messages.rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

test.each<[string, number[], number | null]>([
  ['nobody wrote yet', [], null],
  ['nine in the last minutes', Array.from({ length: 9 }, () => 1), null],
  ['ten, the first of them five minutes ago', [5, ...Array.from({ length: 9 }, () => 1)], 600],
  ['ten, the first of them a quarter of an hour ago', [15, ...Array.from({ length: 9 }, () => 1)], null],
  ['fifty over the day', Array.from({ length: 50 }, (_, place) => 60 + place * 20), 900],
  ['forty-nine over the day', Array.from({ length: 49 }, (_, place) => 60 + place * 20), null],
])('%s: the wait is right', (_case, minutes, wait) => {
  expect(secondsToWait(minutes.map(minutesAgo), now)).toBe(wait)
})
