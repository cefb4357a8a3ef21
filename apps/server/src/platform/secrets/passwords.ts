import { hash, verify } from '@node-rs/argon2'
import { createBoundedQueue } from '../resources/bounded-queue.ts'

/**
 * Hashes passwords with Argon2id, at most `parallel` at once, so that many sign-ins do not starve other requests. Throws QueueFull.
 */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Returns whether the password matches. A missing hash takes the same work, so that the response time reveals nothing. */
  matches(stored: string | null, password: string): Promise<boolean>
  /**
   * Returns whether the hash uses another algorithm or cost than `hash`. A caller that knows the password then replaces the hash.
   */
  isOutdated(stored: string): boolean
}

interface Cost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

const fullCost: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/**
 * Returns the work by which an older, cheaper hash differs from the dummy hash, or null if there is none. Doing this work as well
 * hides from the response time whether the account exists. The work of Argon2 is its memory multiplied by its passes.
 */
export function missingWork(stored: string, { memoryCost, timeCost, parallelism }: Cost): Cost | null {
  const [, memory = '0', passes = '0'] = /\$m=(\d+),t=(\d+),/.exec(stored) ?? []
  const work = memoryCost * timeCost - Number(memory) * Number(passes)
  const timeLeft = Math.ceil(work / memoryCost)
  const memoryLeft = Math.round(work / timeLeft)
  return work > 0 && memoryLeft >= leastCost.memoryCost
    ? { memoryCost: memoryLeft, timeCost: timeLeft, parallelism }
    : null
}

/** Tests use the lowest cost, because argon2 would otherwise take a tenth of their time. */
export const leastCost: Cost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/**
 * Keyboards write a letter with its accent as one character or as two. Hashes are made from the composed form. Older hashes were
 * made from the form that the keyboard wrote.
 */
const formsOf = (password: string): string[] => [
  ...new Set([password.normalize('NFC'), password, password.normalize('NFD')]),
]

async function anyMatches(stored: string, passwords: readonly string[]): Promise<boolean> {
  for (const password of passwords) if (await verify(stored, password)) return true
  return false
}

export function createPasswords({ parallel = 2, waiting = 50, cost = fullCost } = {}): Passwords {
  const queue = createBoundedQueue({ name: 'password checks', concurrency: parallel, mostWaiting: waiting })
  const { memoryCost, timeCost, parallelism } = cost
  const start = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
  const dummy = hash('a password nobody has', cost)

  return {
    hash: (password) => queue.run(() => hash(password.normalize('NFC'), cost)),
    isOutdated: (stored) => !stored.startsWith(start),
    matches: (stored, password) =>
      queue.run(async () => {
        const matched = await anyMatches(stored ?? (await dummy), formsOf(password))
        const missing = stored === null ? null : missingWork(stored, cost)
        if (missing) await hash(password, missing)
        return stored !== null && matched
      }),
  }
}
