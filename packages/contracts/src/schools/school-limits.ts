export const schoolLimits = {
  introLength: 200,
  shortestName: 3,
  longestName: 40,
  /** A seller has at most this number of names, the earlier ones included. */
  names: 10,
  /** The page shows this number of courses; the marketplace finds the others. */
  courses: 60,
  /** The order of a page names at most this number of courses. */
  ordered: 200,
  teachers: 12,
  bundles: 12,
  reviews: 6,
} as const

/** These words are no name of a school, because visitors would take the page for one of the product. */
export const reservedSchoolNames: readonly string[] = [
  'about',
  'account',
  'admin',
  'api',
  'billing',
  'business',
  'checkout',
  'contact',
  'course',
  'courses',
  'help',
  'login',
  'marketplace',
  'official',
  'pay',
  'payment',
  'payments',
  'platform',
  'privacy',
  'register',
  'sales',
  'school',
  'schools',
  'security',
  'settings',
  'staff',
  'studio',
  'support',
  'terms',
  'verify',
  'www',
]
