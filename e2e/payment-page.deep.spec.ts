/** Tests the payment page and the tester's page on a phone: no accessibility faults, and no horizontal overflow. */
import { findFaults } from './support/accessibility-faults.ts'
import { expect, test } from './support/journey.ts'
import { newPaymentPage, payByCard } from './support/payment-page.ts'
import { courses } from './support/school.ts'
import { sidewaysPixels } from './support/screen-faults.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 } })

    test("the payment page and the tester's page have no faults and fit a phone", async ({
      page,
      request,
    }) => {
      const { url } = await newPaymentPage(request, courses.prompts)
      const faults: string[] = []
      const look = async (address: string) => {
        await page.goto(address)
        for (const details of await page.locator('summary').all()) await details.click()
        expect(await sidewaysPixels(page), address).toBeLessThanOrEqual(0)
        const found = await findFaults(page)
        faults.push(...found.map(({ id, targets }) => `${address} ${id}: ${targets[0]?.html ?? ''}`))
      }
      await look(url)
      await payByCard(page)
      await look(url)
      await look('/payment-simulator/tester/')
      expect(faults).toEqual([])
    })
  })
}
