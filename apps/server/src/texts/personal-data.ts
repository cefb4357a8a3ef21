/** Contains the texts about personal data in a separate module, because the server's start does not need them. */
import type { Language } from '@apogee/domain/languages.ts'
import { personalData as en } from './en/personal-data.ts'
import { personalData as ms } from './ms/personal-data.ts'

export type PersonalDataTexts = typeof en

const texts: Record<Language, PersonalDataTexts> = { en, ms }

export const personalDataTexts = (language: Language): PersonalDataTexts => texts[language]
