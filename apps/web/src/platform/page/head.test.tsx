import { expect, test } from 'vitest'
import { answer } from '#web/testing/mock-api.ts'
import { aCourse } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const site = 'http://localhost:3000'
const hrefOf = (selector: string) => document.head.querySelector(selector)?.getAttribute('href')
const contentOf = (name: string) =>
  document.head.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content')
const listCourses = () =>
  answer('listCourses', { success: true, data: [aCourse()], meta: { total: 1, nextCursor: null } })

test('a page declares its own address and its other language', async () => {
  await renderRoute('/blog?utm_source=mail')
  expect(hrefOf('link[rel=canonical]')).toBe(`${site}/blog`)
  expect(hrefOf('link[hreflang=en]')).toBe(`${site}/blog`)
  expect(hrefOf('link[hreflang=ms]')).toBe(`${site}/blog?lang=ms`)
  expect(hrefOf('link[hreflang=x-default]')).toBe(`${site}/blog`)
  expect(contentOf('robots')).toBeUndefined()
})

test('the Malay page has its own address', async () => {
  await renderRoute('/blog?lang=ms', { language: 'ms' })
  expect(hrefOf('link[rel=canonical]')).toBe(`${site}/blog?lang=ms`)
  expect(contentOf('og:url')).toBe(`${site}/blog?lang=ms`)
  expect([contentOf('og:locale'), contentOf('og:locale:alternate')]).toEqual(['ms_MY', 'en_MY'])
})

test('a link preview has text, a type, and a picture with its size', async () => {
  await renderRoute('/blog/a-lesson-on-a-phone')
  expect(contentOf('og:type')).toBe('article')
  expect(contentOf('og:site_name')).toBe('Apogee')
  expect(contentOf('og:title')).toBe(document.title)
  expect(contentOf('og:description')).toBe(contentOf('description'))
  expect(contentOf('og:image')).toBe(`${site}/preview.png`)
  expect([contentOf('og:image:width'), contentOf('og:image:height')]).toEqual(['1200', '630'])
  expect(contentOf('og:image:alt')).toBeTruthy()
  expect(contentOf('twitter:card')).toBe('summary_large_image')
})

test('a category of the marketplace is indexed by itself; price and layout are not', async () => {
  listCourses()
  await renderRoute('/marketplace?category=AI+%26+ML&price=free&view=list')
  expect(hrefOf('link[rel=canonical]')).toBe(`${site}/marketplace?category=AI+%26+ML`)
  expect(hrefOf('link[hreflang=ms]')).toBe(`${site}/marketplace?category=AI+%26+ML&lang=ms`)
  expect(document.title).toBe('AI & ML · Marketplace · Apogee')
  expect(contentOf('robots')).toBeUndefined()
})

test('a search result page is not indexed', async () => {
  listCourses()
  await renderRoute('/marketplace?search=machine')
  expect(contentOf('robots')).toBe('noindex')
  expect(hrefOf('link[rel=canonical]')).toBe(`${site}/marketplace`)
})
