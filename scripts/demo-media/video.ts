// Converts slides to pictures, and pictures and narration to one MP4.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { escapeText } from './figures.ts'
import { narrationOf, type Lesson } from './lesson.ts'
import { markSvg, slideStyle } from './look.ts'
import type { Narration, SpokenSentence } from './narration.ts'

const run = promisify(execFile)
const framesPerSecond = 12
const tweenFrames = 8

/**
 * This script runs in the page. It shows one slide as it is during one sentence; `p` is the progress of the transition from 0 to 1.
 */
const director = `
const slides = [...document.querySelectorAll('section')]
function show(slide, step, p) {
  const eased = 1 - (1 - p) ** 3
  slides.forEach((section, index) => { section.hidden = index !== slide })
  const section = slides[slide]
  section.style.setProperty('--in', step === 0 ? eased : 1)
  for (const part of section.querySelectorAll('[data-at]')) {
    const at = Number(part.dataset.at)
    part.style.setProperty('--v', at < step ? 1 : at === step ? eased : 0)
  }
  for (const part of section.querySelectorAll('[data-mark]')) {
    const marks = part.dataset.mark.split(' ').map(Number)
    const now = marks.includes(step), before = step > 0 && marks.includes(step - 1)
    part.style.setProperty('--m', now ? (before ? 1 : eased) : before ? 1 - eased : 0)
  }
}
function moves(slide, step) {
  return step === 0 || [...slides[slide].querySelectorAll('[data-at],[data-mark]')].some((part) =>
    Number(part.dataset.at) === step || (part.dataset.mark ?? '').split(' ').some((mark) => mark !== '' && (Number(mark) === step || Number(mark) === step - 1)))
}
function overflowing() {
  const wrong = []
  for (const [index, section] of slides.entries()) {
    show(index, 99, 1)
    for (const part of section.querySelectorAll('h1,h2,li,p,small,td,th,pre .line,text,.bar,h3')) {
      const { left, right, top, bottom } = part.getBoundingClientRect()
      const limit = part.tagName === 'H2' ? 165 : 612
      if (left < 60 || right > 1230 || bottom > limit || top < 60 || part.scrollWidth > part.clientWidth + 1 && part.matches('td,th,.line'))
        wrong.push(index + ': ' + part.textContent.slice(0, 40) + ' ' + [left, top, right, bottom].map(Math.round))
    }
  }
  return wrong
}
`

/** Draws a few faint orbits and stars, the same for the same lesson. */
function sky(key: string): string {
  const bytes = createHash('sha256').update(key).digest()
  const byte = (index: number): number => (bytes[index % bytes.length] ?? 0) / 255
  const turn = -30 + byte(0) * 20
  const orbits = [300, 430, 580].map(
    (rx, index) =>
      `<ellipse cx="${1230 - index * 20}" cy="${30 + byte(1) * 50}" rx="${rx}" ry="${rx * 0.52}" transform="rotate(${turn} 1180 60)"/>`,
  )
  const stars = Array.from(
    { length: 14 },
    (_, index) =>
      `<circle class="star" cx="${Math.round(byte(index + 2) * 1280)}" cy="${Math.round(byte(index * 3 + 5) * 640)}" r="${(0.8 + byte(index + 9)).toFixed(1)}"/>`,
  )
  return `<svg class="sky" viewBox="0 0 1280 720" aria-hidden="true">${orbits.join('')}${stars.join('')}</svg>`
}

function page(lesson: Lesson, narration: Narration): string {
  const ticks = narration.sentences.map(({ start, step }) => {
    const x = ((start / narration.seconds) * 1280).toFixed(1)
    return `<path d="M${x} ${step === 0 ? 0 : 3}V12" stroke="#66758e" stroke-width="1.5"/>`
  })
  const sections = lesson.slides.map(
    ({ heading, figure }) =>
      `<section><h2>${escapeText(heading)}</h2><div class="area">${figure}</div></section>`,
  )
  return `<!doctype html><html lang="${lesson.language}"><head><meta charset="utf-8"><style>${slideStyle}</style></head><body>
${sky(lesson.key)}
<p class="course">${markSvg}<span>${escapeText(lesson.course)}</span></p>
<section class="opening"><div class="area"><h1>${escapeText(lesson.title)}</h1><p>${escapeText(narrationOf(lesson.opening, lesson.language))}</p></div></section>
${sections.join('\n')}
<svg class="track" viewBox="0 0 1280 12"><path d="M0 12H1280" stroke="#42516a" stroke-width="1.5"/>${ticks.join('')}</svg>
<script>${director}</script></body></html>`
}

interface Frame {
  file: string
  frames: number
}

