import { expect, test } from 'vitest'
import { needsOf, type NeedLimits } from './package-needs.ts'

const needs = (files: Record<string, string>, limits?: NeedLimits) =>
  needsOf(
    Object.entries(files).map(([path, text]) => ({ path, bytes: text.length, text })),
    async ({ text }) => Buffer.from(text),
    limits,
  )
const inScript = (text: string) => needs({ 'a.js': text })
const inPage = (text: string) => needs({ 'a.html': text })

test.each([
  [`localStorage.setItem('page', 3)`, ['storage']],
  [`sessionStorage['page'] = 3`, ['storage']],
  [`var s=window.localStorage;s.setItem("a",1)`, ['storage']],
  [`indexedDB.open('lesson')`, ['storage']],
  [`document.cookie = 'seen=1'`, ['storage']],
  [`new Worker('count.js')`, ['workers']],
  [`navigator.serviceWorker.register('sw.js')`, ['workers']],
  [`if (confirm('Resume?')) resume()`, ['dialogs']],
  [`window.alert("Right!")`, ['dialogs']],
  [`window.print()`, ['dialogs']],
  [`window.open('glossary.html')`, ['windows']],
  [`const a = document.createElement('a'); a.download = 'notes.txt'`, ['downloads']],
  [`c.drawImage(i, 0, 0); c.getImageData(0, 0, 1, 1)`, ['drawings']],
  [`f = document.createElement('iframe'); f.contentDocument.write('<p>')`, ['frames']],
])('the script %s needs %s', async (script, expected) => {
  expect(await inScript(script)).toEqual(expected)
})

test.each([
  // These scripts only name a feature, or read it to learn whether the browser has it.
  `typeof localStorage !== 'undefined' && 'localStorage' in window`,
  `function confirm(text) { return dialogs.confirm(text) }`,
  `$.alert('x'); bootbox.prompt('y')`,
  `request.open('GET', 'data.json'); db.open('x')`,
  `if (document.cookie == '') visit()`,
  `frame.contentWindow.postMessage('x', '*'); frame.contentWindow.location.href = 'b.html'`,
  `canvas.toDataURL('image/webp')`,
  // This script is the wrapper by which content finds the API of the platform.
  `function check() { var e = API.LMSGetLastError(); if (e) alert('error ' + e) } window.open('debug.html')`,
])('the script %s needs nothing', async (script) => {
  expect(await inScript(script)).toEqual([])
})

test.each([
  ['<a href="https://example.org" target="_blank">More</a>', ['windows']],
  ['<a href="notes.txt" download>Notes</a>', ['downloads']],
  ['<button onclick="open(\'course.html\')">', ['windows']],
  ['<iframe src="part.html"></iframe>', []],
  ['<iframe src="part.html"></iframe><script>parent.begin(1)</script>', ['frames']],
  [
    '<frameset><frame name="a" src="b.html"></frameset><script>frames["a"].document.title</script>',
    ['frames'],
  ],
  ['<iframe src="https://www.youtube.com/embed/x"></iframe><script>window.parent.begin()</script>', []],
  ['<script>parent.appendChild(child)</script><iframe></iframe>', []],
])('the page %s needs %s', async (page, expected) => {
  expect(await inPage(page)).toEqual(expected)
})

test('a frame of one page and a script of another are one need, and a library that can open frames is none', async () => {
  const frame = '<!doctype html><iframe src="part.html"></iframe>'
  expect(await needs({ 'a.html': frame, 'b.js': 'window.parent.finish()' })).toEqual(['frames'])
  const library = '/*! jQuery v3.7.1 | (c) OpenJS Foundation */ return e.contentDocument'
  expect(await needs({ 'a.html': frame, 'jquery.js': library })).toEqual([])
})

test('a file that other programs open is a download, and pictures and videos are not searched', async () => {
  expect(
    await needs({ 'files/Form.DOCX': '', 'film.mp4': 'alert("x")', 'style.css': 'new Worker(' }),
  ).toEqual(['downloads'])
})

test('the needs have one order, and the search ends at its limits', async () => {
  const [worker, asks] = ['new Worker("a")', 'confirm("b")']
  expect(await needs({ 'b.js': asks, 'a.js': worker })).toEqual(['workers', 'dialogs'])
  const limits = { fileBytes: 15, totalBytes: 20 }
  expect(await needs({ 'long.js': `${asks}     `, 'a.js': worker, 'b.js': asks }, limits)).toEqual([
    'workers',
  ])
})

test('a text of one repeated beginning is searched in linear time', async () => {
  const text = ['<iframe ', 'frames[', 'localStorage[', 'parent.a', '=window.', ' target'].map((part) =>
    part.repeat(200_000),
  )
  const started = process.cpuUsage()
  await inPage(text.join(''))
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(5_000)
})
