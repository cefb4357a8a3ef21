/** Builds schema.org data of the public pages for search engines; only the server writes them. */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import { addressIn, languages, type Language } from '@apogee/domain/languages.ts'
import type { CatalogueCourse, SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import type { SchoolPage } from '@apogee/contracts/schools/schools.ts'
import { currentPrice, decimalRinggit } from '@apogee/domain/money/money.ts'
import { courseFactsMessages } from '#web/shared/course/course-facts.en.ts'
import { shareImageOf } from '#web/platform/page/head.tsx'
import { textIn } from '#web/platform/language/messages.ts'

export interface Place {
  url: URL
  language: Language
}

type Thing = { '@type': string } & Record<string, unknown>

const described = (thing: Thing): Thing => ({ '@context': 'https://schema.org', ...thing })
const absolute = ({ url }: Place, path: string): string => new URL(path, url.origin).href
/** Returns the page's own address, as in its canonical link. */
const own = (place: Place, path: string): string => absolute(place, addressIn(place.language, path))
const organisationId = (place: Place): string => absolute(place, '/#organization')
const salesPath = ({ id }: Pick<CatalogueCourse, 'id'>): string => `/sp/${id}/`

const starsOf = ({ average, count }: { average: number; count: number }): Thing => ({
  '@type': 'AggregateRating',
  ratingValue: average,
  reviewCount: count,
  bestRating: 5,
  worstRating: 1,
})

export const organisation = (place: Place): Thing =>
  described({
    '@type': 'Organization',
    '@id': organisationId(place),
    name: 'Apogee',
    url: absolute(place, '/'),
    logo: { '@type': 'ImageObject', url: absolute(place, '/icon-512.png'), width: 512, height: 512 },
  })

export const website = (place: Place): Thing =>
  described({
    '@type': 'WebSite',
    '@id': absolute(place, '/#website'),
    name: 'Apogee',
    url: absolute(place, '/'),
    inLanguage: [...languages],
    publisher: { '@id': organisationId(place) },
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: `${absolute(place, '/marketplace')}?search={search_term_string}`,
      },
      'query-input': 'required name=search_term_string',
    },
  })

/** Returns the breadcrumbs of a page, its own name last. */
export const breadcrumbs = (place: Place, steps: readonly { name: string; path: string }[]): Thing =>
  described({
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: own(place, path),
    })),
  })

export const courseList = (place: Place, courses: readonly Pick<CatalogueCourse, 'id' | 'title'>[]): Thing =>
  described({
    '@type': 'ItemList',
    numberOfItems: courses.length,
    itemListElement: courses.map((listed, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: listed.title,
      url: own(place, salesPath(listed)),
    })),
  })

/** Returns a school for search engines: the seller, with stars if there are reviews. */
export const school = (
  place: Place,
  {
    path,
    title,
    logo,
    intro,
    website,
    rating,
  }: Pick<SchoolPage, 'title' | 'logo' | 'intro' | 'website' | 'rating'> & { path: string },
): Thing =>
  described({
    '@type': 'EducationalOrganization',
    '@id': own(place, path),
    name: title,
    url: own(place, path),
    ...(intro !== '' && { description: intro }),
    ...(logo !== null && { logo: absolute(place, logo) }),
    ...(website !== '' && { sameAs: [website] }),
    ...(rating && { aggregateRating: starsOf(rating) }),
  })

/** Returns a course for search engines: price, seller, and stars if there are reviews. */
export function course(place: Place, { course: sold, sellerName, instructor, stats }: SalesInfo): Thing {
  const address = own(place, salesPath(sold))
  const minutes = stats.contentCounts.totalDuration
  return described({
    '@type': 'Course',
    '@id': address,
    name: sold.title,
    description: cutText(sold.description, 500),
    url: address,
    image: absolute(place, shareImageOf(sold)),
    ...(sold.category && { about: sold.category }),
    ...(sold.language && { inLanguage: sold.language }),
    ...(sold.level && { educationalLevel: textIn(courseFactsMessages, place.language)[sold.level] }),
    ...(minutes ? { timeRequired: `PT${minutes}M` } : {}),
    provider: { '@type': 'Organization', name: sellerName, url: absolute(place, '/') },
    offers: {
      '@type': 'Offer',
      price: decimalRinggit(currentPrice(sold)),
      ...(sold.sale?.endsAt && { priceValidUntil: sold.sale.endsAt }),
      priceCurrency: 'MYR',
      category: sold.price > 0 ? 'Paid' : 'Free',
      availability: `https://schema.org/${sold.isNotOnSaleYet ? 'OutOfStock' : 'InStock'}`,
      url: address,
    },
    ...(sold.rating && { aggregateRating: starsOf(sold.rating) }),
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      ...(minutes ? { courseWorkload: `PT${minutes}M` } : {}),
      ...(instructor?.name && { instructor: { '@type': 'Person', name: instructor.name } }),
    },
  })
}

export const questions = (faq: readonly { question: string; answer: string }[]): Thing[] =>
  faq.length === 0
    ? []
    : [
        described({
          '@type': 'FAQPage',
          mainEntity: faq.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        }),
      ]

export const article = (
  place: Place,
  written: { path: string; title: string; summary: string; published: string },
): Thing =>
  described({
    '@type': 'Article',
    headline: written.title,
    description: written.summary,
    datePublished: written.published,
    inLanguage: place.language,
    image: absolute(place, '/preview.png'),
    mainEntityOfPage: own(place, written.path),
    author: { '@type': 'Organization', '@id': organisationId(place), name: 'Apogee' },
    publisher: { '@type': 'Organization', '@id': organisationId(place), name: 'Apogee' },
  })