async function photograph(
  tab: Page,
  sentences: SpokenSentence[],
  seconds: number,
  folder: string,
): Promise<Frame[]> {
  const shots: Frame[] = []
  const startFrame = (sentence: SpokenSentence): number =>
    Math.max(0, Math.round((sentence.start - 0.15) * framesPerSecond))
  const totalFrames = Math.round(seconds * framesPerSecond)
  for (const [index, sentence] of sentences.entries()) {
    const next = sentences[index + 1]
    const first = index === 0 ? 0 : startFrame(sentence)
    const length = (next ? startFrame(next) : totalFrames) - first
    const slide = sentence.slide + 1
    const moving = await tab.evaluate<boolean>(`moves(${slide}, ${sentence.step})`)
    const steps = moving ? Math.min(tweenFrames, length) : 1
    for (let step = 1; step <= steps; step++) {
      await tab.evaluate(`show(${slide}, ${sentence.step}, ${step / steps})`)
      const file = join(folder, `frame-${index}-${step}.png`)
      await tab.screenshot({ path: file })
      shots.push({ file, frames: step === steps ? length - steps + 1 : 1 })
    }
  }
  return shots
}

/** Draws the yellow dot and its trail, which are laid over the pictures to show the progress of the video. */
async function progressMark(tab: Page, folder: string): Promise<{ dot: string; trail: string }> {
  const shapes = {
    dot: '<svg xmlns="http://www.w3.org/2000/svg" width="22" height="22"><circle cx="11" cy="11" r="11" fill="#0a0e16"/><circle cx="11" cy="11" r="7.5" fill="#ffcb52"/></svg>',
    trail:
      '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="4"><rect width="1280" height="4" fill="#8fc4ff"/></svg>',
  }
  const files = { dot: join(folder, 'dot.png'), trail: join(folder, 'trail.png') }
  for (const name of ['dot', 'trail'] as const) {
    await tab.setContent(
      `<style>body{margin:0;background:transparent}svg{display:block}</style>${shapes[name]}`,
    )
    await tab.locator('svg').screenshot({ path: files[name], omitBackground: true })
  }
  return files
}

/** Makes `target` (H.264 and AAC, ready to stream). Fails when a text exceeds its area on a slide. */
export async function filmLesson(
  browser: Browser,
  lesson: Lesson,
  narration: Narration,
  folder: string,
  target: string,
): Promise<void> {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  const mark = await progressMark(tab, folder)
  await tab.setContent(page(lesson, narration))
  await tab.evaluate('document.fonts.ready.then(() => true)')
  const wrong = await tab.evaluate<string[]>('overflowing()')
  if (wrong.length > 0) throw new Error(`${lesson.key}: text leaves its place on slide ${wrong.join('; ')}`)
  const frames = await photograph(tab, narration.sentences, narration.seconds, folder)
  await tab.close()

  const list = join(folder, 'frames.txt')
  const lines = frames.map(({ file, frames: count }) => `file '${file}'\nduration ${count / framesPerSecond}`)
  writeFileSync(list, `ffconcat version 1.0\n${lines.join('\n')}\nfile '${frames.at(-1)?.file ?? ''}'\n`)
  const sound = join(folder, 'narration.wav')
  writeFileSync(sound, narration.wav)

  const { seconds } = narration
  const filters = [
    `[0:v]fps=${framesPerSecond}[slides]`,
    `[slides][2:v]overlay=x='-1280+1280*t/${seconds}':y=694:eval=frame[trail]`,
    `[trail][1:v]overlay=x='1280*t/${seconds}-11':y=685:eval=frame,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p[picture]`,
    '[3:a]highpass=f=70,lowpass=f=8500,loudnorm=I=-18:TP=-3:LRA=7,aresample=44100[sound]',
  ]
  const args = [
    ['-n', '10', 'ffmpeg', '-v', 'error', '-y', '-threads', '1', '-filter_threads', '1'],
    ['-f', 'concat', '-safe', '0', '-i', list],
    ['-loop', '1', '-r', `${framesPerSecond}`, '-i', mark.dot],
    ['-loop', '1', '-r', `${framesPerSecond}`, '-i', mark.trail],
    ['-i', sound, '-filter_complex', filters.join(';'), '-map', '[picture]', '-map', '[sound]'],
    ['-t', `${seconds}`, '-r', `${framesPerSecond}`],
    ['-c:v', 'libx264', '-threads', '1', '-profile:v', 'main', '-preset', 'slow', '-tune', 'animation'],
    ['-crf', '29', '-g', '120', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'],
    ['-c:a', 'aac', '-b:a', '48k', '-ac', '1'],
    [
      '-map_metadata',
      '-1',
      '-fflags',
      '+bitexact',
      '-flags',
      '+bitexact',
      '-metadata',
      `title=${lesson.title}`,
    ],
    ['-movflags', '+faststart', target],
  ]
  await run('nice', args.flat())
}
