import { expect, test } from 'vitest'
import { routeTable } from './route-table.ts'

const sourcesOf = async (path: string) => routeTable.sourcesAt(await routeTable.placeOf(path))

test('a document names only the table that has its page', async () => {
  expect(await sourcesOf('/marketplace')).toEqual([])
  expect(await sourcesOf('/blog/a-lesson-on-a-phone')).toEqual(['src/app/public-routes.tsx'])
  expect(await sourcesOf('/dashboard')).toEqual(['src/app/signed-in-routes.tsx'])
  expect(await sourcesOf('/nowhere')).toEqual(['src/app/signed-in-routes.tsx'])
})
