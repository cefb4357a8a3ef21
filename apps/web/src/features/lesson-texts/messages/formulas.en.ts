import { defineMessages } from '#web/platform/language/messages.ts'

export const formulaMessages = defineMessages('formulas', {
  formula: 'Formula',
  source: 'Formula in TeX',
  sourceHint: String.raw`For example x^2 + y^2 = r^2, \frac{a}{b} or \sqrt{2}`,
  preview: 'How it looks',
  place: 'Where it stands',
  inLine: 'Within the line',
  onItsOwn: 'On a line of its own',
  insert: 'Insert formula',
  save: 'Save formula',
  remove: 'Remove formula',
  missing: 'Write a formula',
  notSource: String.raw`Leave out the $ signs around the formula, and write \$ for a dollar sign in it. It must not end with a backslash.`,
  unknown: (command: string) => `There is no command ${command}`,
  refused: (command: string) => `Formulas in lessons cannot use ${command}`,
  wrong: (near: string) =>
    `The formula is not complete or not correct near “${near}”. Check its braces and commands.`,
  large: 'This formula is too large to be shown',
  loadFailed: 'The preview could not be loaded. Check your connection and open this dialog again.',
})
