import { lessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { readMarkdown } from '@apogee/contracts/courses/markdown/read.ts'
import { markdownOf } from '@apogee/contracts/courses/markdown/write.ts'
import { minutesToRead, wordsOfText } from '@apogee/domain/text/lesson-text.ts'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { loadDemoSchool, type DemoCourse } from './load-demo-school.ts'

const { courses } = loadDemoSchool()

/** Flagship courses have at least 16 resources. Other courses are short. */
const isFlagship = ({ outline }: DemoCourse) => outline.flatMap((module) => module.resources).length >= 16

describe('the text lessons of the demo school', () => {
  const texts = courses.flatMap((course) =>
    [...course.texts].map(([key, markdown]) => ({
      course,
      name: `${course.key}/${key}`,
      markdown,
      document: readMarkdown(markdown),
    })),
  )

  test('each of the six flagships has two text lessons, one of them in its first module', () => {
    const flagships = courses.filter(isFlagship)
    expect(flagships).toHaveLength(6)
    for (const { key, texts, outline } of flagships) {
      expect(texts.size, key).toBe(2)
      expect(
        outline[0]?.resources.map(({ fileType }) => fileType),
        key,
      ).toContain('reading')
    }
  })

  test('every demo text is a document that the editor takes, and keeps its form as Markdown', () => {
    for (const { name, document } of texts) {
      expect(z.safeParse(lessonDocument, document).error, name).toBeUndefined()
      expect(readMarkdown(markdownOf(document)), name).toEqual(document)
    }
  })

  test('every demo text takes three to eight minutes and has headings, a table, and code or a callout', () => {
    for (const { name, document } of texts) {
      const minutes = minutesToRead(wordsOfText(document))
      expect(minutes >= 3 && minutes <= 8, `${name}: ${minutes} min`).toBe(true)
      const types = new Set(document.content.map(({ type }) => type))
      expect(types, name).toContain('heading')
      expect(types, name).toContain('table')
      expect(types.has('codeBlock') || types.has('callout'), name).toBe(true)
    }
  })

  test('each demo text has an exercise with checks below it', () => {
    const lessons = courses.flatMap(({ outline }) => outline.flatMap(({ resources }) => resources))
    for (const { key, fileType, practice } of lessons)
      if (fileType === 'reading' && practice?.language !== 'sql')
        expect(practice?.checks.length, key).toBeGreaterThanOrEqual(4)
  })

  test('no demo text shows signs of Markdown to its reader', () => {
    for (const { name, document } of texts)
      expect(JSON.stringify(document), name).not.toMatch(/"text":"[^"]*(?:\*\*|\[!|^#)/)
  })
})
