import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveBlogFeed } from './blog-feed.ts'

const app = Fastify({ logger: false })
serveBlogFeed(app, {
  feed: async (language) => ({
    title: language === 'ms' ? 'Apogee · Rencana' : 'Apogee · Blog',
    articles: [
      { path: '/blog/one', title: 'One & <two>', summary: 'Of "one"', published: '2026-11-18' },
      { path: '/blog/two', title: 'Two', summary: 'Of two', published: '2026-11-20' },
    ],
  }),
  publicOrigin: () => 'https://school.example',
})

test('the feed lists each article with address and day, and its date is that of the newest', async () => {
  const { body, headers } = await app.inject('/blog/feed.xml')
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect(body).toContain('<title>One &amp; &lt;two&gt;</title><id>https://school.example/blog/one</id>')
  expect(body).toContain('<summary>Of &quot;one&quot;</summary>')
  expect(body).toContain('</author>\n<link href="https://school.example/blog"/>')
  expect(body.match(/<updated>[^<]*/)?.[0]).toBe('<updated>2026-11-20T00:00:00+08:00')
  expect(body.match(/<entry>/g)).toHaveLength(2)
})

test('the Malay feed links to the Malay articles', async () => {
  const { body } = await app.inject('/blog/feed.xml?lang=ms')
  expect(body).toContain('xml:lang="ms"')
  expect(body).toContain('<id>https://school.example/blog/one?lang=ms</id>')
  expect(body).toContain('rel="self" href="https://school.example/blog/feed.xml?lang=ms"')
})
