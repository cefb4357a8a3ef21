/** The icons are drawn on a 24 × 24 grid, as in packages/ui/src/icons/icon-paths.ts. */
export const boldIcon = 'M7 5h6a3.3 3.3 0 0 1 0 6.7H7zM7 11.7h7a3.6 3.6 0 0 1 0 7.3H7z' as const
export const italicIcon = 'M10 5h8M6 19h8M14.5 5l-5 14' as const
export const strikeIcon =
  'M4 12h16M16.5 8c-.6-1.9-2.2-3-4.5-3-2.6 0-4.4 1.3-4.4 3.3 0 .9.3 1.6.9 2.1M7.3 15.6c.5 2.1 2.3 3.4 4.8 3.4 2.7 0 4.6-1.4 4.6-3.5 0-.6-.1-1-.4-1.5' as const
export const codeIcon = 'M8.5 7l-5 5 5 5M15.5 7l5 5-5 5' as const
export const linkIcon =
  'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1' as const
export const bulletListIcon = 'M9.5 6h10.5M9.5 12H20M9.5 18H20M4.5 6v.01M4.5 12v.01M4.5 18v.01' as const
export const orderedListIcon =
  'M10 6h10M10 12h10M10 18h10M4 4.5 5.5 4v5M4 14.5c0-1 2.5-1 2.5.3C6.5 16 4 17 4 18.5h2.5' as const
export const indentIcon = 'M4 5h16M11 10h9M11 14h9M4 19h16M4 9.5 7 12l-3 2.5' as const
export const outdentIcon = 'M4 5h16M11 10h9M11 14h9M4 19h16M7 9.5 4 12l3 2.5' as const
export const quoteIcon =
  'M9.5 7.5C6.5 8 5 10 5 13v3.5h4.5V12H7M19 7.5c-3 .5-4.5 2.5-4.5 5.5v3.5H19V12h-2.5' as const
export const calloutIcon = 'M4.5 5h15v14h-15zM12 8.5v4.5M12 15.8v.1' as const
export const ruleIcon = 'M4 12h16M7 7h10M7 17h10' as const
export const tableIcon = 'M4 5.5h16v13H4zM4 10h16M4 14.3h16M10 5.5v13' as const
export const pictureIcon = 'M4 5h16v14H4zM4 16l4.5-4.5 3.5 3.5 3-3 5 5M15.5 9.2v.1' as const
export const formulaIcon = 'M4 12.5h2.5L9.5 19 13 5h7.5M14 11l5.5 7M19.5 11 14 18' as const
export const attachmentIcon =
  'M19 11.5l-7.3 7.3a4.4 4.4 0 0 1-6.2-6.2l7.6-7.6a3 3 0 0 1 4.2 4.2l-7.5 7.5a1.5 1.5 0 0 1-2.1-2.1l6.8-6.8' as const
export const videoIcon = 'M4 5.5h16v13H4zM10 9l5 3-5 3z' as const
export const undoIcon = 'M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3' as const
export const redoIcon = 'M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h3' as const
export const headingIcon = 'M6 5v14M18 5v14M6 12h12' as const
export const subheadingIcon = 'M7.5 8v11M16.5 8v11M7.5 13.5h9' as const
export const codeBlockIcon = 'M4 5h16v14H4zM9.5 9.5 7 12l2.5 2.5M14.5 9.5 17 12l-2.5 2.5' as const
