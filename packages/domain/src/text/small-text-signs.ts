/**
 * Returns false if the text has no formatting character and is therefore plain. Most texts then do not need the code that reads
 * formatting.
 */
export const hasFormSigns = (text: string): boolean => /[*_`&[]|^(?:#|- |1\. )/m.test(text)
