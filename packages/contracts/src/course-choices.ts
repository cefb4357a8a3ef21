/** The choices are apart from limits.ts, because a first visit needs them but no limits of forms. */
export const courseCategories = [
  'Programming',
  'Design',
  'Business',
  'Data Science',
  'Marketing',
  'AI & ML',
] as const
export type CourseCategory = (typeof courseCategories)[number]
/**
 * The first order is the default. `relevance` applies to a search: whole words of the title come first, popular courses before
 * others. Without a search it means `newest`.
 */
export const courseSorts = ['newest', 'students', 'rating', 'price-low', 'price-high', 'relevance'] as const
export type CourseSort = (typeof courseSorts)[number]
