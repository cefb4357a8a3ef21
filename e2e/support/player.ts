/** Checks the lesson's video by what its viewer sees and hears. */
import { expect, type Page } from '@playwright/test'

export const player = (page: Page) => page.getByRole('group', { name: 'Video player' })
const video = (page: Page) => player(page).locator('video')

/** Returns the position in seconds. */
export const position = (page: Page): Promise<number> =>
  video(page).evaluate((element: HTMLVideoElement) => element.currentTime)

export async function startPlaying(page: Page): Promise<void> {
  await player(page).getByRole('button', { name: 'Play' }).first().click()
}

export async function pictureMoves(page: Page): Promise<void> {
  const before = await position(page)
  await expect.poll(() => position(page)).toBeGreaterThan(before + 0.5)
}

/** Expects decoded sound that neither the element nor its volume mutes. */
export async function expectSound(page: Page): Promise<void> {
  await expect
    .poll(() =>
      video(page).evaluate((element) =>
        Number(
          (element as HTMLVideoElement & { webkitAudioDecodedByteCount: number }).webkitAudioDecodedByteCount,
        ),
      ),
    )
    .toBeGreaterThan(0)
  await expect(video(page)).toHaveJSProperty('muted', false)
  expect(await video(page).evaluate((element: HTMLVideoElement) => element.volume)).toBeGreaterThan(0)
}

/** Expects a visible caption. */
export async function captionsShow(page: Page): Promise<void> {
  await expect(player(page).locator('.ap-player-captions')).toHaveText(/\w/)
}

export async function seekTo(page: Page, seconds: number): Promise<void> {
  await player(page).getByRole('slider', { name: 'Seek' }).fill(String(seconds))
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(seconds - 0.5)
}
