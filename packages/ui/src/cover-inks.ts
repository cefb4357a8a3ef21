/** The colours of a generated cover, as numbers: apart from the generator, so that a page can show a ground without it. */
export const inkCount = 6

/** Neighbouring ids never share a number. */
export const inkNumber = (id: number): number => Math.abs(id * 5) % inkCount
