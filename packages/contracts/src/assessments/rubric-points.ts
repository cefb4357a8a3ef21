/** Adds up the best level of each criterion. */
export const pointsOfRubric = (criteria: readonly { levels: readonly { points: number }[] }[]): number =>
  criteria.reduce((sum, { levels }) => sum + best(levels), 0)

const best = (levels: readonly { points: number }[]): number =>
  levels.reduce((most, { points }) => Math.max(most, points), 0)
