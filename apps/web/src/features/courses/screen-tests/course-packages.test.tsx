import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { PackageTrouble } from '@apogee/contracts/scorm/scorm.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aModule, aResource } from '#web/testing/managed-course.ts'
import { answer } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const aPackage = (id: number, title: string): CourseResource => {
  const { filePath: _none, ...resource } = aResource({ id, title, fileType: 'other', seconds: null })
  return { ...resource, isPackage: true }
}

let resources: CourseResource[]
let troubles: PackageTrouble[]

beforeEach(() => {
  resources = []
  troubles = []
  answer('readCourse', () => ({
    success: true,
    data: {
      ...aCourse(),
      contents: [aModule({ resources })],
      permissions: { study: true, manage: true },
    },
  }))
  answer('listPackageTroubles', () => ({ success: true, data: troubles }))
  answer('uploadFile', {
    success: true,
    url: '/media/a?u=1',
    data: { url: '/media/a?u=1', size: 4, contentType: 'application/zip' },
  })
  answer('createPackage', () => {
    const added = aPackage(41, 'Rise')
    resources = [...resources, added]
    return { success: true, data: added }
  })
})

const missesFrames = (resourceId: number): PackageTrouble => ({
  resourceId,
  title: 'Rise',
  silentLearners: 0,
  errorLearners: 0,
  missing: ['frames', 'windows'],
})
const dialog = async () => within(await screen.findByRole('dialog'))
const frames = /^Pages that show other pages inside them may stay empty/
const zip = new File(['data'], 'rise.zip', { type: 'application/zip' })

async function open(language?: 'ms') {
  const page = await renderRoute('/course/5/manage?module=11', { user: admin, ...(language && { language }) })
  return page.press
}

async function add() {
  const press = await open()
  await press.click(await screen.findByRole('button', { name: 'Add SCORM' }))
  await press.upload((await dialog()).getByLabelText('Package'), zip)
  await press.click((await dialog()).getByRole('button', { name: 'Add package' }))
  return press
}

test('a package that misses something here says what when it is added, and stays marked', async () => {
  troubles = [missesFrames(41)]
  const press = await add()
  const said = await screen.findByRole('dialog', { name: /^The package is added, and parts of it may not/ })
  expect(within(said).getAllByRole('listitem')).toHaveLength(2)
  expect(within(said).getByText(frames)).toBeTruthy()
  expect(within(said).getByText(/the progress and results that it reports are saved/)).toBeTruthy()
  expect(within(said).getByText(/the setting PACKAGE_ORIGIN/)).toBeTruthy()
  await press.click(within(said).getAllByRole('button', { name: 'Close' })[0] ?? said)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('May not fully work here')).toBeTruthy()
  // No learner has had a problem with the package, so this sentence is absent.
  expect(screen.queryByText(/this package has not reported/)).toBeNull()
  await press.click(screen.getByRole('button', { name: 'What may not work in Rise' }))
  expect((await dialog()).getByText(frames)).toBeTruthy()
})

test('a package that misses nothing is added without a word, and has no mark', async () => {
  await add()
  expect(await screen.findByText('The package is added. Look at it, then publish it.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText('May not fully work here')).toBeNull()
})

test('the dialog that replaces a package says in Malay what the present one may miss', async () => {
  resources = [aPackage(41, 'Rise'), aPackage(42, 'Plain')]
  troubles = [missesFrames(41)]
  const press = await open('ms')
  expect(await screen.findAllByText('Mungkin tidak berfungsi sepenuhnya di sini')).toHaveLength(1)
  await press.click(screen.getByRole('button', { name: /Rise/, expanded: false }))
  await press.click(await screen.findByRole('menuitem', { name: 'Ganti pakej' }))
  expect((await dialog()).getByText(/^Pautan dan butang yang membuka tetingkap/)).toBeTruthy()
})
