import { expect, open, test, waitForHydration } from '../support/journey.ts'
import { signInAs, newLearner } from '../support/people.ts'

test('a learner takes the demo assessment, reloads, submits and sees the result', async ({
  page,
  request,
}) => {
  await signInAs(page, await newLearner(request))

  await test.step('the start page shows three questions, 35 points, 60 minutes', async () => {
    await open(page, '/assessment/1')
    await expect(page.getByText('60 minutes')).toBeVisible()
    await expect(page.getByText('35', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Start Assessment' }).click()
    await expect(page.getByRole('heading', { name: 'Question 1 of 3' })).toBeVisible()
    await expect(page.getByRole('timer', { name: 'Time left' })).toHaveText(/^(60:00|59:\d\d)$/)
  })

  await test.step('answers are saved as they are given', async () => {
    await page.getByRole('radio', { name: /ringgit are left/ }).check()
    await expect(page.getByText('All answers saved')).toBeVisible()
    await expect(page.getByText('1 of 3 answered')).toBeVisible()
  })

  await test.step('a reload continues the attempt', async () => {
    await page.reload()
    await waitForHydration(page)
    await expect(page.getByRole('heading', { name: 'Question 1 of 3' })).toBeVisible()
    await expect(page.getByRole('radio', { name: /ringgit are left/ })).toBeChecked()
    await page.getByRole('button', { name: 'Next' }).click()
  })

  await test.step('the editor indents with Tab and is left with Esc', async () => {
    const editor = page.getByRole('textbox', { name: 'Your code' })
    await editor.fill('')
    await editor.pressSequentially('const averageOf = (list) => {')
    await editor.press('Enter')
    await editor.press('Tab')
    await editor.pressSequentially(
      'return list.length === 0 ? 0 : list.reduce((sum, one) => sum + one, 0) / list.length',
    )
    await editor.press('Enter')
    await editor.press('Shift+Home')
    await editor.pressSequentially('}')
    await expect(editor).toHaveValue(/^const averageOf = \(list\) => \{\n {2}return .+\n\}$/)
    await editor.press('Escape')
    await editor.press('Tab')
    await expect(editor).not.toBeFocused()
  })

  await test.step('Submit Assessment asks about unanswered questions', async () => {
    await expect(page.getByText('All answers saved')).toBeVisible()
    await page.getByRole('button', { name: 'Submit Assessment' }).click()
    await expect(page.getByText('Question 3 has no answer yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Submit anyway' }).click()
  })

  await test.step('the result shows percentage, points and each question', async () => {
    await expect(page).toHaveURL('/assessment/1/attempts/1')
    await expect(page.getByText('86%')).toBeVisible()
    await expect(page.getByText('30 of 35 points')).toBeVisible()
    const summary = page.getByRole('article')
    await expect(summary).toHaveCount(3)
    await expect(summary.nth(1)).toContainText('5 of 5 hidden tests passed')
    await expect(summary.nth(2)).toContainText('No answer')
  })

  await test.step('it stays, and can be tried again', async () => {
    await page.getByRole('link', { name: 'All attempts' }).click()
    await expect(page.getByRole('link', { name: /Attempt 1/ })).toContainText('86%')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
})
