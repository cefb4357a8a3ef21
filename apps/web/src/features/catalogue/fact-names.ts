import { languageNames } from '@apogee/domain/languages.ts'
import { courseFactsMessages } from '#web/shared/course/course-facts.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { factChoices, type FactName, type MarketplaceFilters } from './filters.ts'
import { courseFiltersMessages } from './messages/filters.en.ts'

/** A filter has a name, its choices, and the active one, '' for none. */
export interface FactFilter {
  name: FactName
  label: string
  options: { value: string; label: string }[]
  value: string
}

/** Returns the course filters with their texts, in the order of the dialog. */
export function useFactFilters({ facts }: Pick<MarketplaceFilters, 'facts'>): FactFilter[] {
  const text = useText(courseFiltersMessages)
  const names = useText(courseFactsMessages)
  const { language, level, length, rating } = factChoices
  return [
    {
      name: 'language',
      label: names.language,
      value: facts.language ?? '',
      options: language.map((value) => ({ value, label: languageNames[value] })),
    },
    {
      name: 'level',
      label: names.level,
      value: facts.level ?? '',
      options: level.map((value) => ({ value, label: names[value] })),
    },
    {
      name: 'length',
      label: text.length,
      value: facts.length ?? '',
      options: length.map((value) => ({ value, label: text[`length:${value}`] })),
    },
    {
      name: 'rating',
      label: text.rating,
      value: facts.rating ?? '',
      options: rating.map((value) => ({ value, label: text[`rating:${value}`] })),
    },
  ]
}
