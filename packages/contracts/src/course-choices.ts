/** Apart from limits.ts: a first visit needs these, and none of the limits of forms. */
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
 * Orders of a list of courses; the first is the default. `relevance`, of a search: courses whose title matches before others, popular
 * ones first; without a search it is `newest`.
 */
export const courseSorts = ['newest', 'students', 'rating', 'price-low', 'price-high', 'relevance'] as const
export type CourseSort = (typeof courseSorts)[number]
