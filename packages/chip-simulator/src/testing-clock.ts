export interface TestClock {
  now: () => Date
  pass: (seconds: number) => void
}

export function testClock(): TestClock {
  let at = Date.UTC(2026, 10, 18, 4)
  return {
    now: () => new Date(at),
    pass(seconds) {
      at += seconds * 1000
    },
  }
}
