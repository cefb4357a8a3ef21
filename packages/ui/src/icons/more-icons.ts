/**
 * First pages do not use these icons, so they load with the code that names them: `<Icon name={pencilIcon} />`. The paths use the
 * 24 grid, as in icon-paths.ts.
 */
export const captionsIcon =
  'M5.5 5.5h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2M10.5 10.5c-2-1.5-3.5 0-3.5 1.5s1.5 3 3.5 1.5M17 10.5c-2-1.5-3.5 0-3.5 1.5s1.5 3 3.5 1.5' as const
export const videoIcon =
  'M5.5 5.5h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2M10.5 9.3l4.5 2.7-4.5 2.7z' as const
export const fileIcon = 'M6 3.5h8l4.5 4.5v12.5H6zM13.5 3.5v5h5M9 13h6M9 16.5h4' as const
export const pdfIcon = 'M6 3.5h8l4.5 4.5v12.5H6zM13.5 3.5v5h5M9 17v-4.5h1.5a1.4 1.4 0 0 1 0 2.8H9' as const
export const readingIcon = 'M4.5 5h15M4.5 9.7h15M4.5 14.3h15M4.5 19h9' as const
export const quizIcon =
  'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M9.6 9.6c.2-1.5 1.2-2.3 2.5-2.3 1.4 0 2.4.9 2.4 2.2 0 1.9-2.5 2-2.5 4M12 16.6v.1' as const
export const assignmentIcon = 'M8.5 5H5.5v15.5h13V5h-3M8.5 3.5h7v3.5h-7zM9 13.3l2.2 2.2 4-4.2' as const
export const codeIcon = 'M8.5 7.5 4 12l4.5 4.5M15.5 7.5 20 12l-4.5 4.5M13.5 5.5l-3 13' as const
export const documentIcon = 'M6 3.5h12v17H6zM9 8h6M9 12h6M9 16h3.5' as const
export const pencilIcon = 'M4.5 19.5l.8-4.2L15.8 4.8l3.4 3.4L8.7 18.7zM13.5 7.1l3.4 3.4' as const
export const settingsIcon =
  'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M10.3 3.5h3.4l.6 2.6 1.8 1 2.5-.8 1.7 3-1.9 1.8v2l1.9 1.8-1.7 3-2.5-.8-1.8 1-.6 2.5h-3.4l-.6-2.5-1.8-1-2.5.8-1.7-3 1.9-1.8v-2L3.7 9.3l1.7-3 2.5.8 1.8-1z' as const
export const usersIcon =
  'M12.5 8.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0M2.5 20c.6-3.6 3.2-5.5 6.5-5.5s5.9 1.9 6.5 5.5M15 5.2a3.5 3.5 0 0 1 0 6.6M18 15c1.9.8 3.1 2.5 3.5 5' as const
export const bankIcon = 'M3.5 9.5 12 4l8.5 5.5zM6 9.5v8M10 9.5v8M14 9.5v8M18 9.5v8M3.5 20h17' as const
export const cardIcon =
  'M5 5.5h14a1.5 1.5 0 0 1 1.5 1.5v10a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 17V7A1.5 1.5 0 0 1 5 5.5M3.5 10h17M7 14.5h3' as const
export const externalIcon = 'M13.5 4.5h6v6M19.5 4.5l-9 9M10 6H4.5v13.5H18V14' as const
export const downloadIcon = 'M12 4v11.5M7.5 11.5 12 16l4.5-4.5M5 20h14' as const
export const uploadIcon = 'M12 15.5v-11M7.5 8.5 12 4l4.5 4.5M5 20h14' as const
export const pictureIcon =
  'M5.5 5.5h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2M10 10a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0M4 17l5-4 3.5 3 3.5-4 4.5 4.5' as const
export const bookmarkIcon = 'M7 4h10v16.5l-5-3.6-5 3.6z' as const
export const chevronUpIcon = 'M6 14.5l6-6 6 6' as const
export const minusIcon = 'M5 12h14' as const
export const logoutIcon = 'M13.5 4.5H5v15h8.5M10 12h10.5M16.5 8l4 4-4 4' as const
export const filterIcon = 'M4 6h16M7 12h10M10 18h4' as const
export const moreIcon = 'M5.5 12h.01M12 12h.01M18.5 12h.01' as const
export const packageIcon = 'M12 3.5 20 7.6v8.8l-8 4.1-8-4.1V7.6zM4.3 7.7 12 11.7l7.7-4M12 11.7v8.6' as const
export const giftIcon =
  'M4 8.5h16v4H4zM5.5 12.5v8h13v-8M12 8.5v12M12 8.5C9 8.5 7 7.4 7 5.7 7 3.2 11 3.6 12 8.5c1-4.9 5-5.3 5-2.8 0 1.7-2 2.8-5 2.8' as const
