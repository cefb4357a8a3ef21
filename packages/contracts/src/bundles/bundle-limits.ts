export const bundleMaxCourses = 10
/** Limits the bundles of one cart or purchase. */
export const cartMaxBundles = 5
export const bundleStates = ['draft', 'published', 'archived'] as const
export type BundleState = (typeof bundleStates)[number]
