// Turns sentences into one mixed sound track and the times of its sentences.

import type { Language } from '@apogee/domain/languages.ts'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { narrationOf, type Lesson, type Sentence } from './lesson.ts'

const sampleRate = 22_050
/**
 * The numbers are seconds of silence before the first sentence, between sentences, before a new slide, and after the last sentence.
 */
const pause = { first: 0.7, sentence: 0.45, slide: 0.85, last: 1.4 }

/**
 * Sets the speed of espeak-ng in words per minute. Malay words have more syllables than English ones, so the different speeds give
 * the same pace.
 */
const speed: Readonly<Record<Language, string>> = { en: '146', ms: '175' }

export interface SpokenSentence extends Sentence {
  /** Holds the index of the slide. -1 is the opening slide. */
  slide: number
  /** Holds the index of the sentence within its slide. */
  step: number
  /** The unit is seconds. */
  start: number
  end: number
}

export interface Narration {
  sentences: SpokenSentence[]
  seconds: number
  /** The format is 16-bit mono WAV. */
  wav: Buffer
}

/** Replaces written forms that the voice would pronounce wrongly. */
const pronunciations: Readonly<Record<Language, [written: RegExp, said: string][]>> = {
  en: [
    [/RM (\d+) million/g, '$1 million ringgit'],
    [/RM ([\d,.]+)/g, '$1 ringgit'],
    [/\bSQL\b/g, 'S Q L'],
    [/\bNULL\b/g, 'null'],
    [/\bID\b/g, 'I D'],
    [/\bAPI\b/g, 'A P I'],
    [/\bIpoh\b/g, 'eepoh'],
    [/\bMelaka\b/g, 'melarka'],
    [/\bKuala Lumpur\b/g, 'kwala loompoor'],
    [/\bMuar\b/g, 'moo ar'],
    [/\bnasi lemak\b/g, 'nah-see luh-mack'],
    [/\bkopitiam\b/g, 'kopi-tee-arm'],
    [/[“”]/g, ''],
  ],
  ms: [
    // The voice reads a comma in a number as a decimal separator.
    [/(\d),(?=\d{3})/g, '$1'],
    [/RM (\d+) juta/g, '$1 juta ringgit'],
    [/RM 0\.(\d\d)/g, '$1 sen'],
    [/RM (\d+)\.00/g, '$1 ringgit'],
    [/RM (\d+)\.(\d\d)/g, '$1 ringgit $2 sen'],
    [/RM (\d+)/g, '$1 ringgit'],
    [/(\d)%/g, '$1 peratus'],
    [/\be-Invois\b/gi, 'i invois'],
    [/[“”]/g, ''],
  ],
}

export function spokenText(sentence: Sentence, language: Language): string {
  return pronunciations[language].reduce(
    (text, [written, said]) => text.replace(written, said),
    sentence.spoken ?? narrationOf(sentence, language),
  )
}

/** Returns the samples of a WAV file from espeak-ng, without the silence at its end. */
function samplesOf(wav: Buffer): Int16Array {
  const dataAt = wav.indexOf('data', 12, 'latin1') + 8
  const samples = new Int16Array(Math.floor((wav.length - dataAt) / 2))
  for (let index = 0; index < samples.length; index++) samples[index] = wav.readInt16LE(dataAt + index * 2)
  let end = samples.length
  while (end > 0 && Math.abs(samples[end - 1] ?? 0) < 60) end--
  return samples.subarray(0, end)
}

function speak(sentence: Sentence, { voice, language }: Lesson, folder: string, name: string): Int16Array {
  const file = join(folder, `${name}.wav`)
  execFileSync('espeak-ng', [
    '-v',
    voice,
    '-s',
    speed[language],
    '-p',
    '44',
    '-g',
    '2',
    '-w',
    file,
    spokenText(sentence, language),
  ])
  return samplesOf(readFileSync(file))
}

/** Computes a background of two low tones, a fifth apart, that swell slowly and are much quieter than the voice. */
function toneBed(at: number, total: number): number {
  const seconds = at / sampleRate
  const swell = 0.6 + 0.4 * Math.sin(seconds * 0.55)
  const fade = Math.min(1, seconds / 1.5, (total - at) / sampleRate / 1.5)
  const tone = Math.sin(2 * Math.PI * 146.8 * seconds) + 0.7 * Math.sin(2 * Math.PI * 220.2 * seconds)
  return 170 * swell * fade * tone
}

function wavFile(samples: Int16Array): Buffer {
  const file = Buffer.alloc(44 + samples.length * 2)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(36 + samples.length * 2, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(sampleRate, 24)
  file.writeUInt32LE(sampleRate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples.length * 2, 40)
  samples.forEach((sample, index) => file.writeInt16LE(sample, 44 + index * 2))
  return file
}

export function narrate(lesson: Lesson, folder: string): Narration {
  const script = [
    { ...lesson.opening, slide: -1, step: 0 },
    ...lesson.slides.flatMap(({ says }, slide) =>
      says.map((sentence, step) => ({ ...sentence, slide, step })),
    ),
  ]
  let clock = 0
  const placed = script.map((sentence, index) => {
    clock += index === 0 ? pause.first : sentence.step === 0 ? pause.slide : pause.sentence
    const samples = speak(sentence, lesson, folder, `say-${index}`)
    const start = clock
    clock += samples.length / sampleRate
    return { sentence: { ...sentence, start, end: clock }, samples }
  })
  const seconds = Math.ceil((clock + pause.last) * 12) / 12
  const track = new Int16Array(Math.round(seconds * sampleRate))
  for (const { sentence, samples } of placed) track.set(samples, Math.round(sentence.start * sampleRate))
  const mixed = track.map((sample, at) =>
    Math.max(-32_000, Math.min(32_000, sample + toneBed(at, track.length))),
  )
  return { sentences: placed.map(({ sentence }) => sentence), seconds, wav: wavFile(mixed) }
}

function timestamp(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000)
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  return `${two(milliseconds / 3_600_000)}:${two((milliseconds / 60_000) % 60)}:${two((milliseconds / 1000) % 60)}.${String(milliseconds % 1000).padStart(3, '0')}`
}

/** Returns the index near the middle of the text at which a line may break. The end of a clause is preferred. */
function middleBreak(text: string): number {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index)
  const cost = (at: number): number =>
    Math.abs(at - text.length / 2) - (/[,;:.]/.test(text[at - 1] ?? '') ? text.length / 6 : 0)
  return spaces.reduce((best, at) => (cost(at) < cost(best) ? at : best), spaces[0] ?? text.length)
}

const longestLine = 44

/** Returns WebVTT text with at most two lines of some 44 characters per cue. Longer sentences become two cues by length. */
export function captions(sentences: SpokenSentence[], language: Language): string {
  const cues = sentences.flatMap(({ start, end, ...sentence }) => {
    const translations: Partial<Record<Language, string | undefined>> = sentence
    const text = translations[language] ?? sentence.en
    if (text.length <= longestLine * 2) return [{ start, end: end + 0.25, text }]
    const cut = middleBreak(text)
    const turn = start + (end - start) * (cut / text.length)
    return [
      { start, end: turn, text: text.slice(0, cut) },
      { start: turn, end: end + 0.25, text: text.slice(cut + 1) },
    ]
  })
  const twoLines = (text: string): string => {
    if (text.length <= longestLine) return text
    const cut = middleBreak(text)
    return `${text.slice(0, cut)}\n${text.slice(cut + 1)}`
  }
  const blocks = cues.map(
    ({ start, end, text }) => `${timestamp(start)} --> ${timestamp(end)}\n${twoLines(text)}`,
  )
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`
}
