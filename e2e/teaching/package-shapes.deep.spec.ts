/** Plays packages with the structure of those that authoring tools export (docs/decisions/scorm.md). */
import { packageOfShape, shapeNames } from '../../apps/server/src/features/scorm/shapes.testing.ts'
import { expect, open, test } from '../support/journey.ts'
import { anywhere, packageLesson } from './package-lesson.ts'
import { demoPerson, signInAs } from '../support/people.ts'

for (const name of shapeNames)
  test(`a package of the shape of ${name} reports completion, score and data, and resumes`, async ({
    page,
    request,
  }) => {
    const author = await demoPerson(request, 'instructor')
    const { path, learner } = await packageLesson(request, author, await packageOfShape(name), name)
    page.on('dialog', (dialog) => void dialog.accept())
    await signInAs(page, learner)
    const button = (label: string) =>
      anywhere(page, (frame) => frame.locator('button, a', { hasText: new RegExp(`^${label}$`) }))
    const shown = (text: string) => anywhere(page, (frame) => frame.locator('p', { hasText: text }))
    const begin = async () => {
      await open(page, path)
      if (name === 'Captivate') await (await button('Open the course')).click()
      if (name === 'eXeLearning') {
        await (await button('Next page')).click()
        await shown('Begun: true')
      }
    }
    await begin()
    await shown('Before: nothing')
    await (await button('Finish')).click()
    await expect(page.getByText('Score: 90%')).toBeVisible()
    await expect(page.getByText('Passed', { exact: true })).toBeVisible()
    await expect(page.getByText('The package has reported this lesson as completed.')).toBeVisible()
    await begin()
    await shown('Before: page=2')
  })
