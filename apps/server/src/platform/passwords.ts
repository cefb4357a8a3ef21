import { hash, verify } from '@node-rs/argon2'

/** Argon2id, at most `parallel` at once: a flood of sign-ins must not starve everything else. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** False also for a missing hash, after the same work, so that time tells nothing. */
  matches(stored: string | null, password: string): Promise<boolean>
}

/** Too many people wait for a hash: answer 429 or 503 rather than queue without end. */
export class PasswordQueueFull extends Error {}

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export function createPasswords({ parallel = 2, waiting = 50 } = {}): Passwords {
  let running = 0
  const queue: (() => void)[] = []
  const dummy = hash('a password nobody has', parameters)

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= parallel) {
      if (queue.length >= waiting) throw new PasswordQueueFull('too many passwords are being checked')
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password, parameters)),
    matches: (stored, password) =>
      inTurn(async () => {
        const matched = await verify(stored ?? (await dummy), password)
        return stored !== null && matched
      }),
  }
}
