/** A passed assignment has a result of at least this percentage. Returned work has 0 %. */
export const passedPercentage = 1
