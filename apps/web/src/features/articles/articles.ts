import type { CourseCategory } from '@apogee/contracts/course-choices.ts'

type Words = 'page' | 'pieces' | 'books' | 'price' | 'finish' | 'phone'

export interface BlogArticle {
  slug: string
  /** `title` is the dictionary's key of the title, and not the title itself. */
  title: `${Words}Title`
  summary: `${Words}Summary`
  audience: 'forTeachers' | 'forLearners'
  /** `published` is the day of publication in Kuala Lumpur. */
  published: string
  /** `minutes` is the reading time at 200 words a minute. It is written here because the text itself loads on demand. */
  minutes: number
  cover: { id: number; category: CourseCategory }
}

/** The list is sorted newest first. The text of each article is texts/blog-{slug}.{language}.md. */
export const articles: readonly BlogArticle[] = [
  {
    slug: 'a-page-that-answers',
    title: 'pageTitle',
    summary: 'pageSummary',
    audience: 'forTeachers',
    published: '2026-11-20',
    minutes: 3,
    cover: { id: 20, category: 'Marketing' },
  },
  {
    slug: 'learn-in-small-pieces',
    title: 'piecesTitle',
    summary: 'piecesSummary',
    audience: 'forLearners',
    published: '2026-11-20',
    minutes: 3,
    cover: { id: 10, category: 'Data Science' },
  },
  {
    slug: 'books-from-the-first-sale',
    title: 'booksTitle',
    summary: 'booksSummary',
    audience: 'forTeachers',
    published: '2026-11-20',
    minutes: 3,
    cover: { id: 17, category: 'AI & ML' },
  },
  {
    slug: 'price-your-first-course',
    title: 'priceTitle',
    summary: 'priceSummary',
    audience: 'forTeachers',
    published: '2026-11-20',
    minutes: 3,
    cover: { id: 12, category: 'Business' },
  },
  {
    slug: 'finish-what-you-start',
    title: 'finishTitle',
    summary: 'finishSummary',
    audience: 'forLearners',
    published: '2026-11-20',
    minutes: 3,
    cover: { id: 7, category: 'Programming' },
  },
  {
    slug: 'a-lesson-on-a-phone',
    title: 'phoneTitle',
    summary: 'phoneSummary',
    audience: 'forTeachers',
    published: '2026-11-20',
    minutes: 3,
    cover: { id: 3, category: 'Design' },
  },
]

export const articleNamed = (slug: string | undefined): BlogArticle | undefined =>
  articles.find((article) => article.slug === slug)

/** Returns the next two articles in the list, wrapping at its end. */
export const articlesAfter = (article: BlogArticle): BlogArticle[] => {
  const place = articles.indexOf(article) + 1
  return [...articles.slice(place), ...articles.slice(0, place - 1)].slice(0, 2)
}

export const textOf = ({ slug }: BlogArticle): string => `blog-${slug}`
