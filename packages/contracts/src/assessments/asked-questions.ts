export interface Grouped {
  groups?: readonly { name: string; draw: number }[] | undefined
  questions: readonly { group?: string | undefined; points: number }[]
}

/** Returns the number of questions that an attempt asks, and their points. */
export function attemptTotals({ groups = [], questions }: Grouped): { questions: number; points: number } {
  const left = new Map(groups.map(({ name, draw }) => [name, draw]))
  let asked = 0
  let points = 0
  for (const question of questions) {
    const more = question.group === undefined ? undefined : left.get(question.group)
    if (more === 0) continue
    if (question.group !== undefined && more !== undefined) left.set(question.group, more - 1)
    asked += 1
    points += question.points
  }
  return { questions: asked, points }
}
