/** Holds the id of a lesson that was opened by the end of the previous lesson and therefore starts automatically. */
let opened: number | null = null

export function openPlaying(resourceId: number): void {
  opened = resourceId
}

export const isOpenedPlaying = (resourceId: number): boolean => opened === resourceId

/** Makes a later visit wait for a press. */
export function forgetOpenedPlaying(): void {
  opened = null
}
