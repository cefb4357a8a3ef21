/** Which lesson was opened by the end of the one before, and therefore starts by itself. */
let opened: number | null = null

export function openPlaying(resourceId: number): void {
  opened = resourceId
}

export const isOpenedPlaying = (resourceId: number): boolean => opened === resourceId

/** A later visit waits for a press. */
export function forgetOpenedPlaying(): void {
  opened = null
}
