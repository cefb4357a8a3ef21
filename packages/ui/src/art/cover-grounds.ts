/** The grounds are separate from the generator, so that a page can show a cover's ground without loading it. */
export const grounds = ['#15263f', '#e9e2d3', '#123a3c', '#6b2d23', '#bcd3e6', '#252b35'] as const

/** Neighbouring ids never get the same ground. */
export const groundIndex = (id: number): number => Math.abs(id * 5) % grounds.length
