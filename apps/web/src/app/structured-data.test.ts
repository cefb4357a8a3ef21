import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { expect, test } from 'vitest'
import { aCourse } from '#web/testing/people.ts'
import { aSalesInfo } from '#web/testing/sales-info.ts'
import {
  article,
  breadcrumbs,
  course,
  courseList,
  organisation,
  questions,
  website,
} from './structured-data.ts'

const english = { url: new URL('https://school.example/marketplace?price=free'), language: 'en' } as const
const malay = { ...english, language: 'ms' } as const

const sales = (changes: Partial<SalesInfo['course']> = {}): SalesInfo =>
  aSalesInfo({
    course: aCourse({ id: 5, title: 'Practical Machine Learning', price: 24_900, ...changes }),
    sellerName: 'Orbit Academy',
    faq: [],
  })

test("a course's structured data has its price in ringgit, seller, teacher and length", () => {
  expect(course(english, sales())).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Course',
    url: 'https://school.example/sp/5/',
    image: 'https://school.example/share/course-5.png',
    provider: { name: 'Orbit Academy' },
    offers: { price: '249.00', priceCurrency: 'MYR', category: 'Paid' },
    hasCourseInstance: {
      courseMode: 'Online',
      courseWorkload: 'PT690M',
      instructor: { name: 'Dr. Kavitha Menon' },
    },
  })
  expect(course(english, sales({ price: 0 }))).toMatchObject({ offers: { price: '0.00', category: 'Free' } })
})

test("a course's structured data has its language, level and length", () => {
  const known = sales({ language: 'ms', level: 'all_levels' })
  expect(course(english, known)).toMatchObject({
    inLanguage: 'ms',
    educationalLevel: 'All levels',
    timeRequired: 'PT690M',
  })
  expect(course(english, sales())).not.toHaveProperty('inLanguage')
  expect(course(english, sales())).not.toHaveProperty('educationalLevel')
})

test("a course's structured data has stars only when learners gave some", () => {
  expect(course(english, sales({ rating: null }))).not.toHaveProperty('aggregateRating')
  expect(course(english, sales({ rating: { average: 4.6, count: 12 } }))).toMatchObject({
    aggregateRating: { ratingValue: 4.6, reviewCount: 12, bestRating: 5 },
  })
})

test('structured data in Malay uses Malay addresses', () => {
  expect(course(malay, sales())).toMatchObject({ url: 'https://school.example/sp/5/?lang=ms' })
  expect(breadcrumbs(malay, [{ name: 'Reka Bentuk', path: '/marketplace?category=Design' }])).toMatchObject({
    itemListElement: [{ position: 1, item: 'https://school.example/marketplace?category=Design&lang=ms' }],
  })
})

test("a list of courses in structured data keeps the page's order", () => {
  expect(courseList(english, [aCourse({ id: 9, title: 'B' }), aCourse({ id: 4, title: 'A' })])).toMatchObject(
    {
      numberOfItems: 2,
      itemListElement: [
        { position: 1, name: 'B', url: 'https://school.example/sp/9/' },
        { position: 2, name: 'A', url: 'https://school.example/sp/4/' },
      ],
    },
  )
})

test("the site's structured data names it and its search", () => {
  expect(organisation(english)).toMatchObject({ url: 'https://school.example/', name: 'Apogee' })
  expect(website(english)).toMatchObject({
    publisher: { '@id': 'https://school.example/#organization' },
    potentialAction: {
      target: { urlTemplate: 'https://school.example/marketplace?search={search_term_string}' },
    },
  })
})

test('structured data has questions only when there are some', () => {
  expect(questions([])).toEqual([])
  expect(questions([{ question: 'When?', answer: 'Now.' }])).toMatchObject([
    { '@type': 'FAQPage', mainEntity: [{ name: 'When?', acceptedAnswer: { text: 'Now.' } }] },
  ])
})

test("an article's structured data has its day and language", () => {
  const written = { path: '/blog/one', title: 'One', summary: 'Of one', published: '2026-11-20' }
  expect(article(malay, written)).toMatchObject({
    headline: 'One',
    datePublished: '2026-11-20',
    inLanguage: 'ms',
    mainEntityOfPage: 'https://school.example/blog/one?lang=ms',
  })
})
