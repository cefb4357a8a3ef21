/** Lists the indexed pages other than courses; the server writes them into its sitemap. */
import { courseCategories } from '@apogee/contracts/course-choices.ts'
import { pathWithFilters } from '#web/features/catalogue/filters.ts'
import { articles } from '#web/features/articles/articles.ts'

export interface PublicAddress {
  path: string
  /** `changed` is the day of the last change, if known. */
  changed?: string
}

const words = [
  'pricing',
  'about',
  'testimonials',
  'roadmap',
  'careers',
  'partners',
  'contact',
  'contact-support',
  'verify',
  'terms',
  'privacy',
  'cookies',
]

export const publicAddresses: readonly PublicAddress[] = [
  { path: '/' },
  { path: '/marketplace' },
  ...courseCategories.map((category) => ({ path: pathWithFilters({ category }) })),
  { path: '/sales' },
  { path: '/business' },
  ...words.map((name) => ({ path: `/${name}` })),
  { path: '/blog' },
  ...articles.map(({ slug, published }) => ({ path: `/blog/${slug}`, changed: published })),
]
