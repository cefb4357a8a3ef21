/** Serialises the work of each person; different people's work runs concurrently. */
export function createPerUserQueue() {
  const last = new Map<number, Promise<unknown>>()

  /** Runs `work` when this person's earlier work is finished, even if that failed. */
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
