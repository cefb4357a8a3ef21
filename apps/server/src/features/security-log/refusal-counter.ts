/**
 * Counts refusals per person and network to detect enumeration of ids, fields or steps. Hidden resources answer 404, like missing
 * ones.
 */
import { windowOf } from './security-log.rules.ts'

const dozen = 12
/** The limit on people, and on networks, in one process and window. Further senders are not counted. */
const mostSenders = 10_000

export class RefusalCounter {
  #window = 0
  /** People are counted apart from networks. One sender may have very many networks, which must not displace people. */
  readonly #people = new Map<number, number>()
  readonly #networks = new Map<string, number>()

  /**
   * Counts one response. Returns true for every twelfth one of a sender in a quarter of an hour, because a single entry for each
   * would also record people who follow an old link.
   * @param sender the number of a person, or a network
   */
  isFull(sender: number | string, now: Date): boolean {
    const window = windowOf(now).getTime()
    if (window !== this.#window) {
      this.#window = window
      this.#people.clear()
      this.#networks.clear()
    }
    const count = typeof sender === 'number' ? countIn(this.#people, sender) : countIn(this.#networks, sender)
    return count > 0 && count % dozen === 0
  }
}

/** Returns 0 for a sender that is not counted. */
function countIn<Sender>(counts: Map<Sender, number>, sender: Sender): number {
  const before = counts.get(sender)
  if (before === undefined && counts.size >= mostSenders) return 0
  const count = (before ?? 0) + 1
  counts.set(sender, count)
  return count
}
