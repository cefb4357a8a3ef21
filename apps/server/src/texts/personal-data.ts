/** Texts about personal data. They are apart from the others because a start does not need them. */
import type { Language } from '@apogee/domain/languages.ts'
import { personalData as en } from './en/personal-data.ts'
import { personalData as ms } from './ms/personal-data.ts'

export type PersonalDataTexts = typeof en

const texts: Record<Language, PersonalDataTexts> = { en, ms }

export const personalDataTexts = (language: Language): PersonalDataTexts => texts[language]
