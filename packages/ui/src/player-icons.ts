/** Icons of the player's controls, as in more-icons.ts. */
export const volumeIcon =
  'M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM15.5 9c1.7 1.7 1.7 4.3 0 6M18 6.5c3 3 3 8 0 11' as const
export const muteIcon = 'M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM16 9.5l5 5M21 9.5l-5 5' as const
export const fullscreenIcon = 'M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15' as const
