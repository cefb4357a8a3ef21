/** Generates repeatable random numbers. The same seed and name give the same sequence, whatever other names are used. */
import { createHash } from 'node:crypto'

export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number
  between(low: number, high: number): number
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
  /** Returns `count` distinct elements in any order. */
  some<T>(from: readonly T[], count: number): T[]
  named(name: string): Random
}

export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)

  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[between(0, from.length - 1)]
    if (picked === undefined) throw new Error('nothing to pick from')
    return picked
  }

  return {
    next,
    between,
    pick,
    chance: (share) => next() < share,
    some(from, count) {
      const left = [...from]
      return Array.from({ length: Math.min(count, left.length) }, () => {
        const [taken] = left.splice(between(0, left.length - 1), 1)
        if (taken === undefined) throw new Error('nothing left to take')
        return taken
      })
    },
    named: (name) => createRandom(`${seed}/${name}`),
  }
}
