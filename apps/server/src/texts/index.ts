/**
 * Collects every text that the server writes, one folder for each language. The type is that of English, so a language that lacks a
 * text does not compile.
 */
import type { Language } from '@apogee/domain/languages.ts'
import { en } from './en/index.ts'
import { ms } from './ms/index.ts'

export type ServerTexts = typeof en

const texts: Record<Language, ServerTexts> = { en, ms }

export const serverTexts = (language: Language): ServerTexts => texts[language]
