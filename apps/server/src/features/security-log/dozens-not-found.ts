/** What is hidden from somebody answers 404, as what does not exist does: many of these answers may be somebody who tries ids. */
import { windowOf } from './security-log.rules.ts'

const dozen = 12
/** Of one process and window. Senders beyond are not counted. */
const mostSenders = 10_000

export class DozensNotFound {
  #window = 0
  readonly #counts = new Map<string, number>()

  /**
   * Counts one answer. True for every twelfth one of a sender in a quarter of an hour: an entry for each would be written by
   * whoever follows an old link.
   * @param sender a person or a network
   */
  isFull(sender: string, now: Date): boolean {
    const window = windowOf(now).getTime()
    if (window !== this.#window) {
      this.#window = window
      this.#counts.clear()
    }
    const before = this.#counts.get(sender)
    if (before === undefined && this.#counts.size >= mostSenders) return false
    const count = (before ?? 0) + 1
    this.#counts.set(sender, count)
    return count % dozen === 0
  }
}
