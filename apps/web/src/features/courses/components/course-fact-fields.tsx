import type { courseDialogForm } from '@apogee/contracts/courses/courses.forms.ts'
import { courseLevels } from '@apogee/contracts/course-levels.ts'
import { languageNames, languages } from '@apogee/domain/languages.ts'
import { Select } from '@apogee/ui/fields/select.tsx'
import type { UseFormReturn } from 'react-hook-form'
import type { output } from 'zod/mini'
import { courseFactsMessages } from '#web/shared/course/course-facts.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import '#web/platform/page/admin.css'

/** Edits optional facts for the sales page and the marketplace's filters. */
export function CourseFactFields({
  form: { register },
}: {
  form: Pick<UseFormReturn<output<typeof courseDialogForm>>, 'register'>
}) {
  const text = useText(courseFactsMessages)
  return (
    <div className="admin-dialog-row">
      <Select
        label={text.language}
        hint={text.languageHint}
        placeholder={text.notStated}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        {...register('language')}
      />
      <Select
        label={text.level}
        hint={text.levelHint}
        placeholder={text.notStated}
        options={courseLevels.map((value) => ({ value, label: text[value] }))}
        {...register('level')}
      />
    </div>
  )
}
