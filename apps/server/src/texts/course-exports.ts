/** Contains the texts of exported courses in a separate module, because the server's start does not need them. */
import type { Language } from '@apogee/domain/languages.ts'
import { courseExports as en } from './en/course-exports.ts'
import { courseExports as ms } from './ms/course-exports.ts'

export type CourseExportTexts = typeof en

const texts: Record<Language, CourseExportTexts> = { en, ms }

export const courseExportTexts = (language: Language): CourseExportTexts => texts[language]
