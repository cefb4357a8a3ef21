/** Whether a text has a sign of some form. Without one it is plain: most texts need no code that reads them. */
export const hasFormSigns = (text: string): boolean => /[*_`&[]|^(?:#|- |1\. )/m.test(text)
