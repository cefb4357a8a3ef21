import type { CourseCategory } from '@apogee/contracts/limits.ts'

type Words = 'price' | 'finish' | 'phone'

export interface BlogArticle {
  slug: string
  /** Where its words stand in the dictionary. */
  title: `${Words}Title`
  summary: `${Words}Summary`
  audience: 'forTeachers' | 'forLearners'
  /** Day of publication in Kuala Lumpur. */
  published: string
  /** Which drawing stands beside it. */
  cover: { id: number; category: CourseCategory }
}

/** Newest first. The text of each is texts/blog-{slug}.{language}.md. */
export const articles: readonly BlogArticle[] = [
  {
    slug: 'price-your-first-course',
    title: 'priceTitle',
    summary: 'priceSummary',
    audience: 'forTeachers',
    published: '2026-11-20',
    cover: { id: 12, category: 'Business' },
  },
  {
    slug: 'finish-what-you-start',
    title: 'finishTitle',
    summary: 'finishSummary',
    audience: 'forLearners',
    published: '2026-11-20',
    cover: { id: 7, category: 'Programming' },
  },
  {
    slug: 'a-lesson-on-a-phone',
    title: 'phoneTitle',
    summary: 'phoneSummary',
    audience: 'forTeachers',
    published: '2026-11-20',
    cover: { id: 3, category: 'Design' },
  },
]

export const articleNamed = (slug: string | undefined): BlogArticle | undefined =>
  articles.find((article) => article.slug === slug)

/** Name of the article's text. */
export const textOf = ({ slug }: BlogArticle): string => `blog-${slug}`
