/** Work for one person runs one after the other, that for different people side by side. */
export function createPerUserQueue() {
  const last = new Map<number, Promise<unknown>>()

  /** Runs when all that this person has waiting is over, whether it succeeded or not. */
  function take(personId: number, work: () => Promise<void>): Promise<void> {
    const turn = Promise.allSettled([last.get(personId)])
      .then(work)
      .finally(() => {
        if (last.get(personId) === turn) last.delete(personId)
      })
    last.set(personId, turn)
    return turn
  }

  return { take, isBusy: (personId: number): boolean => last.has(personId) }
}
