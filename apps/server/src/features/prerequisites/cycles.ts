/**
 * The shortest chain that would lead from a course over one of `firstIds` back to it, with the course at both ends; undefined: there is
 * none. `pairs`: what waits for what now; those of the course itself are replaced by `firstIds`. Looks at each course once.
 */
export function cycleThrough(
  courseId: number,
  firstIds: readonly number[],
  pairs: readonly { courseId: number; firstId: number }[],
): number[] | undefined {
  const firstOf = Map.groupBy(pairs, (pair) => pair.courseId)
  const cameFrom = new Map(firstIds.map((id) => [id, courseId]))
  // A map keeps the order of insertion and visits what is added on the way: breadth first.
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
