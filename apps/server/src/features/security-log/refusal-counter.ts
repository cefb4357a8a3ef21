/**
 * Counts refusals for each person and network, to detect somebody who tries ids, fields or steps one after the other. Hidden
 * resources answer 404, like missing ones.
 */
import { windowOf } from './security-log.rules.ts'

const dozen = 12
/** The limit on counted people, and on counted networks, in one process and quarter of an hour. Further senders are not counted. */
const mostSenders = 10_000

export class RefusalCounter {
  #window = 0
  /** People are counted apart from networks. One sender may have very many networks, which must not displace people. */
  readonly #people = new Map<number, number>()
  readonly #networks = new Map<string, number>()

  /**
   * Counts one refusal. Returns true for every twelfth refusal of a sender in a quarter of an hour. Recording each of them would
   * also record people who follow an old link.
   * @param sender the id of a person, or a network.
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

/** Returns the new count of the sender, and 0 for a sender that is not counted. */
function countIn<Sender>(counts: Map<Sender, number>, sender: Sender): number {
  const before = counts.get(sender)
  if (before === undefined && counts.size >= mostSenders) return 0
  const count = (before ?? 0) + 1
  counts.set(sender, count)
  return count
}
