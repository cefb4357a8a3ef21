/** Many refusals of one kind may be somebody who tries ids, fields or steps. What is hidden answers 404, as what does not exist does. */
import { windowOf } from './security-log.rules.ts'

const dozen = 12
/** People, and as many networks, of one process and window. Those beyond are not counted. */
const mostSenders = 10_000

export class Dozens {
  #window = 0
  /** Apart from networks, of which one sender may have very many: they must not keep people from being counted. */
  readonly #people = new Map<number, number>()
  readonly #networks = new Map<string, number>()

  /**
   * Counts one answer. True for every twelfth one of a sender in a quarter of an hour: an entry for each would be written by
   * whoever follows an old link.
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

/** 0: not counted. */
function countIn<Sender>(counts: Map<Sender, number>, sender: Sender): number {
  const before = counts.get(sender)
  if (before === undefined && counts.size >= mostSenders) return 0
  const count = (before ?? 0) + 1
  counts.set(sender, count)
  return count
}
