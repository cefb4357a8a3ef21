import type { CourseContent, CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { ModuleOpening } from '@apogee/contracts/courses/module-opening.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { openingMessages } from '../../messages/opening.en.ts'

/** Returns the items that the module may wait for, with their modules. */
export function earlierItems(
  modules: readonly CourseContent[],
  { id }: CourseContent,
): { item: CourseResource; module: CourseContent }[] {
  return modules
    .slice(
      0,
      modules.findIndex((module) => module.id === id),
    )
    .flatMap((module) => module.resources.map((item) => ({ item, module })))
}

/** Returns a function that says in words when a module opens. */
export function useShownOpening(
  modules: readonly CourseContent[],
  module: CourseContent,
): (opening: ModuleOpening) => string {
  const text = useText(openingMessages)
  const language = useLanguage()
  return (opening) => {
    if ('on' in opening) return text.opensOn(dateInWords(opening.on, language))
    if ('afterDays' in opening) return text.opensAfter(opening.afterDays)
    const awaited = earlierItems(modules, module).find(({ item }) => item.id === opening.afterItem)
    if (!awaited) return text.opensAfterMissing
    const isShown = awaited.item.isPublished && awaited.module.isPublished
    return (isShown ? text.opensAfterItem : text.opensAfterDraft)(awaited.item.title)
  }
}
