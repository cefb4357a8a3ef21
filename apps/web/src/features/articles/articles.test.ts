import { languages } from '@apogee/domain/languages.ts'
import { expect, test } from 'vitest'
import { articles, articlesAfter, textOf } from './articles.ts'

const texts = import.meta.glob<string>('./texts/blog-*.md', { query: '?raw', import: 'default', eager: true })
const wordsOf = (name: string) => (texts[`./texts/${name}.md`] ?? '').split(/\s+/).length

test.each(articles)('the reading time of $slug is right in every language', (article) => {
  for (const language of languages) {
    const minutes = wordsOf(`${textOf(article)}.${language}`) / 200
    expect(Math.abs(minutes - article.minutes), language).toBeLessThan(1)
  }
})

test('each article links to two others, and every one is linked', () => {
  const led = articles.map((article) => articlesAfter(article))
  for (const [place, next] of led.entries()) {
    expect(next).toHaveLength(2)
    expect(next).not.toContain(articles[place])
  }
  expect(new Set(led.flat()).size).toBe(articles.length)
})
