/**
 * Returns the shortest cycle that begins and ends with the course and passes one of `firstIds`, its new prerequisites. Undefined
 * means that no cycle exists. `pairs` are the present prerequisites of the other courses. Each course is visited once.
 */
export function cycleThrough(
  courseId: number,
  firstIds: readonly number[],
  pairs: readonly { courseId: number; firstId: number }[],
): number[] | undefined {
  const firstOf = Map.groupBy(pairs, (pair) => pair.courseId)
  const cameFrom = new Map(firstIds.map((id) => [id, courseId]))
  // A map iterates in insertion order and visits entries that are added meanwhile, so the search is breadth-first.
  for (const id of cameFrom.keys()) {
    for (const { firstId } of firstOf.get(id) ?? []) {
      if (firstId === courseId) return chainTo(id, courseId, cameFrom)
      if (!cameFrom.has(firstId)) cameFrom.set(firstId, id)
    }
  }
  return undefined
}

function chainTo(lastId: number, courseId: number, cameFrom: ReadonlyMap<number, number>): number[] {
  const chain = [courseId]
  for (let id = lastId; id !== courseId; id = cameFrom.get(id) ?? courseId) chain.unshift(id)
  return [courseId, ...chain]
}
