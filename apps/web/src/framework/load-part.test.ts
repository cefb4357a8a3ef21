import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPartImports, __vitePreload as loadPart } from './load-part.ts'

/** Holds the links that were added to the document. The test browser fetches no style sheets. */
let links: HTMLLinkElement[] = []

beforeEach(() => {
  links = []
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    links.push(...nodes.filter((node) => node instanceof HTMLLinkElement))
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  document.head.replaceChildren()
  setPartImports(() => [])
})

const addresses = () => links.map((link) => link.getAttribute('href'))

test('a part is fetched together with its sheets and arrives after the last of them', async () => {
  const load = vi.fn<() => Promise<string>>(async () => 'part')
  let arrived: string | undefined
  const loading = loadPart(load, 'tabs-1 card-1').then((part) => (arrived = part))
  expect(addresses()).toEqual(['/assets/tabs-1.css', '/assets/card-1.css'])
  expect(load).toHaveBeenCalledOnce()
  links[0]?.dispatchEvent(new Event('load'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(arrived).toBeUndefined()
  links[1]?.dispatchEvent(new Event('load'))
  await expect(loading).resolves.toBe('part')
})

test('a sheet that two parts need is requested once, and both wait for it', async () => {
  const both = Promise.all([loadPart(async () => 1, 'menu-1'), loadPart(async () => 2, 'menu-1')])
  expect(addresses()).toEqual(['/assets/menu-1.css'])
  links[0]?.dispatchEvent(new Event('load'))
  await expect(both).resolves.toEqual([1, 2])
})

test('a sheet that the document contains is not requested', async () => {
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/price-1.css" disabled>'
  await expect(loadPart(async () => 'part', 'price-1')).resolves.toBe('part')
  expect(links).toEqual([])
})

test('a sheet that is only preloaded is requested, and the part waits for it', async () => {
  document.head.innerHTML = '<link rel="preload" as="style" href="/assets/dialog-1.css">'
  const part = loadPart(async () => 'part', 'dialog-1')
  expect(addresses()).toEqual(['/assets/dialog-1.css'])
  links[0]?.dispatchEvent(new Event('load'))
  await expect(part).resolves.toBe('part')
})

test('a part whose sheet failed is refused, and the next attempt requests the sheet again', async () => {
  const first = loadPart(async () => 'part', 'field-1')
  links[0]?.dispatchEvent(new Event('error'))
  await expect(first).rejects.toThrow('/assets/field-1.css could not be loaded')
  const second = loadPart(async () => 'part', 'field-1')
  expect(links).toHaveLength(2)
  links[1]?.dispatchEvent(new Event('load'))
  await expect(second).resolves.toBe('part')
})

test('a part whose code failed is refused', async () => {
  await expect(loadPart(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
})

test('the files that a part imports are requested together with the part', async () => {
  setPartImports((part) => (part === 'menu-1' ? ['dialog-1', 'icons-1'] : []))
  await expect(loadPart(async () => 'part', '', 'menu-1')).resolves.toBe('part')
  expect(addresses()).toEqual(['/assets/dialog-1.js', '/assets/icons-1.js'])
  expect(links.map(({ rel }) => rel)).toEqual(['modulepreload', 'modulepreload'])
})

test('a file that is requested already is not requested again', async () => {
  setPartImports(() => ['dialog-1'])
  const requested = document.createElement('link')
  requested.setAttribute('href', '/assets/dialog-1.js')
  document.head.appendChild(requested)
  await loadPart(async () => 'part', '', 'menu-1')
  expect(links).toEqual([])
})
