export const volumeIcon =
  'M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM15.5 9c1.7 1.7 1.7 4.3 0 6M18 6.5c3 3 3 8 0 11' as const
export const muteIcon = 'M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM16 9.5l5 5M21 9.5l-5 5' as const
export const fullscreenIcon = 'M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15' as const
export const pictureInPictureIcon =
  'M20.5 11V7a1.5 1.5 0 0 0-1.5-1.5H5A1.5 1.5 0 0 0 3.5 7v9.5A1.5 1.5 0 0 0 5 18h5M13 13.5h7.5v5H13z' as const
export const replayIcon = 'M5 12a7 7 0 1 0 2.3-5.2M7.5 3.5v3.7h3.7' as const
