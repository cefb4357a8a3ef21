/** Adds up the best level of each criterion. */
export const pointsOfRubric = (criteria: readonly { levels: readonly { points: number }[] }[]): number =>
  criteria.reduce((sum, { levels }) => sum + Math.max(0, ...levels.map(({ points }) => points)), 0)
